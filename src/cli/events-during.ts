import type { Client } from '../client/client.ts'
import type { ShownEvent } from '../terminal/render/event-sentence.ts'

/** What came into the feed of a player while something was done, oldest first, beside its answer. */
export async function eventsDuring<T>(
  client: Client,
  player: string,
  act: () => Promise<T>,
): Promise<{ readonly answer: T; readonly events: readonly ShownEvent[] }> {
  const feed = async (start?: string) => {
    const query = start === undefined ? {} : { start }
    return (await client.call('GET /v2/admin/players/:player_id/activity', { params: { player_id: player }, query }))
      .body
  }
  const last = (await feed()).at(-1)
  const answer = await act()
  // From the time of the last one on; others of that very time come before it.
  const events = await feed(last?.timestamp)
  return { answer, events: events.slice(events.findIndex(({ id }) => id === last?.id) + 1) }
}
