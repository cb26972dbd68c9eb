import { playerFields, type EntryStamp, type GameEvent } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { toIso } from '../kernel/instant.ts'
import type { SubjectKind } from '../members/subject.ts'

/** An event, as feeds and answers show it: without the engine's part, with its time and id. Spec 5.3. */
export interface PublicEvent {
  readonly event: string
  readonly timestamp: string
  readonly id: string
  readonly [part: string]: unknown
}

/** An event, as a player's notifications show it, without that player. Spec 1 "Notification". */
export interface Notification extends PublicEvent {
  readonly seen: boolean
}

/** An event with `engine`, the part that only the engine needs. */
interface EngineEvent extends GameEvent {
  readonly engine?: unknown
}

/** Returns the event without the engine's part, which few events have. */
function withoutEngine(event: EngineEvent): GameEvent {
  if (event.engine === undefined) return event
  const { engine: _, ...parts } = event
  return parts
}

/** Shows the event at `index` of the entry with this stamp. */
export function publicEvent(event: GameEvent, stamp: EntryStamp, index: number): PublicEvent {
  return { ...withoutEngine(event), timestamp: toIso(stamp.at), id: eventId(stamp, index) }
}

const playerFieldNames: ReadonlySet<string> = new Set(playerFields)

/** Returns the event as it appears in a player's own feed and notifications, which leave that player out. Spec 5.3. */
export function inFeedOf(owner: string, event: PublicEvent): PublicEvent {
  const { deferred, ...shown } = withoutPlayer(owner, event)
  return (
    deferred === undefined ? shown : { ...shown, deferred: withoutPlayer(owner, deferred as object) }
  ) as PublicEvent
}

/** Returns fields of an event without those that name a player. */
function withoutPlayer(player: string, parts: object): Readonly<Record<string, unknown>> {
  const isPlayer = (part: unknown) => typeof part === 'object' && part !== null && 'id' in part && part.id === player
  return Object.fromEntries(
    Object.entries(parts).filter(([name, part]) => !(playerFieldNames.has(name) && isPlayer(part))),
  )
}

/**
 * Returns the event as it appears in the feed of the process or team that it is about. That feed names its subject only
 * in `create` and `delete`. Spec 5.3.
 */
export function inFeedOfSubject(kind: SubjectKind, event: PublicEvent): PublicEvent {
  if (event.event === 'create' || event.event === 'delete') return event
  const { [kind]: _, ...shown } = event
  return shown as PublicEvent
}
