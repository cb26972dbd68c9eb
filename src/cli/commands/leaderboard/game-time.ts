import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'

/** The time in the game, as the service writes it. */
export async function timeOf(client: Client): Promise<string> {
  const { body, text } = await client.request('GET', '/_gamify/clock')
  const { now } = (body ?? {}) as { readonly now?: unknown }
  if (typeof now !== 'string') throw new ServiceError({ status: 200, text })
  return now
}
