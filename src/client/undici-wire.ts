import { Agent, request } from 'undici'
import type { Wire } from './wire.ts'

/** A wire over HTTP. Connections are kept until it is closed. */
export function undiciWire(): Wire {
  const dispatcher = new Agent()
  return {
    async send({ url, method, headers, body }) {
      const answer = await request(url, { method, headers, body: body ?? null, dispatcher })
      return { status: answer.statusCode, text: await answer.body.text() }
    },
    close: () => dispatcher.close(),
  }
}
