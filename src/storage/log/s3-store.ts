import { AwsV4Signer } from 'aws4fetch'
import { StorageError } from '../storage-error.ts'
import { bucketUrl, type S3Options } from './s3-address.ts'
import { isPassing, refused, unanswered, type S3Refusal } from './s3-errors.ts'

/** What is asked of a store. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** The name of an object in the bucket; undefined for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** What cannot be done if this fails, for the message. */
  readonly step: string
  /** The codes of refusals that the caller understands. */
  readonly expects?: (refusal: S3Refusal) => boolean
}

/** How long a store is waited for. */
export interface S3Patience {
  /** For how long a request is sent again that failed for a passing reason. */
  readonly retryMs: number
  /** How long nothing may arrive. */
  readonly silentMs: number
}

/** An answer with a body that is not read yet. */
export interface S3Content {
  readonly headers: Headers
  readonly pieces: AsyncIterable<Uint8Array>
}

const PATIENCE: S3Patience = { retryMs: 15_000, silentMs: 15_000 }

/** The first pause before a request is sent again, and the longest, in ms. */
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3_000

/** A body is sent at least so fast, in bytes a second. */
const SLOWEST_BYTES_A_SECOND = 256 * 1024

/** A list of 1,000 names of the greatest length is shorter than this. */
const MOST_TEXT_BYTES = 16 << 20

/** What the body of a request without one is, for its signature. */
const NO_BODY = new Uint8Array()

/** Sends signed requests to a bucket. What is refused, or not answered for long, throws StorageError. */
export class S3Store {
  readonly #options: S3Options
  readonly #patience: S3Patience
  /** The keys that the signer derives, one for each day. */
  readonly #derived = new Map<string, ArrayBuffer>()

  constructor(options: S3Options, patience: S3Patience = PATIENCE) {
    this.#options = options
    this.#patience = patience
  }

  /** Resolves to an answer with its text: a success, or a refusal that the caller expects. */
  send(request: S3Request): Promise<S3Refusal> {
    return this.#patiently(request, async (response) => {
      const { status, headers } = response
      return { status, headers, text: await textOf(this.#piecesOf(response)) }
    })
  }

  /** Resolves to an answer with a body that comes in pieces, or to a refusal that the caller expects. */
  open(request: S3Request): Promise<S3Content | S3Refusal> {
    return this.#patiently(request, async (response) => {
      const { ok, status, headers } = response
      const pieces = this.#piecesOf(response)
      return ok ? { headers, pieces } : { status, headers, text: await textOf(pieces) }
    })
  }

  async #patiently<T extends S3Refusal | S3Content>(
    request: S3Request,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { step, expects } = request
    const begunMs = performance.now()
    for (let attempt = 0; ; attempt++) {
      let problem: StorageError
      try {
        const answer = await this.#once(request, read)
        if (!('status' in answer) || isSuccess(answer) || expects?.(answer)) return answer
        problem = refused(step, answer, this.#options)
        if (!isPassing(answer)) throw problem
      } catch (error) {
        if (error instanceof StorageError) throw error
        problem = unanswered(step, error, this.#options)
      }
      // Nodes that failed at the same moment must not come back at the same moment.
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
      if (performance.now() - begunMs + pauseMs > this.#patience.retryMs) throw problem
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async #once<T>(request: S3Request, read: (response: Response) => Promise<T>): Promise<T> {
    const { method, key, query = {}, headers, body = NO_BODY } = request
    const { accessKeyId, secretAccessKey, sessionToken, region } = this.#options
    const content = Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.length)
    // Another thread computes it, so that plays do not wait for that of a long body.
    const sum = Buffer.from(await crypto.subtle.digest('SHA-256', content)).toString('hex')
    const signed = await new AwsV4Signer({
      method,
      url: `${bucketUrl(this.#options)}/${key === undefined ? '' : pathOf(key)}${queryOf(query)}`,
      headers: { ...headers, 'x-amz-content-sha256': sum },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      cache: this.#derived,
    }).sign()
    // Not signed, because proxies change it. A body that is packed would have another length than the object.
    signed.headers.set('accept-encoding', 'identity')
    const mostMs = this.#patience.silentMs + (body.length / SLOWEST_BYTES_A_SECOND) * 1_000
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(silence(mostMs)), mostMs)
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        // The signature is for this host, and no other one gets it.
        redirect: 'manual',
        signal: ending.signal,
        ...(content.length > 0 && { body: content }),
      })
      clearTimeout(timer)
      return await read(response)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Yields the body of an answer as it arrives. Rejects if nothing arrives for long. */
  async *#piecesOf(response: Response): AsyncGenerator<Uint8Array> {
    const body: ReadableStream<Uint8Array> | null = response.body
    if (!body) return
    const { silentMs } = this.#patience
    const reader = body.getReader()
    try {
      for (;;) {
        const silent = Promise.withResolvers<never>()
        const timer = setTimeout(() => silent.reject(silence(silentMs)), silentMs)
        const { done, value } = await Promise.race([reader.read(), silent.promise]).finally(() => clearTimeout(timer))
        if (done) return
        yield value
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
}

/** A multipart upload can fail after its answer has begun with 200. */
const isSuccess = ({ status, text }: S3Refusal): boolean =>
  status >= 200 && status < 300 && !/^\s*(?:<\?xml[^>]*>)?\s*<Error[\s>]/.test(text)

const silence = (ms: number): Error => new Error(`nothing came for ${Math.round(ms / 1_000)} s`)

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const found: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > MOST_TEXT_BYTES) break
    found.push(piece)
  }
  return Buffer.concat(found).toString()
}

const pathOf = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

function queryOf(query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
