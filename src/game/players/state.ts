import { noDrops, type Drops } from '../kernel/drop.ts'
import type { NameMap } from '../kernel/name-map.ts'
import type { Steps } from '../kernel/operation.ts'
import type { Page } from '../kernel/page.ts'
import { emptyTable, findRecord, pageOf, putRecord, removeRecord, type Table } from '../kernel/table.ts'
import { scoresAfter } from '../metrics/drop.ts'
import type { Player } from './player.ts'

/** All players, in order of creation. */
export interface Players extends Table<Player> {
  /** The number of plays of each action by deleted players, by id. A new player with the same id continues them. */
  readonly playsOfDeleted: Map<string, NameMap<number>>
  /** All drops. They are applied to a record when it is read. */
  readonly drops: Drops
}

/** Returns an empty table of players. */
export function noPlayers(drops: Drops = noDrops()): Players {
  return { ...emptyTable(), playsOfDeleted: new Map(), drops }
}

/** Returns the record of a player after all drops. */
export function findPlayer(players: Players, id: string): Player | undefined {
  const player = findRecord(players, id)
  return player && afterDrops(player, players.drops)
}

/** Returns the record at an index after all drops; undefined if the player was deleted. */
export function playerAt(players: Players, index: number): Player | undefined {
  const player = players.records[index]
  return player && afterDrops(player, players.drops)
}

/** Returns a player after the drops that the record does not reflect yet. */
function afterDrops(player: Player, drops: Drops): Player {
  if (player.drops === drops.last) return player
  return { ...player, scores: scoresAfter(player.scores, drops, player.drops), drops: drops.last }
}

/** Returns the ids of all players. */
export function* playerIds({ records }: Players): Generator<string> {
  for (const player of records) if (player) yield player.id
}

/** Adds a player, or replaces the record. */
export function putPlayer(players: Players, player: Player): void {
  putRecord(players, player)
}

/** Removes a player. */
export function removePlayer(players: Players, id: string): void {
  const player = removeRecord(players, id)
  const plays = Object.entries(player?.actions ?? {}).map(([action, use]) => [action, use.plays] as const)
  if (plays.length > 0) players.playsOfDeleted.set(id, Object.fromEntries(plays))
}

/** Removes and returns the plays of a deleted player with this id, for a new player. */
export function takePlaysOfDeleted({ playsOfDeleted }: Players, id: string): NameMap<number> | undefined {
  // V8 interns every string that is looked up in a Map, and pauses the program while its table of them grows.
  if (playsOfDeleted.size === 0) return undefined
  const plays = playsOfDeleted.get(id)
  playsOfDeleted.delete(id)
  return plays
}

/** Returns a page of players, in order of creation. */
export function pageOfPlayers<T>(players: Players, page: Page<Player, T>): Steps<T[]> {
  return pageOf(players, { ...page, show: (player) => page.show(afterDrops(player, players.drops)) })
}
