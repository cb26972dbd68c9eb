import type { GameState } from '../game-state.ts'
import { nameOf } from '../kernel/name-map.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { packPosition } from '../kernel/ids.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { recordOf } from '../members/record.ts'
import { hasRole, memberCount, memberOf, membershipsOf, membersOf } from '../members/state.ts'
import { endedAfter, pastMembershipsOf, type PastMembership } from '../members/membership-history.ts'
import { hasSubject, subjectKey, subjectOf, subjectOfKey } from '../members/subject.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { firstPositionFrom, positionsInFeed } from './feed-index.ts'
import type { Period } from './reading.ts'
import { askKey, noticesOf, receiversOf, type Receivers } from './routing.ts'

/** That a player is, or was, in a process or team with the same roles: after entry `since`, before entry `until`. */
type Stay = Omit<PastMembership, 'player'>

/** Where a player is, and then where the player was, the newest of each process or team first. */
function* staysOf(state: GameState, player: string): Generator<Stay> {
  for (const { subject, roles, since } of membershipsOf(state.members, state.drops, player)) {
    const feed = recordOf(state, subjectOfKey(subject))?.feed
    if (feed !== undefined) yield { subject, feed, roles, since, until: Infinity }
  }
  yield* pastMembershipsOf(state.members, player)
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
    for (const place of positionsInFeed(feeds, feed, period.startMs, period.endMs)) {
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
  const first = firstPositionFrom(state.feeds, startMs)
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
const startOf = (span: Span | undefined): number => (span ? packPosition({ seq: span.since + 1, index: 0 }) : -Infinity)
const endOf = (span: Span | undefined): number => (span ? packPosition({ seq: span.until, index: 0 }) : -Infinity)

/** What roles a player has in a process or team, or had until an entry. */
type RolesIn = Pick<Stay, 'subject' | 'roles' | 'since'> & Partial<Pick<Stay, 'until'>>

function* rolesOf({ members, drops }: GameState, player: string): Generator<RolesIn> {
  yield* membershipsOf(members, drops, player)
  yield* pastMembershipsOf(members, player)
}

/** Whether somebody was there when an entry was made, and was there after it. */
const covers = ({ since, until = Infinity }: RolesIn, seq: number): boolean => seq > since && seq < until

/** Whether those who are in what an event is about with these roles are told of it. */
const reaches = ({ members, roles = [] }: Receivers, stay: RolesIn): boolean =>
  members === true || roles.some((role) => hasRole(stay, role))

/** Whether the player whom an event names is told of it: not one who came later under the same id. */
const isNamed = ({ player }: Receivers, { id, born }: Player, seq: number): boolean => player === id && seq > born

/** The process or team whose members are told of an event; undefined where they are not told. */
function audienceOf({ members, roles = [] }: Receivers, event: GameEvent): string | undefined {
  return (members || roles.length > 0) && hasSubject(event) ? subjectKey(subjectOf(event)) : undefined
}

/** Tells whether a player was notified of an event of the entry `seq`. */
export type WasNotified = (event: GameEvent, seq: number) => boolean

/** Looks up where a player is and was no more than once, however many events are asked about. */
export function notifiedOf(state: GameState, player: Player): WasNotified {
  let stays: ReadonlyMap<string, readonly RolesIn[]> | undefined
  const rolesIn = (subject: string, seq: number): RolesIn | undefined => {
    stays ??= Map.groupBy(rolesOf(state, player.id), (stay) => stay.subject)
    return stays.get(subject)?.find((stay) => covers(stay, seq))
  }
  return (event, seq) => {
    const told = receiversOf(event)
    if (isNamed(told, player, seq)) return true
    const subject = audienceOf(told, event)
    const stay = subject === undefined ? undefined : rolesIn(subject, seq)
    return stay !== undefined && reaches(told, stay)
  }
}

/** Those who want to hear what they are notified of, by id. */
export type Listening = Pick<ReadonlyMap<string, unknown>, 'size' | 'has' | 'keys'>

/**
 * The listening players who are notified of an event of the entry `seq`, one of the last: what came after it is gone
 * through. Looks at the members of what it is about or at the listeners, whichever are fewer.
 */
export function notifiedListeners(
  state: GameState,
  event: GameEvent,
  seq: number,
  listening: Listening,
): readonly string[] {
  const told = receiversOf(event)
  const found = new Set<string>()
  const named = told.player !== undefined && listening.has(told.player) && findPlayer(state.players, told.player)
  if (named && isNamed(told, named, seq)) found.add(named.id)
  const subject = audienceOf(told, event)
  if (subject === undefined) return [...found]
  for (const { player, ...stay } of staysIn(state, subject, seq, listening))
    if (listening.has(player) && covers(stay, seq) && reaches(told, stay)) found.add(player)
  return [...found]
}

/** Who is in a process or team, and who was until after the entry `seq`: of all, or of the listeners where they are fewer. */
function* staysIn(
  { members, drops }: GameState,
  subject: string,
  seq: number,
  listening: Listening,
): Generator<RolesIn & Pick<PastMembership, 'player'>> {
  if (memberCount(members, subject) <= listening.size) yield* membersOf(members, drops, subject)
  else
    for (const player of listening.keys()) {
      const membership = memberOf(members, drops, subject, player)
      if (membership) yield membership
    }
  for (const tenure of endedAfter(members, seq)) if (tenure.subject === subject) yield tenure
}

/** Places that are looked at before others may have their turn. */
export const STRIDE = 1024

/** One list of all places, the newest first and each once, from lists of which each has the newest first. */
export function* mergedNewestFirst(lists: readonly number[][]): Steps<number[]> {
  let left = lists
  let taken = 0
  while (left.length > 1) {
    const merged: number[][] = []
    for (let i = 0; i < left.length; i += 2) {
      const [one = [], other = []] = left.slice(i, i + 2)
      const both: number[] = []
      for (let a = 0, b = 0; a < one.length || b < other.length;) {
        const place = Math.max(one[a] ?? -1, other[b] ?? -1)
        if (one[a] === place) a += 1
        if (other[b] === place) b += 1
        both.push(place)
        taken += 1
        if (taken % STRIDE === 0) yield pause
      }
      merged.push(both)
    }
    left = merged
  }
  return left[0] ?? []
}
