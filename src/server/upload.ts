import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { turns, type Turns } from '../async/turns.ts'
import type { ReadBytes } from './incoming-bytes.ts'
import { fileInForm } from './multipart.ts'

/** What a form may have around its file. */
const MAX_FORM_BYTES = 16 * 1024

const LIMITS = { maxBytes: MAX_IMAGE_BYTES + MAX_FORM_BYTES, maxMs: 60_000 }

/** So many uploads are held in memory at a time; the others wait unread at their senders. */
const MAX_UPLOADS = 8

/** The uploads of one server. */
export interface Uploads {
  readonly inTurn: Turns
  /** Aborted when the server stops: what has not come whole is not waited for. */
  readonly stopping: AbortSignal
}

/** A form as it comes in. */
interface UploadedForm {
  readonly read: ReadBytes
  /** Its `Content-Type`. */
  readonly type: string | undefined
}

/** The uploads of a server that stops when `stopping` is aborted. */
export function openUploads(stopping: AbortSignal): Uploads {
  return { inTurn: turns(MAX_UPLOADS), stopping }
}

/**
 * Has `use` work with the image that a request uploads, in the only field of a form, `file`. It is held until `use` is
 * done, and only so many are at a time.
 */
export function withUpload<T>(
  { inTurn, stopping }: Uploads,
  { read, type }: UploadedForm,
  use: (image: Buffer) => Promise<T>,
): Promise<Fault | T> {
  return inTurn(async () => {
    const body = await read({ ...LIMITS, stopping })
    if (isFault(body)) return body.fault === 'payload_too_large' ? tooLarge : body
    const image = fileInForm(type, body)
    if (isFault(image)) return image
    return image.length > MAX_IMAGE_BYTES ? tooLarge : use(image)
  })
}

const tooLarge = fault('payload_too_large', { limit: MAX_IMAGE_BYTES })
