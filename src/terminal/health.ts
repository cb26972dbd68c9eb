import type { Client } from '../client/client.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import { ServiceError } from '../client/service-error.ts'

/** What an emulator says of itself, if it is one: an emulator of another version can lack fields. Spec 6.6. */
export type Health = { readonly [Field in keyof ControlAnswer<'GET /_gamify/health'>]?: unknown }

/** Reads the health of an emulator. One that is not ready says so with 503, which is an answer here. */
export async function healthOf(client: Client): Promise<Health> {
  try {
    return (await client.request('GET', '/_gamify/health')).body as Health
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 503 || !error.received.startsWith('{')) throw error
    return JSON.parse(error.received) as Health
  }
}
