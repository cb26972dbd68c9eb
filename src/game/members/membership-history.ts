import { noIndexes, type SortedIndexes } from '../kernel/sorted-indexes.ts'
import type { Shape } from '../kernel/shapes.ts'
import { findRecord, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import type { pastMembership } from './shapes.ts'
import type { SubjectKind } from './subject.ts'

/** That a player was in a process or team, or had other roles in it, between two entries. */
export type PastMembership = Shape<typeof pastMembership>

/** Where a player is, in processes and in teams, and was: the places of the records. It changes in place. */
export interface Presence extends Record<SubjectKind, SortedIndexes> {
  /** The player's. */
  readonly id: string
  /** The place of the newest past membership; undefined where there is none. */
  ended: number | undefined
}

/** Where players were, and where each of them is noted. */
export interface MembershipHistory {
  /** Those from place `gone` on. */
  ended: (PastMembership | undefined)[]
  /** The place of the same player's past membership before that of each place. */
  before: (number | undefined)[]
  /** How many were before these, and were let go of: what leads there leads nowhere. */
  gone: number
  readonly ofPlayer: Table<Presence>
}

/** Where a player is and was, to be changed; nowhere where nothing was known. */
export function presenceOf({ ofPlayer }: MembershipHistory, player: string): Presence {
  const known = findRecord(ofPlayer, player)
  if (known) return known
  const presence: Presence = { id: player, process: noIndexes, team: noIndexes, ended: undefined }
  putRecord(ofPlayer, presence)
  return presence
}

/** Where a player has been, what ended last first. */
export function* pastMembershipsOf(
  { ended, before, gone, ofPlayer }: MembershipHistory,
  player: string,
): Generator<PastMembership> {
  for (let place = findRecord(ofPlayer, player)?.ended; place !== undefined; place = before[place - gone]) {
    const membership = ended[place - gone]
    if (membership) yield membership
  }
}

/** What has ended after an entry, of all players, the newest first: ends are noted as they come. */
export function* endedAfter({ ended }: MembershipHistory, seq: number): Generator<PastMembership> {
  for (let place = ended.length - 1; place >= 0; place -= 1) {
    const membership = ended[place]
    if (membership && membership.until <= seq) return
    if (membership) yield membership
  }
}

/** Notes where a player has been; `presence` is that player's. */
export function addPastMembership(
  { ended, before, gone }: MembershipHistory,
  presence: Presence,
  membership: PastMembership,
): void {
  before.push(presence.ended)
  presence.ended = gone + ended.length
  ended.push(membership)
}

/** The past of a saved state, put back. */
export function restoreMembershipHistory(past: MembershipHistory, tenures: readonly PastMembership[]): void {
  for (const membership of tenures) addPastMembership(past, presenceOf(past, membership.player), membership)
}

/** Forgets where a player has been, who is in nothing any more. */
export function forgetPlayer({ ended, before, gone, ofPlayer }: MembershipHistory, player: string): void {
  let place = removeRecord(ofPlayer, player)?.ended
  for (; place !== undefined && place >= gone; place = before[place - gone]) ended[place - gone] = undefined
}

/**
 * Lets go of what had ended before an entry. Whoever goes through them meanwhile goes on in the lists that there were.
 */
export function forgetPastMemberships(past: MembershipHistory, seq: number): void {
  const { ended, before, gone } = past
  const found = ended.findIndex((membership) => membership !== undefined && membership.until >= seq)
  const forgotten = found < 0 ? ended.length : found
  past.ended = ended.slice(forgotten)
  past.before = before.slice(forgotten)
  past.gone = gone + forgotten
}
