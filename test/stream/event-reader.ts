import type { TestGame } from '../support/http.ts'

/** Where notifications come as Server-Sent Events. */
export const eventsPath = '/v2/runtime/notifications/events'

/** One event of a stream. */
export interface ServedEvent {
  readonly event: string
  readonly id: string
  readonly data: { readonly id: string }
}

/** A stream of Server-Sent Events that is read as it comes. */
export interface EventReader {
  /** The next event; undefined when the stream has ended. Rejects where it was cut off. */
  readonly next: () => Promise<ServedEvent | undefined>
  /** Goes away. */
  readonly leave: () => Promise<void>
}

/** Opens a player's stream as the staging client, after an event where one is named. */
export async function openEvents(game: TestGame, as: string, lastEventId?: string): Promise<EventReader> {
  const going = new AbortController()
  const response = await fetch(`${game.url}${eventsPath}?player_id=${as}`, {
    headers: {
      authorization: `Bearer ${await game.token('gamify-staging')}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: going.signal,
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const events = eventsIn(response)
  return {
    next: async () => (await events.next()).value,
    leave: async () => {
      going.abort()
      await events.return(undefined).catch(() => {})
    },
  }
}

/**
 * Reads blocks of lines; comments say nothing. It keeps the response, because a collected response whose body nobody has
 * begun to read cancels that body.
 */
async function* eventsIn(response: Response): AsyncGenerator<ServedEvent, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of response.body ?? new ReadableStream()) {
    const blocks = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (!block.startsWith(':')) yield eventOf(block)
  }
  return undefined
}

function eventOf(block: string): ServedEvent {
  const [, event = '', id = '', data = ''] = /^event: (.*)\nid: (.*)\ndata: (.*)$/.exec(block) ?? []
  return { event, id, data: JSON.parse(data) }
}
