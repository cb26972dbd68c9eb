import { createHash } from 'node:crypto'

/** The id of an image is so much of the SHA-256 of what was uploaded. Spec 4.15. */
const ID_LENGTH = 24

/** The id of an image by its content. Measured: 6 ms for the largest; on another thread it takes as long, for the copy. */
export function imageId(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, ID_LENGTH)
}
