import { randomUUID } from 'node:crypto'

/** Headers and body of a request whose form has a file in its one field, `file`. Spec 1, 2 "multipart form". */
export function formWithFile(file: Uint8Array): { headers: Readonly<Record<string, string>>; body: Uint8Array } {
  // Nobody can have put into a file what nobody knows before.
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
