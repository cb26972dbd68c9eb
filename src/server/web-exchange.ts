import { STATUS_CODES } from 'node:http'
import { fault, type Fault, isFault } from '../game/kernel/fault.ts'
import type { Answer } from './answer.ts'
import { CORS_HEADER, faultAnswer, isStream, lengthOf } from './answer.ts'
import { bodyText, type ReadBytes } from './body-text.ts'
import type { Call } from './call.ts'
import type { Target } from './node-call.ts'
import { withUpload } from './upload.ts'
import { BrokenBody } from './incoming-stream.ts'
import { cutOff, notWaitedFor, refusedByHead, tooLarge, tooSlow, type BodyLimits } from './incoming-bytes.ts'

/**
 * A request that comes without a socket, and its answer. The objects of light-my-request cannot replace it: nothing can cut
 * off its connection, and a body that breaks off has no answer.
 */
export class WebExchange {
  readonly #request: Request
  readonly #stopping: AbortSignal
  /** Aborted when the answer is over, or the caller does not want it any more. */
  readonly #gone = new AbortController()
  readonly #broken = Promise.withResolvers<never>()
  #body: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(request: Request, stopping: AbortSignal) {
    this.#request = request
    this.#stopping = stopping
    const { signal } = request
    this.broken.catch(() => {})
    signal.addEventListener('abort', () => this.#breakOff(signal.reason), { signal: this.#gone.signal })
  }

  /** Rejects when there is to be no answer, or no more of it: the caller has gone, or is cut off. */
  get broken(): Promise<never> {
    return this.#broken.promise
  }

  /** The call that the request makes. */
  call(target: Target): Call {
    const request = this.#request
    const read: ReadBytes = (limits) => readWebBytes(request, limits)
    const header: Call['header'] = (name) =>
      request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : undefined)
    return {
      ...target,
      method: request.method,
      header,
      body: () => bodyText(read, this.#stopping),
      stream: () => streamWebBytes(request, this.#stopping),
      upload: (uploads, use) => withUpload(uploads, { read, type: header('content-type') }, use),
      handOver: async () => faultAnswer(needsSocket),
      cutOff: () =>
        this.#breakOff(new TypeError('fetch failed', { cause: new Error('The emulator cut the call off') })),
      signal: () => this.#gone.signal,
    }
  }

  /** The answer as the caller gets it. One in pieces is made as fast as it is read. */
  response(answer: Answer): Response {
    const { body, status, type, headers } = answer
    const length = lengthOf(answer)
    const init = {
      status,
      statusText: STATUS_CODES[status] ?? '',
      headers: {
        [CORS_HEADER[0]]: CORS_HEADER[1],
        'content-type': type,
        ...headers,
        ...(length !== undefined && { 'content-length': String(length) }),
      },
    }
    const isBare = this.#request.method === 'HEAD' || BARE.has(status)
    if (isBare || !isStream(body)) this.#gone.abort()
    const sent = isBare ? null : isStream(body) ? this.#inPieces(body) : body
    // One that is made, and not fetched, does not say where it is from.
    return Object.defineProperty(new Response(sent, init), 'url', { value: this.#request.url })
  }

  #inPieces(pieces: AsyncIterable<string | Buffer>): ReadableStream<Uint8Array> {
    const bytes = bytesOf(pieces)
    const end = (): void => void bytes.return().catch(() => {})
    this.#gone.signal.addEventListener('abort', end, { once: true })
    return new ReadableStream(
      {
        start: (controller) => void (this.#body = controller),
        pull: async (controller) => {
          const { done, value } = await bytes.next().catch((error: unknown) => {
            this.#gone.abort()
            throw error
          })
          if (this.#gone.signal.aborted) return
          if (!done) return controller.enqueue(value)
          this.#gone.abort()
          controller.close()
        },
        cancel: () => this.#gone.abort(),
      },
      { highWaterMark: 0 },
    )
  }

  #breakOff(why: unknown): void {
    this.#broken.reject(why)
    this.#body?.error(why)
    this.#gone.abort()
  }
}

async function* bytesOf(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

/** Answers that have no body, whatever is said. */
const BARE: ReadonlySet<number> = new Set([204, 205, 304])

const needsSocket = fault('invalid_request', {
  message: 'A stream over Engine.IO needs a socket: start the game with a port, or use Server-Sent Events',
})

/** The bytes of a web request's body, within the same limits as those that come over a socket; what is beyond them is not taken. */
async function readWebBytes(request: Request, limits: BodyLimits): Promise<Fault | Buffer> {
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
function streamWebBytes(request: Request, stopping: AbortSignal): Fault | AsyncIterable<Buffer> {
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
