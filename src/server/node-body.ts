import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'

/** A JSON or form body may have so many bytes. Spec 5.2. */
export const MAX_BODY_BYTES = 1024 * 1024

/** What comes in after a refused body is thrown away for so long; a caller that goes on then is cut off. */
const DISCARD_MS = 2_000

const tooLarge = (): Fault => fault('payload_too_large', { limit: MAX_BODY_BYTES })

/** The text of a request's body. The answer to a fault may be sent at once, whatever is still on its way. */
export function readNodeBody(req: IncomingMessage, res: ServerResponse): Promise<Fault | string> {
  const refused = refusedByHead(req)
  if (refused) {
    if (!isWaiting(req)) discardRest(req)
    return Promise.resolve(refused)
  }
  if (isWaiting(req)) res.writeContinue()
  return collect(req)
}

/** Why a body is refused before it is read. */
function refusedByHead({ headers }: IncomingMessage): Fault | undefined {
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge()
  const encoding = headers['content-encoding']?.trim() ?? ''
  if (encoding === '' || encoding.toLowerCase() === 'identity') return undefined
  const message = `The request body is encoded as ${encoding}; send it as it is, without a Content-Encoding`
  return fault('invalid_request', { message })
}

/** Whether the caller sends its body only when it is told that it may. */
function isWaiting(req: IncomingMessage): boolean {
  return req.headers.expect !== undefined
}

function collect(req: IncomingMessage): Promise<Fault | string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer): void => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) return void chunks.push(chunk)
      req.off('data', onData)
      discardRest(req)
      resolve(tooLarge())
    }
    req.on('data', onData)
    req.on('end', () => resolve(textOf(chunks)))
    req.on('error', () => resolve(fault('invalid_request', { message: 'The request body was cut off' })))
  })
}

function textOf(chunks: readonly Buffer[]): Fault | string {
  const [first] = chunks
  if (first === undefined) return ''
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks)
  return isUtf8(bytes) ? bytes.toString() : fault('invalid_json', { message: 'it is not UTF-8' })
}

/** Reads on without keeping anything, so that the caller gets to see the answer, but not for ever. */
function discardRest(req: IncomingMessage): void {
  req.resume()
  const cut = setTimeout(() => req.socket.destroy(), DISCARD_MS)
  req.on('close', () => clearTimeout(cut))
}
