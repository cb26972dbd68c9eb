import type { Fault } from '../game/kernel/fault.ts'
import { isFault } from '../game/kernel/fault.ts'
import { BrokenBody } from './incoming-stream.ts'
import { cutOff, notWaitedFor, refusedByHead, tooLarge, tooSlow, type BodyLimits } from './incoming-bytes.ts'

/** The bytes of a web request's body, within the same limits as those that come over a socket; what is beyond them is not taken. */
export async function readWebBytes(request: Request, limits: BodyLimits): Promise<Fault | Buffer> {
  const refused = refusedBeforeReading(request, limits)
  if (refused) return refused
  const { maxBytes, maxMs, stopping } = limits
  const ends = new AbortController()
  const late = maxMs === undefined ? undefined : setTimeout(() => ends.abort(tooSlow(maxMs)), maxMs)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of pieces(request, stopping ? [ends.signal, stopping] : [ends.signal])) {
      size += chunk.length
      if (size > maxBytes) return tooLarge(limits)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof BrokenBody) return error.fault
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** The same as they come, however many, no faster than they are taken. Throws BrokenBody where they do not come whole. */
export function streamWebBytes(request: Request, stopping: AbortSignal): Fault | AsyncIterable<Buffer> {
  return refusedBeforeReading(request, { maxBytes: Infinity, stopping }) ?? pieces(request, [stopping])
}

function refusedBeforeReading({ headers }: Request, limits: BodyLimits): Fault | undefined {
  return limits.stopping?.aborted ? notWaitedFor : refusedByHead({ headers: Object.fromEntries(headers) }, limits)
}

/** Breaks off when one of `ends` is aborted, by a fault that is its reason, else since the game is served no longer. */
async function* pieces({ body }: Request, ends: readonly AbortSignal[]): AsyncGenerator<Buffer, void, void> {
  if (!body) return
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => {})
  const over = new AbortController()
  const onEnd = (why: unknown): void => end.reject(new BrokenBody(isFault(why) ? why : notWaitedFor))
  for (const signal of ends) signal.addEventListener('abort', () => onEnd(signal.reason), { signal: over.signal })
  try {
    for (;;) {
      const { done, value } = await Promise.race([end.promise, reader.read()])
      if (done) return
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
  } catch (error) {
    throw error instanceof BrokenBody ? error : new BrokenBody(cutOff)
  } finally {
    over.abort()
    reader.cancel().catch(() => {})
  }
}
