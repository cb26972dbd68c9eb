import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'

/**
 * The health of an emulator. All fields are optional and unchecked, because the answer can come from another version or
 * another program. Spec 6.6.
 */
export type Health = { readonly [Field in keyof ControlAnswer<'GET /_gamify/health'>]?: unknown }

/** Reads the health of an emulator. An emulator that is not ready answers 503 with its health. */
export async function healthOf(client: Client): Promise<Health> {
  try {
    return (await client.request('GET', '/_gamify/health')).body as Health
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 503 || !error.received.startsWith('{')) throw error
    return JSON.parse(error.received) as Health
  }
}
