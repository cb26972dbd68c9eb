import type { ImageSize } from '../game/images/size.ts'
import { imageSizes } from '../game/images/size.ts'
import { open } from './sharp.ts'

/**
 * A PNG or SVG of ours as a PNG in one of the sizes: the largest square in its middle, or all of it for `original`.
 * Rejects where it cannot be decoded.
 */
export function render(source: Uint8Array, size: ImageSize): Promise<Buffer> {
  const side = imageSizes[size]
  const image = open(source)
  return (side === null ? image : image.resize(side, side, { fit: 'cover', position: 'centre' })).png().toBuffer()
}
