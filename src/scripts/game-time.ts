import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'

/** What the game's clock shows, in ms; undefined where the client may not see it, or the service has none. Spec 6.6. */
export async function gameTime(client: Client): Promise<number | undefined> {
  try {
    return Date.parse((await control(client, 'GET /_gamify/clock')).body.now)
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
