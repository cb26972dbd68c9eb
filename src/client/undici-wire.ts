import { Readable } from 'node:stream'
import { getCACertificates } from 'node:tls'
import { Agent, errors, request } from 'undici'
import type { Wire, WireRequest } from './wire.ts'

/** How long a service may be silent before its answer begins, and between the pieces of the answer. */
const MAX_SILENCE_MS = 30_000

/** The same for a body that is sent in pieces, because the service may need long to process it. */
const MAX_WORK_MS = 10 * 60_000

/** The options of a wire. */
export interface WireOptions {
  /** The certificate (PEM) of an authority to trust over https, in addition to those that Node trusts. */
  readonly authority?: string | undefined
  readonly maxSilenceMs?: number
}

/** Creates a wire over HTTP. Connections are kept until it is closed. */
export function undiciWire({ authority, maxSilenceMs = MAX_SILENCE_MS }: WireOptions = {}): Wire {
  const connect = authority === undefined ? {} : { ca: [...getCACertificates(), authority] }
  const dispatcher = new Agent({ headersTimeout: maxSilenceMs, bodyTimeout: maxSilenceMs, connect })
  return {
    async send({ url, method, headers, body }, signal) {
      const isStreamed = isInPieces(body)
      const silenceMs = isStreamed ? MAX_WORK_MS : maxSilenceMs
      const sent = isStreamed ? Readable.from(body) : (body ?? null)
      const patience = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
      const aborting = signal && { signal }
      try {
        const answer = await request(url, { method, headers, body: sent, dispatcher, ...patience, ...aborting })
        const { statusCode: status, headers: answerHeaders } = answer
        const isImage = String(answerHeaders['content-type']).startsWith('image/')
        return isImage
          ? { status, text: '', image: await answer.body.bytes() }
          : { status, text: await answer.body.text() }
      } catch (error) {
        throw describeFailure(error, silenceMs)
      }
    },
    async open({ url, method, headers, isFollowed = false }, signal) {
      // An answer that is followed may be silent for hours.
      const patience = isFollowed ? { bodyTimeout: 0 } : {}
      try {
        const { statusCode: status, body } = await request(url, { method, headers, dispatcher, signal, ...patience })
        return { status, pieces: describeFailures(body.setEncoding('utf8'), maxSilenceMs) }
      } catch (error) {
        throw describeFailure(error, maxSilenceMs)
      }
    },
    close: () => dispatcher.close(),
  }
}

function isInPieces(body: WireRequest['body']): body is AsyncIterable<string | Uint8Array> {
  return typeof body === 'object' && Symbol.asyncIterator in body
}

async function* describeFailures(pieces: AsyncIterable<string>, silenceMs: number): AsyncGenerator<string, void> {
  try {
    yield* pieces
  } catch (error) {
    throw describeFailure(error, silenceMs)
  }
}

function describeFailure(error: unknown, silenceMs: number): unknown {
  const isSilence = error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
  return isSilence ? new Error(`no data for ${silenceMs / 1000} s`, { cause: error }) : error
}
