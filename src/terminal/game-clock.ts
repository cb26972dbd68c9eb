import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'

/** What the clock of a game shows, as the service writes it. Spec 6.6. */
export interface GameClock {
  readonly now: string
  readonly frozen: boolean
  /** The whole answer. */
  readonly text: string
}

/** What is to become of a clock. Spec 6.6. */
export interface ClockChange {
  readonly now?: string
  readonly advance?: string
  readonly frozen?: boolean
}

/** Reads the clock of the game, or sets it. */
export async function gameClock(client: Client, change?: ClockChange): Promise<GameClock> {
  const path = '/_gamify/clock'
  const answer = change ? client.request('PATCH', path, { body: change }) : client.request('GET', path)
  const { body, text } = await answer
  const { now, frozen } = (body ?? {}) as { readonly now?: unknown; readonly frozen?: unknown }
  if (typeof now !== 'string' || typeof frozen !== 'boolean') throw new ServiceError({ status: 200, text })
  return { now, frozen, text }
}
