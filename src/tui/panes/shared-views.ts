import type { Client } from '../../client/client.ts'
import { answererOf, pendingRequests, requestText, type Subject } from '../../inspect/requests.ts'
import { eventSentence, type ShownEvent } from '../../sentences/event-sentence.ts'
import { paragraphs, stack, timed, whenLoaded } from '../blocks.ts'
import type { TextView } from '../pane.ts'

/** An event of a feed, with the time when it happened. */
interface FeedEvent extends ShownEvent {
  readonly timestamp: string
}

/** The maximum number of events to show. The view shows the newest ones. */
const MAX_EVENTS = 200

/** Shows the feed of the last game day, newest first. `of` returns what it is the feed of, which its events do not say. */
export function feedView<Item>(
  keyOf: (item: Item) => string,
  loadEvents: (client: Client, item: Item) => Promise<readonly FeedEvent[]>,
  of: (item: Item) => { readonly player: string } | Pick<ShownEvent, 'process' | 'team'>,
): TextView<Item> {
  return {
    kind: 'text',
    name: 'feed',
    content: (item) =>
      whenLoaded({ key: `feed of ${keyOf(item)}`, load: (client) => loadEvents(client, item) }, (events) => {
        const subject = of(item)
        const sentence = (event: FeedEvent): string =>
          'player' in subject ? eventSentence(event, subject.player) : eventSentence({ ...subject, ...event })
        return events.length === 0
          ? paragraphs('Nothing happened in the last 24 hours.')
          : stack(
              ...events
                .slice(-MAX_EVENTS)
                .toReversed()
                .map((event) => timed(event.timestamp.slice(11, 19), sentence(event))),
            )
      }),
  }
}

/** Shows the pending requests about a row, as its owner sees them. */
export function requestsView<Item>(subjectOf: (item: Item) => Subject): TextView<Item> {
  return {
    kind: 'text',
    name: 'requests',
    content: (item) => {
      const subject = subjectOf(item)
      const as = answererOf(subject, undefined)
      if (as === undefined)
        return paragraphs(
          `This ${subject.kind} has no owner to answer requests. Press a to choose a player who answers.`,
        )
      const key = `requests about ${subject.kind} ${subject.id}`
      return whenLoaded({ key, load: (client) => pendingRequests(client, subject, as) }, (requests) =>
        paragraphs(...(requests.length === 0 ? ['There are no pending requests.'] : requests.map(requestText))),
      )
    },
  }
}
