import type { GameState } from '../game-state.ts'
import { nameOf } from '../kernel/book.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { packPlace } from '../kernel/ids.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { recordOf } from '../members/record.ts'
import { hasRole, membershipsOf } from '../members/state.ts'
import { tenuresOf, type Tenure } from '../members/tenures.ts'
import { hasSubject, subjectKey, subjectOf, subjectOfKey } from '../members/subject.ts'
import type { Player } from '../players/player.ts'
import { firstPlaceFrom, placesInFeed } from './feed-index.ts'
import { mergedNewestFirst, STRIDE } from './newest-first.ts'
import type { Period } from './period.ts'
import { askKey, noticesOf, toldOf } from './placing.ts'

/** That a player is, or was, in a process or team with the same roles: after entry `since`, before entry `until`. */
type Stay = Omit<Tenure, 'player'>

/** Where a player is, and then where the player was, the newest of each process or team first. */
function* staysOf(state: GameState, player: string): Generator<Stay> {
  for (const { subject, roles, since } of membershipsOf(state.members, state.drops, player)) {
    const feed = recordOf(state, subjectOfKey(subject))?.feed
    if (feed !== undefined) yield { subject, feed, roles, since, until: Infinity }
  }
  yield* tenuresOf(state.members, player)
}

/** From when until when a feed tells a player something, by entries. */
type Span = Pick<Stay, 'since' | 'until'>

/** The feeds that tell a player something, each with its spans, the newest first. */
type Listened = Map<number, Span[]>

/**
 * The packed places of what a player is notified of in a period, the newest first and each once. It is not kept for each:
 * it is what was told to that player by name, to those in a process or team while the player was in it, and to those who
 * have a role of a team while the player had it. Spec 5.3.
 */
export function* noticesFor(state: GameState, player: Player, period: Period): Steps<number[]> {
  const lists: number[][] = []
  yield* gatherNotices(state, player, period, lists)
  return yield* mergedNewestFirst(lists)
}

/** As many strides as a command goes, which cannot pause, to see what a player is notified of. */
const MAX_STRIDES_AT_ONCE = 10

/** The same at once, in no order; where it is very much, not all of it: as far as some 10,000 looks go. */
export function someNoticesFor(state: GameState, player: Player, period: Period): ReadonlySet<number> {
  const lists: number[][] = []
  const steps = gatherNotices(state, player, period, lists)
  for (let strides = 0; strides < MAX_STRIDES_AT_ONCE && !steps.next(new Map()).done;) strides += 1
  return new Set(lists.flat())
}

/** Puts the places in each feed that a player listens to into a list of its own, the newest first. */
function* gatherNotices(state: GameState, player: Player, period: Period, lists: number[][]): Steps<void> {
  const { feeds } = state
  let looks = 0
  for (const [feed, spans] of yield* listenedBy(state, player, period.startMs)) {
    const places: number[] = []
    lists.push(places)
    let span = 0
    for (const place of placesInFeed(feeds, feed, period.startMs, period.endMs)) {
      looks += 1
      if (looks % STRIDE === 0) yield pause
      while (place < startOf(spans[span])) span += 1
      if (span === spans.length) break
      if (place < endOf(spans[span])) places.push(place)
    }
    looks += 1
    if (looks % STRIDE === 0) yield pause
  }
}

const always: Span = { since: 0, until: Infinity }

/** The player's own notices, the feeds of who came and went, and of the requests that the player could approve. */
function* listenedBy(state: GameState, player: Player, startMs: number): Steps<Listened> {
  const listened: Listened = new Map([[noticesOf(player.feed), [always]]])
  const first = firstPlaceFrom(state.feeds, startMs)
  let looks = 0
  for (const stay of staysOf(state, player.id)) {
    looks += 1
    if (looks % STRIDE === 0) yield pause
    // Those that come now ended earlier still.
    if (endOf(stay) <= first) break
    note(listened, noticesOf(stay.feed), stay)
    for (const key in stay.roles) {
      const feed = state.asks.get(askKey(stay.feed, nameOf(key)))
      if (feed !== undefined) note(listened, feed, stay)
    }
  }
  return listened
}

function note(listened: Listened, feed: number, span: Span): void {
  const spans = listened.get(feed)
  if (spans) spans.push(span)
  else listened.set(feed, [span])
}

/** Of no span, before all places. */
const startOf = (span: Span | undefined): number => (span ? packPlace({ seq: span.since + 1, index: 0 }) : -Infinity)
const endOf = (span: Span | undefined): number => (span ? packPlace({ seq: span.until, index: 0 }) : -Infinity)

/** What roles a player has in a process or team, or had until an entry. */
type RolesIn = Pick<Stay, 'subject' | 'roles' | 'since'> & Partial<Pick<Stay, 'until'>>

function* rolesOf({ members, drops }: GameState, player: string): Generator<RolesIn> {
  yield* membershipsOf(members, drops, player)
  yield* tenuresOf(members, player)
}

/** Tells whether a player was notified of an event of the entry `seq`. */
export type WasTold = (event: GameEvent, seq: number) => boolean

/** Looks up where a player is and was no more than once, however many events are asked about. */
export function toldTo(state: GameState, player: Player): WasTold {
  let stays: ReadonlyMap<string, readonly RolesIn[]> | undefined
  const rolesIn = (subject: string, seq: number): RolesIn | undefined => {
    stays ??= Map.groupBy(rolesOf(state, player.id), (stay) => stay.subject)
    return stays.get(subject)?.find(({ since, until = Infinity }) => seq > since && seq < until)
  }
  return (event, seq) => {
    const { player: id, members = false, roles = [] } = toldOf(event)
    if (id === player.id && seq > player.born) return true
    if ((!members && roles.length === 0) || !hasSubject(event)) return false
    const stay = rolesIn(subjectKey(subjectOf(event)), seq)
    return stay !== undefined && (members || roles.some((role) => hasRole(stay, role)))
  }
}
