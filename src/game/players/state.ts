import type { NameMap } from '../kernel/name-map.ts'
import { noDrops, type Drops } from '../kernel/drop.ts'
import type { Steps } from '../kernel/operation.ts'
import type { Page } from '../kernel/page.ts'
import { emptyTable, findRecord, pageOf, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import { scoresAfter } from '../metrics/drop.ts'
import type { Player } from './player.ts'

/** All players, in the order in which they came. */
export interface Players extends Table<Player> {
  /** How often those who have gone had played each action, should one of that id come again. */
  readonly playsOfDeleted: Map<string, NameMap<number>>
  /** All that was ever dropped for good: a record loses it when it is looked at. */
  readonly drops: Drops
}

export function noPlayers(drops: Drops = noDrops()): Players {
  return { ...emptyTable(), playsOfDeleted: new Map(), drops }
}

/** The record of a player as it is after all drops. */
export function findPlayer(players: Players, id: string): Player | undefined {
  const player = findRecord(players, id)
  return player && afterDrops(player, players.drops)
}

/** The player after those drops that the record has not been through yet. */
function afterDrops(player: Player, drops: Drops): Player {
  if (player.drops === drops.last) return player
  return { ...player, scores: scoresAfter(player.scores, drops, player.drops), drops: drops.last }
}

/** The ids of all players. */
export function* playerIds({ records }: Players): Generator<string> {
  for (const player of records) if (player) yield player.id
}

/** Puts in a new record of a player, or the first. */
export function putPlayer(players: Players, player: Player): void {
  putRecord(players, player)
}

/** Takes a player out. */
export function removePlayer(players: Players, id: string): void {
  const player = removeRecord(players, id)
  const plays = Object.entries(player?.actions ?? {}).map(([action, use]) => [action, use.plays] as const)
  if (plays.length > 0) players.playsOfDeleted.set(id, Object.fromEntries(plays))
}

/** What a player with this id who has gone has played, which goes over to the one who comes. */
export function takePlaysOfDeleted({ playsOfDeleted }: Players, id: string): NameMap<number> | undefined {
  // V8 interns each text that a Map is asked for, and holds everything up while its table of them grows.
  if (playsOfDeleted.size === 0) return undefined
  const plays = playsOfDeleted.get(id)
  playsOfDeleted.delete(id)
  return plays
}

/** A page of players, in the order in which they came. */
export function pageOfPlayers<T>(players: Players, page: Page<Player, T>): Steps<T[]> {
  return pageOf(players, { ...page, show: (player) => page.show(afterDrops(player, players.drops)) })
}
