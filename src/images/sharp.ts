import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { type ImageSize, imageSizes } from '../game/images/size.ts'

// One thread for each image, and nothing kept from one to the next: what is asked for again is kept by the cache of
// renditions.
sharp.concurrency(1)
sharp.cache(false)

/** The largest image that is taken: the full picture of a 50-megapixel camera, 200 MB when it is unpacked. */
export const MAX_PIXELS = 8192 * 6144

/**
 * Neither side is longer, as in a JPEG or GIF. A PNG of as many rows as pixels would take ten times as long, and a thin
 * one grows too long for the decoder before a square is cut out of it.
 */
export const MAX_SIDE = 65_535

/** An image that is about to be decoded. The first picture of an animated one; half a file is an error. */
export function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
}

/** Width and height as the header tells them, nothing decoded. Rejects when there is no header that makes sense. */
export async function dimensions(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/**
 * A PNG or SVG of ours as a PNG in one of the sizes: the largest square in its middle, or all of it for `original`.
 * Rejects where it cannot be decoded.
 */
export function render(source: Uint8Array, size: ImageSize): Promise<Buffer> {
  const side = imageSizes[size]
  const image = open(source)
  return (side === null ? image : image.resize(side, side, { fit: 'cover', position: 'centre' })).png().toBuffer()
}
