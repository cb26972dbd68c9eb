import { fault, type Fault } from '../game/kernel/fault.ts'
import { isComplete, imageFormat } from './image-file.ts'
import { dimensions, MAX_PIXELS, MAX_SIDE, open } from './sharp.ts'

const noImage = fault('unsupported_media_type')

/**
 * An uploaded image as it is kept: a PNG of the same size, upright, in sRGB, the first picture of an animation, without
 * anything that a camera or a program wrote beside it. Its format is told by its content alone; one with too many
 * pixels is refused by its header. Spec 5.2 `unsupported_media_type`, `payload_too_large`.
 */
export async function normalise(upload: Uint8Array): Promise<Fault | Buffer> {
  const format = imageFormat(upload)
  if (format === undefined) return noImage
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

/** The decoder's words may be many lines; the first tells what it stumbled over. */
function reasonOf(error: unknown): string {
  const [why = ''] = error instanceof Error ? error.message.split('\n') : []
  return why
}
