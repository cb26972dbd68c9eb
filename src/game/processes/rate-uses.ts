import { unusedRates, type RateUses } from '../actions/rate.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { emptyNameMap, getNamed, withNamed, type NameMap } from '../kernel/name-map.ts'
import {
  emptyTable,
  findRecord,
  putRecord,
  removeRecord,
  type Table,
  changeOwner,
  type Owned,
} from '../kernel/table.ts'
import type { usedRates } from './shapes.ts'

/** What a player has used of the rates of one process. */
export type UsedRates = Shape<typeof usedRates>

/**
 * The uses of the rates of activities. They are deleted with the process when it is completed or deleted, and with the
 * player. A player who leaves a process and returns keeps them.
 */
export interface ProcessRates extends Table<UsedRates> {
  /** The ids of the records of each process and of each player. */
  readonly ofProcess: Owned
  readonly ofPlayer: Owned
}

/** Returns an empty table of uses. */
export function noProcessRates(): ProcessRates {
  return { ...emptyTable(), ofProcess: new Map(), ofPlayer: new Map() }
}

/** A player's id cannot contain a slash, so this is unique. */
const idOf = (process: string, player: string): string => `${player}/${process}`

/** Returns what a player has used of the rates of a process, by path of the activity. */
export function usedRatesOf(rates: ProcessRates, process: string, player: string): NameMap<RateUses> {
  return findRecord(rates, idOf(process, player))?.uses ?? emptyNameMap
}

/** Returns the uses of the rate of one activity. */
export function rateUseIn(uses: NameMap<RateUses>, path: string): RateUses {
  return getNamed(uses, path) ?? unusedRates
}

/** Stores a use of a rate. The cost grows with what the player has used of the process. */
export function putRateUse(rates: ProcessRates, process: string, player: string, path: string, use: RateUses): void {
  const uses = withNamed(usedRatesOf(rates, process, player), path, use)
  putUsedRates(rates, { id: idOf(process, player), process, player, uses })
}

/** Adds or replaces a record, or restores one of a saved state. */
export function putUsedRates(rates: ProcessRates, record: UsedRates): void {
  changeOwner(rates.ofProcess, record.id, null, record.process)
  changeOwner(rates.ofPlayer, record.id, null, record.player)
  putRecord(rates, record)
}

/** Deletes the uses of the rates of a process. */
export function forgetRatesOfProcess(rates: ProcessRates, process: string): void {
  for (const id of rates.ofProcess.get(process) ?? []) remove(rates, id)
}

/** Deletes a player's uses of rates. */
export function forgetRatesOfPlayer(rates: ProcessRates, player: string): void {
  for (const id of rates.ofPlayer.get(player) ?? []) remove(rates, id)
}

function remove(rates: ProcessRates, id: string): void {
  const record = removeRecord(rates, id)
  if (!record) return
  changeOwner(rates.ofProcess, id, record.process, null)
  changeOwner(rates.ofPlayer, id, record.player, null)
}
