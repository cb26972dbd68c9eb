import { turns, type Turns } from '../async/turns.ts'
import { type Fault, fault, isFault } from '../game/kernel/fault.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import type { ReadBytes } from './incoming-bytes.ts'
import { fileInForm } from './multipart.ts'

/** The maximum size of the parts of a form around its file. */
const MAX_FORM_BYTES = 16 * 1024

const LIMITS = { maxBytes: MAX_IMAGE_BYTES + MAX_FORM_BYTES, maxMs: 60_000 }

/** The number of uploads that are held in memory at a time. The others wait unread at their senders. */
const MAX_UPLOADS = 8

/** The uploads of one server. */
export interface Uploads {
  readonly inTurn: Turns
  /** Aborted when the server stops and no more of an upload is waited for. */
  readonly stopping: AbortSignal
}

/** A form that is being uploaded. */
interface UploadedForm {
  readonly read: ReadBytes
  /** The `Content-Type` of the form. */
  readonly type: string | undefined
}

/** Creates the uploads of a server that stops when `stopping` aborts. */
export function openUploads(stopping: AbortSignal): Uploads {
  return { inTurn: turns(MAX_UPLOADS), stopping }
}

/**
 * Calls `use` with the image that a request uploads, in `file`, the only field of a form. The image is held until `use`
 * is done, and the number of held images is limited.
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
