import { fault, type Fault } from '../game/kernel/fault.ts'
import { isComplete, imageFormat } from './image-file.ts'
import { dimensions, MAX_PIXELS, MAX_SIDE, open } from './sharp.ts'

const unsupportedFormat = fault('unsupported_media_type')

/**
 * Converts an uploaded image to the form in which it is stored: a PNG of the same size, upright, in sRGB, only the
 * first frame of an animation, without metadata. Detects the format by the content alone. Refuses images with too many
 * pixels by their header, without decoding them. Spec 5.2 `unsupported_media_type`, `payload_too_large`.
 */
export async function normalise(upload: Uint8Array): Promise<Fault | Buffer> {
  const format = imageFormat(upload)
  if (format === undefined) return unsupportedFormat
  try {
    const { width, height } = await dimensions(upload)
    if (width * height > MAX_PIXELS) return tooLarge(width, height, `${MAX_PIXELS} are allowed`)
    if (Math.max(width, height) > MAX_SIDE) return tooLarge(width, height, `${MAX_SIDE} are allowed on a side`)
    return isComplete(format, upload) ? await open(upload).autoOrient().png().toBuffer() : damaged('its end is missing')
  } catch (error) {
    return damaged(reasonOf(error))
  }
}

const tooLarge = (width: number, height: number, most: string): Fault =>
  fault('payload_too_large', { message: `The image has ${width} x ${height} pixels; at most ${most}` })

const damaged = (why: string): Fault =>
  fault('unsupported_media_type', { message: `The image is damaged or cut off (${why})` })

/** The decoder's message can have many lines. The first one says what failed. */
function reasonOf(error: unknown): string {
  const [why = ''] = error instanceof Error ? error.message.split('\n') : []
  return why
}
