import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { type ImageSize, imageSizes } from '../game/images/size.ts'

// Use one thread for each image, and no cache between images: the cache of rendered pictures keeps what is needed
// again.
sharp.concurrency(1)
sharp.cache(false)

/** The most pixels of an image: a picture of a 50-megapixel camera, which is 200 MB when decoded. */
export const MAX_PIXELS = 8192 * 6144

/**
 * The longest side of an image, as in JPEG and GIF. A PNG with one pixel per row would take ten times as long to
 * decode, and a narrow one would exceed the decoder's limit before it is cropped to a square.
 */
export const MAX_SIDE = 65_535

/** Opens an image for decoding. Decodes only the first frame of an animation. A truncated file is an error. */
export function open(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' })
}

/** Reads width and height from the header, without decoding. Rejects if there is no valid header. */
export async function dimensions(bytes: Uint8Array): Promise<{ readonly width: number; readonly height: number }> {
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/**
 * Renders one of our PNG or SVG images as a PNG in one size: the largest square in its middle, or all of it for
 * `original`. Rejects if it cannot be decoded.
 */
export function render(source: Uint8Array, size: ImageSize): Promise<Buffer> {
  const side = imageSizes[size]
  const image = open(source)
  return (side === null ? image : image.resize(side, side, { fit: 'cover', position: 'centre' })).png().toBuffer()
}
