import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'

/** What the game's clock shows, in ms; undefined where the client may not see it, or the service has none. Spec 6.6. */
export async function gameTime(client: Client): Promise<number | undefined> {
  try {
    const { body } = await client.request('GET', '/_gamify/clock')
    return Date.parse((body as { now: string }).now)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
