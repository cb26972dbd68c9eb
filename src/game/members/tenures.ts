import { nowhere, type PlacesInOrder } from '../kernel/places-in-order.ts'
import type { Shape } from '../kernel/shapes.ts'
import { findRecord, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import type { tenure } from './shapes.ts'
import type { SubjectKind } from './subject.ts'

/** That a player was in a process or team, or had other roles in it, between two entries. */
export type Tenure = Shape<typeof tenure>

/** Where a player is, in processes and in teams, and was: the places of the records. It changes in place. */
export interface Presence extends Record<SubjectKind, PlacesInOrder> {
  /** The player's. */
  readonly id: string
  /** The place of the newest tenure; undefined where there is none. */
  ended: number | undefined
}

/** Where players were, and where each of them is noted. */
export interface Past {
  /** Those from place `gone` on. */
  ended: (Tenure | undefined)[]
  /** The place of the same player's tenure before that of each place. */
  before: (number | undefined)[]
  /** How many were before these, and were let go of: what leads there leads nowhere. */
  gone: number
  readonly ofPlayer: Table<Presence>
}

/** Where a player is and was, to be changed; nowhere where nothing was known. */
export function presenceOf({ ofPlayer }: Past, player: string): Presence {
  const known = findRecord(ofPlayer, player)
  if (known) return known
  const presence: Presence = { id: player, process: nowhere, team: nowhere, ended: undefined }
  putRecord(ofPlayer, presence)
  return presence
}

/** Where a player has been, what ended last first. */
export function* tenuresOf({ ended, before, gone, ofPlayer }: Past, player: string): Generator<Tenure> {
  for (let place = findRecord(ofPlayer, player)?.ended; place !== undefined; place = before[place - gone]) {
    const tenure = ended[place - gone]
    if (tenure) yield tenure
  }
}

/** What has ended after an entry, of all players, the newest first: ends are noted as they come. */
export function* endedAfter({ ended }: Past, seq: number): Generator<Tenure> {
  for (let place = ended.length - 1; place >= 0; place -= 1) {
    const tenure = ended[place]
    if (tenure && tenure.until <= seq) return
    if (tenure) yield tenure
  }
}

/** Notes where a player has been; `presence` is that player's. */
export function noteTenure({ ended, before, gone }: Past, presence: Presence, tenure: Tenure): void {
  before.push(presence.ended)
  presence.ended = gone + ended.length
  ended.push(tenure)
}

/** The past of a snapshot, put back. */
export function restoreTenures(past: Past, tenures: readonly Tenure[]): void {
  for (const tenure of tenures) noteTenure(past, presenceOf(past, tenure.player), tenure)
}

/** Forgets where a player has been, who is in nothing any more. */
export function forgetPlayer({ ended, before, gone, ofPlayer }: Past, player: string): void {
  let place = removeRecord(ofPlayer, player)?.ended
  for (; place !== undefined && place >= gone; place = before[place - gone]) ended[place - gone] = undefined
}

/** Lets go of what had ended before an entry. Whoever goes through them meanwhile goes on in the lists that there were. */
export function forgetTenures(past: Past, seq: number): void {
  const { ended, before, gone } = past
  const found = ended.findIndex((tenure) => tenure !== undefined && tenure.until >= seq)
  const forgotten = found < 0 ? ended.length : found
  past.ended = ended.slice(forgotten)
  past.before = before.slice(forgotten)
  past.gone = gone + forgotten
}
