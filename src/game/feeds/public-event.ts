import type { Entry, GameEvent } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import { toIso } from '../kernel/instant.ts'

/** An event as feeds and answers show it: the engine's own part left out, its time and id added. Spec 5.3. */
export interface PublicEvent {
  readonly event: string
  readonly timestamp: string
  readonly id: string
  readonly [part: string]: unknown
}

/** What a play did: its own event, then what followed from it and what happened to others. Spec 1 "Event bundle", 4.8. */
export interface EventBundle {
  readonly local: readonly PublicEvent[]
  readonly global: readonly PublicEvent[]
}

/** Where an event of an entry stands in time and history. */
type Moment = Pick<Entry, 'at' | 'seq' | 'chain'>

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
export function publicEvent(event: GameEvent, moment: Moment, index: number): PublicEvent {
  return { ...partsToShow(event), timestamp: toIso(moment.at), id: eventId(moment, index) }
}

const namesOfPlayers = ['actor', 'player', 'new_owner', 'inviter', 'invitee'] as const

/** The event as it stands in a player's own feed: that player is left out of it. Spec 5.3. */
export function inFeedOf(owner: string, event: PublicEvent): PublicEvent {
  const isOwner = (part: unknown) => typeof part === 'object' && part !== null && 'id' in part && part.id === owner
  return Object.fromEntries(
    Object.entries(event).filter(([name, part]) => !(namesOfPlayers.some((known) => known === name) && isOwner(part))),
  ) as unknown as PublicEvent
}
