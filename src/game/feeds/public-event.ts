import { playerFields, type EntryStamp, type GameEvent } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { toIso } from '../kernel/instant.ts'
import type { SubjectKind } from '../members/subject.ts'

/** An event as feeds and answers show it: the engine's own part left out, its time and id added. Spec 5.3. */
export interface PublicEvent {
  readonly event: string
  readonly timestamp: string
  readonly id: string
  readonly [part: string]: unknown
}

/** An event as the notifications of a player show it, without that player. Spec 1 "Notification". */
export interface Notification extends PublicEvent {
  readonly seen: boolean
}

/** What the engine alone needs of an event is kept under `engine`. */
interface EngineEvent extends GameEvent {
  readonly engine?: unknown
}

/** The event without the engine's part, which few have. */
function partsToShow(event: EngineEvent): GameEvent {
  if (event.engine === undefined) return event
  const { engine: _, ...parts } = event
  return parts
}

/** Shows the event at `index` of the entry made at `moment`. */
export function publicEvent(event: GameEvent, stamp: EntryStamp, index: number): PublicEvent {
  return { ...partsToShow(event), timestamp: toIso(stamp.at), id: eventId(stamp, index) }
}

const names: ReadonlySet<string> = new Set(playerFields)

/** The event as it stands in a player's own feed and notifications: that player is left out of it. Spec 5.3. */
export function inFeedOf(owner: string, event: PublicEvent): PublicEvent {
  const { deferred, ...shown } = without(owner, event)
  return (deferred === undefined ? shown : { ...shown, deferred: without(owner, deferred as object) }) as PublicEvent
}

/** Some of an event, without a player. */
function without(player: string, parts: object): Readonly<Record<string, unknown>> {
  const isPlayer = (part: unknown) => typeof part === 'object' && part !== null && 'id' in part && part.id === player
  return Object.fromEntries(Object.entries(parts).filter(([name, part]) => !(names.has(name) && isPlayer(part))))
}

/** The event as it stands in the feed of the process or team that it is about, which only beginning and end name. Spec 5.3. */
export function inFeedOfSubject(kind: SubjectKind, event: PublicEvent): PublicEvent {
  if (event.event === 'create' || event.event === 'delete') return event
  const { [kind]: _, ...shown } = event
  return shown as PublicEvent
}
