import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fault, isFault } from '../game/kernel/fault.ts'
import { cutOff, discardRest, refusedBeforeReading, stopped } from './incoming-bytes.ts'

/** Thrown when a body breaks off before its end, or cannot be read at all. The fault is the answer if the caller still listens. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(`a request body cannot be read: ${fault.fault}`)
    this.fault = fault
  }
}

/**
 * Returns the bytes of a request's body as they arrive, without a limit, no faster than the reader takes them, or a fault if
 * the body is encoded. Throws BrokenBody if the caller goes away, or `stopping` aborts, before the body has arrived whole.
 * A reader that has enough can answer at once, whatever is still to arrive.
 */
export function streamBytes(
  req: IncomingMessage,
  res: ServerResponse,
  stopping: AbortSignal,
): Fault | AsyncIterable<Buffer> {
  if (req.destroyed) return cutOff
  const refused = refusedBeforeReading(req, res, { maxBytes: Infinity, stopping })
  return isFault(refused) ? refused : pieces(req, res, stopping)
}

async function* pieces(
  req: IncomingMessage,
  res: ServerResponse,
  stopping: AbortSignal,
): AsyncGenerator<Buffer, void, void> {
  // Destroying the request would close the connection, which the answer still needs.
  const body = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, void>
  const stop = Promise.withResolvers<never>()
  stop.promise.catch(() => {})
  const onStop = (): void => stop.reject(new BrokenBody(stopped(res)))
  stopping.addEventListener('abort', onStop)
  try {
    if (stopping.aborted) onStop()
    for (;;) {
      const next = await Promise.race([stop.promise, body.next()])
      if (next.done === true) return
      yield next.value
    }
  } catch (error) {
    throw error instanceof BrokenBody ? error : new BrokenBody(cutOff)
  } finally {
    stopping.removeEventListener('abort', onStop)
    if (!req.readableEnded) discardRest(req)
  }
}
