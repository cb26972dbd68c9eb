import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { Agent, errors, request } from 'undici'
import type { Wire, WireRequest } from './wire.ts'

/** How long a service may be silent before its answer begins, and between the pieces of it. */
const MAX_SILENCE_MS = 30_000

/** The same where the body goes out piece by piece: what is done about it may be long work. */
const MAX_WORK_MS = 10 * 60_000

/** How a wire goes about it, where not the usual. */
export interface WireOptions {
  /** The certificate of an authority to trust over https, besides those that Node trusts; PEM. */
  readonly authority?: string | undefined
  readonly maxSilenceMs?: number
}

/** A wire over HTTP. Connections are kept until it is closed. */
export function undiciWire({ authority, maxSilenceMs = MAX_SILENCE_MS }: WireOptions = {}): Wire {
  const connect = authority === undefined ? {} : { ca: [...getCACertificates(), authority] }
  const dispatcher = new Agent({ headersTimeout: maxSilenceMs, bodyTimeout: maxSilenceMs, connect })
  return {
    async send({ url, method, headers, body }, signal) {
      const isMade = isInPieces(body)
      const silenceMs = isMade ? MAX_WORK_MS : maxSilenceMs
      const sent = isMade ? Readable.from(body) : (body ?? null)
      const patience = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
      const aborting = signal && { signal }
      try {
        const answer = await request(url, { method, headers, body: sent, dispatcher, ...patience, ...aborting })
        const { statusCode: status, headers: found } = answer
        const isImage = String(found['content-type']).startsWith('image/')
        return isImage
          ? { status, text: '', image: await answer.body.bytes() }
          : { status, text: await answer.body.text() }
      } catch (error) {
        throw inWords(error, silenceMs)
      }
    },
    async open({ url, method, headers, isFollowed = false }, signal) {
      // What is followed may have nothing to tell for hours.
      const patience = isFollowed ? { bodyTimeout: 0 } : {}
      try {
        const { statusCode: status, body } = await request(url, { method, headers, dispatcher, signal, ...patience })
        return { status, pieces: told(body.setEncoding('utf8'), maxSilenceMs) }
      } catch (error) {
        throw inWords(error, maxSilenceMs)
      }
    },
    close: () => dispatcher.close(),
  }
}

function isInPieces(body: WireRequest['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

async function* told(pieces: AsyncIterable<string>, silenceMs: number): AsyncGenerator<string, void> {
  try {
    yield* pieces
  } catch (error) {
    throw inWords(error, silenceMs)
  }
}

function inWords(error: unknown, silenceMs: number): unknown {
  const isSilence = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  return isSilence ? new Error(`no data for ${silenceMs / 1000} s`, { cause: error }) : error
}
