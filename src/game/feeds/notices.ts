import type { GameState } from '../game-state.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { packPosition } from '../kernel/ids.ts'
import { nameOf } from '../kernel/name-map.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { recordOf } from '../members/admission.ts'
import { endedAfter, pastMembershipsOf, type PastMembership } from '../members/membership-history.ts'
import { hasRole, memberCount, memberOf, membershipsOf, membersOf } from '../members/state.ts'
import { hasSubject, subjectKey, subjectOf, subjectOfKey } from '../members/subject.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { firstPositionFrom, positionsInFeed } from './feed-index.ts'
import type { Period } from './reading.ts'
import { requestFeedKey, noticesOf, receiversOf, type Receivers } from './routing.ts'

/**
 * A time for which a player is or was in a process or team with the same roles: after entry `since` and before entry
 * `until`.
 */
type Stay = Omit<PastMembership, 'player'>

/** Yields the present memberships of a player, then the past ones, the newest of each process or team first. */
function* staysOf(state: GameState, player: string): Generator<Stay> {
  for (const { subject, roles, since } of membershipsOf(state.members, state.drops, player)) {
    const feed = recordOf(state, subjectOfKey(subject))?.feed
    if (feed !== undefined) yield { subject, feed, roles, since, until: Infinity }
  }
  yield* pastMembershipsOf(state.members, player)
}

/** The entries between which a player receives the notifications of a feed. */
type Span = Pick<Stay, 'since' | 'until'>

/** The feeds whose notifications a player receives, each with its spans, the newest first. */
type ReceivedFeeds = Map<number, Span[]>

/**
 * Returns the packed positions of a player's notifications in a period, newest first and each once. They are not stored
 * for each player. A player receives what is addressed to that player, what is addressed to the members of a process or
 * team while the player is a member, and what is addressed to the holders of a role of a team while the player has the
 * role. Spec 5.3.
 */
export function* noticesFor(state: GameState, player: Player, period: Period): Steps<number[]> {
  const lists: number[][] = []
  yield* gatherNotices(state, player, period, lists)
  return yield* mergedNewestFirst(lists)
}

/** How many strides a command reads to find a player's notifications, because a command cannot pause. */
const MAX_STRIDES_AT_ONCE = 10

/**
 * Returns the packed positions of a player's notifications in a period without pausing, in no order. If there are very
 * many, it returns only those found in some 10,000 steps.
 */
export function someNoticesFor(state: GameState, player: Player, period: Period): ReadonlySet<number> {
  const lists: number[][] = []
  const steps = gatherNotices(state, player, period, lists)
  for (let strides = 0; strides < MAX_STRIDES_AT_ONCE && !steps.next(new Map()).done;) strides += 1
  return new Set(lists.flat())
}

/** Adds to `lists` one list of positions for each feed that the player receives, each newest first. */
function* gatherNotices(state: GameState, player: Player, period: Period, lists: number[][]): Steps<void> {
  const { feeds } = state
  let steps = 0
  for (const [feed, spans] of yield* feedsReceivedBy(state, player, period.startMs)) {
    const positions: number[] = []
    lists.push(positions)
    let span = 0
    for (const position of positionsInFeed(feeds, feed, period.startMs, period.endMs)) {
      steps += 1
      if (steps % STRIDE === 0) yield pause
      while (position < startOf(spans[span])) span += 1
      if (span === spans.length) break
      if (position < endOf(spans[span])) positions.push(position)
    }
    steps += 1
    if (steps % STRIDE === 0) yield pause
  }
}

const always: Span = { since: 0, until: Infinity }

/**
 * Returns the feeds that a player receives: the player's own notifications, those of each membership, and the requests
 * that the player could approve.
 */
function* feedsReceivedBy(state: GameState, player: Player, startMs: number): Steps<ReceivedFeeds> {
  const received: ReceivedFeeds = new Map([[noticesOf(player.feed), [always]]])
  const first = firstPositionFrom(state.feeds, startMs)
  let steps = 0
  for (const stay of staysOf(state, player.id)) {
    steps += 1
    if (steps % STRIDE === 0) yield pause
    // The following memberships ended even earlier.
    if (endOf(stay) <= first) break
    addSpan(received, noticesOf(stay.feed), stay)
    for (const key in stay.roles) {
      const feed = state.requestFeeds.get(requestFeedKey(stay.feed, nameOf(key)))
      if (feed !== undefined) addSpan(received, feed, stay)
    }
  }
  return received
}

function addSpan(received: ReceivedFeeds, feed: number, span: Span): void {
  const spans = received.get(feed)
  if (spans) spans.push(span)
  else received.set(feed, [span])
}

/** If there is no span, before all positions. */
const startOf = (span: Span | undefined): number => (span ? packPosition({ seq: span.since + 1, index: 0 }) : -Infinity)
const endOf = (span: Span | undefined): number => (span ? packPosition({ seq: span.until, index: 0 }) : -Infinity)

/** The roles that a player has in a process or team, or had until an entry. */
type RolesIn = Pick<Stay, 'subject' | 'roles' | 'since'> & Partial<Pick<Stay, 'until'>>

function* rolesOf({ members, drops }: GameState, player: string): Generator<RolesIn> {
  yield* membershipsOf(members, drops, player)
  yield* pastMembershipsOf(members, player)
}

/** Whether the membership began before an entry was made and continued after it. */
const covers = ({ since, until = Infinity }: RolesIn, seq: number): boolean => seq > since && seq < until

/** Whether the receivers of an event include members with these roles. */
const includesRoles = ({ members, roles = [] }: Receivers, stay: RolesIn): boolean =>
  members === true || roles.some((role) => hasRole(stay, role))

/** Whether the event is addressed to this player, and not to an earlier player of the same id. */
const isAddressedTo = ({ player }: Receivers, { id, born }: Player, seq: number): boolean => player === id && seq > born

/** Returns the process or team whose members receive an event, or undefined if they do not. */
function audienceOf({ members, roles = [] }: Receivers, event: GameEvent): string | undefined {
  return (members || roles.length > 0) && hasSubject(event) ? subjectKey(subjectOf(event)) : undefined
}

/** Returns whether a player was notified of an event of the entry `seq`. */
export type WasNotified = (event: GameEvent, seq: number) => boolean

/**
 * Returns a function that finds out whether a player was notified of an event. It reads the player's memberships once
 * at most, however often it is called.
 */
export function notifiedOf(state: GameState, player: Player): WasNotified {
  let stays: ReadonlyMap<string, readonly RolesIn[]> | undefined
  const rolesIn = (subject: string, seq: number): RolesIn | undefined => {
    stays ??= Map.groupBy(rolesOf(state, player.id), (stay) => stay.subject)
    return stays.get(subject)?.find((stay) => covers(stay, seq))
  }
  return (event, seq) => {
    const receivers = receiversOf(event)
    if (isAddressedTo(receivers, player, seq)) return true
    const subject = audienceOf(receivers, event)
    const stay = subject === undefined ? undefined : rolesIn(subject, seq)
    return stay !== undefined && includesRoles(receivers, stay)
  }
}

/** The players who listen to their notifications, by id. */
export type Listening = Pick<ReadonlyMap<string, unknown>, 'size' | 'has' | 'keys'>

/**
 * Returns the listening players who are notified of an event of the entry `seq`, which must be recent, because this
 * reads everything after it. It reads the members or the listeners, whichever are fewer.
 */
export function notifiedListeners(
  state: GameState,
  event: GameEvent,
  seq: number,
  listening: Listening,
): readonly string[] {
  const receivers = receiversOf(event)
  const found = new Set<string>()
  const player =
    receivers.player !== undefined && listening.has(receivers.player) && findPlayer(state.players, receivers.player)
  if (player && isAddressedTo(receivers, player, seq)) found.add(player.id)
  const subject = audienceOf(receivers, event)
  if (subject === undefined) return [...found]
  for (const { player: member, ...stay } of staysIn(state, subject, seq, listening))
    if (listening.has(member) && covers(stay, seq) && includesRoles(receivers, stay)) found.add(member)
  return [...found]
}

/**
 * Yields the members of a process or team, and those who left it after the entry `seq`. Only reads the listeners if
 * they are fewer than the members.
 */
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

/** The number of steps after which a walk pauses for others. */
export const STRIDE = 1024

/** Merges lists, each newest first, into one list, newest first and each position once. */
export function* mergedNewestFirst(lists: readonly number[][]): Steps<number[]> {
  let left = lists
  let taken = 0
  while (left.length > 1) {
    const merged: number[][] = []
    for (let i = 0; i < left.length; i += 2) {
      const [one = [], other = []] = left.slice(i, i + 2)
      const both: number[] = []
      for (let a = 0, b = 0; a < one.length || b < other.length;) {
        const position = Math.max(one[a] ?? -1, other[b] ?? -1)
        if (one[a] === position) a += 1
        if (other[b] === position) b += 1
        both.push(position)
        taken += 1
        if (taken % STRIDE === 0) yield pause
      }
      merged.push(both)
    }
    left = merged
  }
  return left[0] ?? []
}
