import { Agent, errors, request } from 'undici'
import type { Wire } from './wire.ts'

/** How long a service may be silent before its answer begins, and between the pieces of it. */
const MAX_SILENCE_MS = 30_000

/** A wire over HTTP. Connections are kept until it is closed. */
export function undiciWire(maxSilenceMs = MAX_SILENCE_MS): Wire {
  const dispatcher = new Agent({ headersTimeout: maxSilenceMs, bodyTimeout: maxSilenceMs })
  return {
    async send({ url, method, headers, body }) {
      try {
        const answer = await request(url, { method, headers, body: body ?? null, dispatcher })
        const { statusCode: status, headers: found } = answer
        const isImage = String(found['content-type']).startsWith('image/')
        return isImage
          ? { status, text: '', image: await answer.body.bytes() }
          : { status, text: await answer.body.text() }
      } catch (error) {
        throw isSilence(error) ? new Error(`nothing came for ${maxSilenceMs / 1000} s`, { cause: error }) : error
      }
    },
    async open({ url, method, headers }, signal) {
      // What is followed may have nothing to tell for hours.
      const { statusCode: status, body } = await request(url, { method, headers, dispatcher, signal, bodyTimeout: 0 })
      return { status, pieces: body.setEncoding('utf8') }
    },
    close: () => dispatcher.close(),
  }
}

function isSilence(error: unknown): boolean {
  return error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError
}
