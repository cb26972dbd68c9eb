import { fault, type Fault } from '../game/kernel/fault.ts'
import { imageFormat } from './image-format.ts'
import { dimensions, inTurn, MAX_PIXELS, open } from './sharp.ts'

const noImage = fault('unsupported_media_type')

/**
 * An uploaded image as it is kept: a PNG of the same size, upright, in sRGB, the first picture of an animation, without
 * anything that a camera or a program wrote beside it. Its format is told by its content alone; one with too many
 * pixels is refused by its header. Spec 5.2 `unsupported_media_type`, `payload_too_large`.
 */
export async function normalise(upload: Uint8Array): Promise<Fault | Buffer> {
  if (imageFormat(upload) === undefined) return noImage
  return inTurn(async () => {
    try {
      const { width, height } = await dimensions(upload)
      if (width * height > MAX_PIXELS) return tooManyPixels(width, height)
      return await open(upload).autoOrient().png().toBuffer()
    } catch (error) {
      return damaged(error)
    }
  })
}

function tooManyPixels(width: number, height: number): Fault {
  const message = `The image has ${width} x ${height} pixels; at most ${MAX_PIXELS} are taken`
  return fault('payload_too_large', { message })
}

/** The decoder's words may be many lines; the first tells what it stumbled over. */
function damaged(error: unknown): Fault {
  const [why = ''] = error instanceof Error ? error.message.split('\n') : []
  return fault('unsupported_media_type', { message: `The image is damaged or cut off (${why})` })
}
