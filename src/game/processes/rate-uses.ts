import { unusedRates, type RateUses } from '../actions/rate.ts'
import { emptyNameMap, getNamed, withNamed, type NameMap } from '../kernel/name-map.ts'
import type { Shape } from '../kernel/shapes.ts'
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
 * What has been used of the rates of activities. It goes with the process, when that is completed or deleted, and with
 * the player who is deleted; who leaves a process and comes back has used what was used before.
 */
export interface ProcessRates extends Table<UsedRates> {
  /** Ids of the records of each process, and of each player. */
  readonly ofProcess: Owned
  readonly ofPlayer: Owned
}

export function noProcessRates(): ProcessRates {
  return { ...emptyTable(), ofProcess: new Map(), ofPlayer: new Map() }
}

/** No id of a player has a slash in it. */
const idOf = (process: string, player: string): string => `${player}/${process}`

/** What a player has used of the rates of a process, by path of the activity. */
export function usedRatesOf(rates: ProcessRates, process: string, player: string): NameMap<RateUses> {
  return findRecord(rates, idOf(process, player))?.uses ?? emptyNameMap
}

/** The use of the rate of one activity. */
export function rateUseIn(uses: NameMap<RateUses>, path: string): RateUses {
  return getNamed(uses, path) ?? unusedRates
}

/** Notes a use of a rate; costs as much as the player has used of the process. */
export function putRateUse(rates: ProcessRates, process: string, player: string, path: string, use: RateUses): void {
  const uses = withNamed(usedRatesOf(rates, process, player), path, use)
  putUsedRates(rates, { id: idOf(process, player), process, player, uses })
}

/** Puts in a record, new or changed, or one of a saved state. */
export function putUsedRates(rates: ProcessRates, record: UsedRates): void {
  changeOwner(rates.ofProcess, record.id, null, record.process)
  changeOwner(rates.ofPlayer, record.id, null, record.player)
  putRecord(rates, record)
}

/** Forgets what was used of the rates of a process. */
export function forgetRatesOfProcess(rates: ProcessRates, process: string): void {
  for (const id of rates.ofProcess.get(process) ?? []) remove(rates, id)
}

/** Forgets what a player has used. */
export function forgetRatesOfPlayer(rates: ProcessRates, player: string): void {
  for (const id of rates.ofPlayer.get(player) ?? []) remove(rates, id)
}

function remove(rates: ProcessRates, id: string): void {
  const record = removeRecord(rates, id)
  if (!record) return
  changeOwner(rates.ofProcess, id, record.process, null)
  changeOwner(rates.ofPlayer, id, record.player, null)
}
