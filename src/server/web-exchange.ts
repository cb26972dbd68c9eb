import { STATUS_CODES } from 'node:http'
import { fault, type Fault, isFault } from '../game/kernel/fault.ts'
import { type Answer, CORS_HEADER, faultAnswer, isStream, lengthOf } from './answer.ts'
import { sentIn, type Call } from './call.ts'
import {
  BODY_LIMITS,
  bodyText,
  cutOff,
  notWaitedFor,
  refusedByHead,
  tooLarge,
  tooSlow,
  type BodyLimits,
  type ReadBytes,
} from './incoming-bytes.ts'
import { BrokenBody } from './incoming-stream.ts'
import type { Target } from './node-call.ts'
import { parseFields } from './query.ts'
import { withUpload } from './upload.ts'

/**
 * A request that arrives without a socket, and its answer. light-my-request cannot replace it: there, nothing can cut off a
 * connection, and a body that breaks off has no answer.
 */
export class WebExchange {
  readonly #request: Request
  readonly #stopping: AbortSignal
  /** Aborted when the answer is over, or when the caller no longer wants it. */
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

  /** Rejects when there will be no answer, or no more of it, because the caller went away or is cut off. */
  get broken(): Promise<never> {
    return this.#broken.promise
  }

  /** Creates the call of the request. */
  call(target: Target): Call {
    const request = this.#request
    const read: ReadBytes = (limits) => readWebBytes(request, limits)
    const header: Call['header'] = (name) =>
      request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : undefined)
    const call: Call = {
      ...target,
      method: request.method,
      header,
      query: parseFields(target.search),
      authorization: header('authorization'),
      body: async () => sentIn(call, bodyText(await read({ ...BODY_LIMITS, stopping: this.#stopping }))),
      stream: () => streamWebBytes(request, this.#stopping),
      upload: (uploads, use) => withUpload(uploads, { read, type: header('content-type') }, use),
      handOver: async () => faultAnswer(needsSocket),
      cutOff: () =>
        this.#breakOff(new TypeError('fetch failed', { cause: new Error('The emulator cut the call off') })),
      signal: () => this.#gone.signal,
    }
    return call
  }

  /** Turns an answer into a response. An answer in pieces is made as fast as the caller reads it. */
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
    // A response that was constructed, and not fetched, does not have a URL.
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

/** The statuses whose answers never have a body. */
const BARE: ReadonlySet<number> = new Set([204, 205, 304])

const needsSocket = fault('invalid_request', {
  message: 'A stream over Engine.IO needs a socket: start the game with a port, or use Server-Sent Events',
})

/** Reads the bytes of a web request's body, within the limits of bodies that arrive over a socket. */
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

/** Returns the bytes as they arrive, without a limit, no faster than the reader takes them. Throws BrokenBody if the body does not arrive whole. */
function streamWebBytes(request: Request, stopping: AbortSignal): Fault | AsyncIterable<Buffer> {
  return refusedBeforeReading(request, { maxBytes: Infinity, stopping }) ?? pieces(request, [stopping])
}

function refusedBeforeReading({ headers }: Request, limits: BodyLimits): Fault | undefined {
  return limits.stopping?.aborted ? notWaitedFor : refusedByHead({ headers: Object.fromEntries(headers) }, limits)
}

/** Breaks off when one of `ends` aborts. The fault is the signal's reason, or that the server stops. */
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
