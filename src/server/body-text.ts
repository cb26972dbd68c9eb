import { isUtf8 } from 'node:buffer'
import type { Fault } from '../game/kernel/fault.ts'
import { isFault } from '../game/kernel/fault.ts'
import type { BodyLimits } from './incoming-bytes.ts'
import { notJson } from './json-body.ts'

/** A JSON or form body may have so many bytes. Spec 5.2. */
export const MAX_BODY_BYTES = 1024 * 1024

/** A JSON or form body may be on its way so long. */
const MAX_BODY_MS = 300_000

/** Reads the bytes of a request's body, however it comes; a fault where they are not to be had within the limits. */
export type ReadBytes = (limits: BodyLimits) => Promise<Fault | Buffer>

/**
 * The text of a request's body. The answer to a fault may be sent at once, whatever is still on its way; what has not come
 * whole when `stopping` is aborted is one.
 */
export async function bodyText(read: ReadBytes, stopping: AbortSignal): Promise<Fault | string> {
  const bytes = await read({ maxBytes: MAX_BODY_BYTES, maxMs: MAX_BODY_MS, stopping })
  if (isFault(bytes)) return bytes
  return isUtf8(bytes) ? bytes.toString() : notJson('body', 'it is not UTF-8')
}
