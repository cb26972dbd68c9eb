import type { ReactNode } from 'react'
import { eventSentence, type ShownEvent } from '../../sentences/event-sentence.ts'
import { withArrows } from '../texts.ts'
import { GameTime } from './game-time.tsx'

/** An event of a feed, with the time when it happened. */
interface FeedEvent extends ShownEvent {
  readonly id?: string
  readonly timestamp: string
}

/** The most events that are shown: the newest ones. */
const MAX_EVENTS = 100

/** Shows the events of the feed of a process or team as sentences, newest first. */
export function FeedList({
  of,
  events,
  empty,
}: {
  /** Whose feed it is, which its events do not say. */
  readonly of: Pick<ShownEvent, 'process' | 'team'>
  readonly events: readonly FeedEvent[]
  readonly empty: string
}): ReactNode {
  if (events.length === 0) return <p className="muted">{empty}</p>
  return (
    <ol className="feed">
      {events
        .slice(-MAX_EVENTS)
        .toReversed()
        .map((event, i) => (
          <li key={event.id ?? i}>
            <GameTime at={event.timestamp} />
            <span>{withArrows(eventSentence({ ...of, ...event }))}</span>
          </li>
        ))}
    </ol>
  )
}
