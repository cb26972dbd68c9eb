import { eventSentence, type ShownEvent } from '../../terminal/render/event-sentence.ts'
import type { Client } from '../../client/client.ts'
import type { TextView } from '../pane.ts'
import { wrap } from '../wrapped.ts'
import { shownOf } from './shown-of.ts'

/** An event of a feed, with the time when it happened. */
interface FeedEvent extends ShownEvent {
  readonly timestamp: string
}

/** The number of events to show, the newest first. */
const MAX_EVENTS = 200

/** The feed of the last game day, newest first. `ownerOf` is the player whose feed it is, if it is a player's. */
export function feedView<Item>(
  keyOf: (item: Item) => string,
  loadEvents: (client: Client, item: Item) => Promise<readonly FeedEvent[]>,
  ownerOf: (item: Item) => string | undefined = () => undefined,
): TextView<Item> {
  return {
    kind: 'text',
    name: 'feed',
    draw: (item, canvas) => {
      const feed = { key: `feed of ${keyOf(item)}`, load: (client: Client) => loadEvents(client, item) }
      return shownOf(canvas, feed, (events) =>
        events.length === 0
          ? ['Nothing happened in the last 24 hours.']
          : events
              .slice(-MAX_EVENTS)
              .toReversed()
              .flatMap((event) => feedLines(event, ownerOf(item), canvas.width)),
      )
    },
  }
}

/** The time, and the sentence beside it. */
function feedLines(event: FeedEvent, owner: string | undefined, width: number): string[] {
  const time = event.timestamp.slice(11, 19)
  const indent = ' '.repeat(time.length + 2)
  return wrap(eventSentence(event, owner), width - indent.length).map(
    (line, i) => `${i === 0 ? `${time}  ` : indent}${line}`,
  )
}
