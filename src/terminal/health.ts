import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'

/** What an emulator says of itself, if it is one. Spec 6.6. */
export interface Health {
  readonly name?: unknown
  readonly version?: unknown
  readonly status?: unknown
  /** The data directory that it serves, as an absolute path on its machine; one in memory has none. */
  readonly data?: unknown
}

/** Reads the health of an emulator. One that is not ready says so with 503, which is an answer here. */
export async function healthOf(client: Client): Promise<Health> {
  try {
    return (await client.request('GET', '/_gamify/health')).body as Health
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 503 || !error.received.startsWith('{')) throw error
    return JSON.parse(error.received) as Health
  }
}
