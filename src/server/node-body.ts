import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import { readBytes } from './incoming-bytes.ts'

/** A JSON or form body may have so many bytes. Spec 5.2. */
export const MAX_BODY_BYTES = 1024 * 1024

/**
 * The text of a request's body. The answer to a fault may be sent at once, whatever is still on its way; what has not come
 * whole when `stopping` is aborted is one.
 */
export async function readNodeBody(
  req: IncomingMessage,
  res: ServerResponse,
  stopping: AbortSignal,
): Promise<Fault | string> {
  const bytes = await readBytes(req, res, { maxBytes: MAX_BODY_BYTES, stopping })
  if (isFault(bytes)) return bytes
  return isUtf8(bytes) ? bytes.toString() : fault('invalid_json', { message: 'it is not UTF-8' })
}
