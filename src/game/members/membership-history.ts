import type { Shape } from '../kernel/answer-shapes.ts'
import { noIndexes, type SortedIndexes } from '../kernel/sorted-indexes.ts'
import { findRecord, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import type { pastMembership } from './shapes.ts'
import type { SubjectKind } from './subject.ts'

/** A membership that ended, or whose roles changed: a player had these roles between two entries. */
export type PastMembership = Shape<typeof pastMembership>

/** The indexes of a player's membership records in processes and teams. It changes in place. */
export interface Presence extends Record<SubjectKind, SortedIndexes> {
  /** The id of the player. */
  readonly id: string
  /** The index of the newest past membership, or undefined. */
  ended: number | undefined
}

/** The past memberships of all players, as a linked list for each player. */
export interface MembershipHistory {
  /** The past memberships from index `forgotten` on. */
  ended: (PastMembership | undefined)[]
  /** For each of them, the index of the same player's previous one. */
  previous: (number | undefined)[]
  /** The number of older past memberships that were forgotten. Lower indexes refer to nothing. */
  forgotten: number
  readonly ofPlayer: Table<Presence>
}

/** Returns the presence of a player, and creates an empty one if there is none. */
export function presenceOf({ ofPlayer }: MembershipHistory, player: string): Presence {
  const existing = findRecord(ofPlayer, player)
  if (existing) return existing
  const presence: Presence = { id: player, process: noIndexes, team: noIndexes, ended: undefined }
  putRecord(ofPlayer, presence)
  return presence
}

/** Returns the past memberships of a player, the latest first. */
export function* pastMembershipsOf(
  { ended, previous, forgotten, ofPlayer }: MembershipHistory,
  player: string,
): Generator<PastMembership> {
  for (let index = findRecord(ofPlayer, player)?.ended; index !== undefined; index = previous[index - forgotten]) {
    const membership = ended[index - forgotten]
    if (membership) yield membership
  }
}

/** Returns the past memberships of all players that ended after an entry, the latest first. The list is sorted by end. */
export function* endedAfter({ ended }: MembershipHistory, seq: number): Generator<PastMembership> {
  for (let index = ended.length - 1; index >= 0; index -= 1) {
    const membership = ended[index]
    if (membership && membership.until <= seq) return
    if (membership) yield membership
  }
}

/** Adds a past membership of the player whose presence is given. */
export function addPastMembership(
  { ended, previous, forgotten }: MembershipHistory,
  presence: Presence,
  membership: PastMembership,
): void {
  previous.push(presence.ended)
  presence.ended = forgotten + ended.length
  ended.push(membership)
}

/** Restores the past memberships of a saved state. */
export function restoreMembershipHistory(history: MembershipHistory, memberships: readonly PastMembership[]): void {
  for (const membership of memberships) addPastMembership(history, presenceOf(history, membership.player), membership)
}

/** Deletes the past memberships of a player who has no current ones. */
export function forgetPlayer({ ended, previous, forgotten, ofPlayer }: MembershipHistory, player: string): void {
  let index = removeRecord(ofPlayer, player)?.ended
  for (; index !== undefined && index >= forgotten; index = previous[index - forgotten])
    ended[index - forgotten] = undefined
}

/** Forgets the past memberships that ended before an entry. Iterations that are in progress continue in the old lists. */
export function forgetPastMemberships(history: MembershipHistory, seq: number): void {
  const { ended, previous, forgotten } = history
  const firstKept = ended.findIndex((membership) => membership !== undefined && membership.until >= seq)
  const count = firstKept < 0 ? ended.length : firstKept
  history.ended = ended.slice(count)
  history.previous = previous.slice(count)
  history.forgotten = forgotten + count
}
