import type { Book } from '../kernel/book.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { noDrops, scoresAfter, type Drops } from '../metrics/drop.ts'
import { addPlace, dropPlace, findPlace, noPlaces, type Places } from './places.ts'
import type { Player } from './player.ts'

/**
 * All players: records by place, in the order in which they came, with a hole where one has gone. A place is never taken
 * again while the program runs: lists show players in the order of their places, and a walk that pauses goes on by them.
 * A start closes the holes.
 */
export interface Players {
  readonly places: Places
  readonly records: (Player | undefined)[]
  /** How often those who have gone had played each action, should one of that id come again. */
  readonly departed: Map<string, Book<number>>
  /** All that was ever dropped for good: a record loses it when it is looked at. */
  readonly drops: Drops
}

export function noPlayers(): Players {
  return { places: noPlaces(), records: [], departed: new Map(), drops: noDrops() }
}

/** The record of a player as it is after all drops. */
export function findPlayer(players: Players, id: string): Player | undefined {
  const place = findPlace(players.places, players.records, id)
  const player = place === undefined ? undefined : players.records[place]
  return player && afterDrops(player, players.drops)
}

/** The player after those drops that the record has not been through yet. */
function afterDrops(player: Player, drops: Drops): Player {
  if (player.drops === drops.last) return player
  return { ...player, scores: scoresAfter(player.scores, drops, player.drops), drops: drops.last }
}

/** Puts in a new record of a player, or the first. */
export function putPlayer(players: Players, player: Player): void {
  const { places, records } = players
  const place = findPlace(places, records, player.id)
  if (place !== undefined) {
    records[place] = player
    return
  }
  addPlace(places, records, player.id, records.length)
  records.push(player)
}

/** Takes a player out. */
export function removePlayer(players: Players, id: string): void {
  const place = findPlace(players.places, players.records, id)
  if (place === undefined) return
  const plays = Object.entries(players.records[place]?.actions ?? {}).map(
    ([action, use]) => [action, use.plays] as const,
  )
  if (plays.length > 0) players.departed.set(id, Object.fromEntries(plays))
  players.records[place] = undefined
  dropPlace(players.places)
}

/** Players that are looked at before others may have their turn. */
const STRIDE = 1024

/** Which players a page has, and what it shows of each. */
interface Page<T> {
  readonly skip: number
  readonly limit: number
  /** All where it is left out. */
  readonly matches?: (player: Player) => boolean
  readonly show: (player: Player) => T
}

/** A page of players, in the order in which they came. */
export function* pageOfPlayers<T>({ records, drops }: Players, { skip, limit, matches, show }: Page<T>): Steps<T[]> {
  const page: T[] = []
  const { length } = records
  let passed = 0
  for (let place = 0; place < length && page.length < limit; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const player = records[place]
    if (!player || (matches && !matches(player))) continue
    if (passed >= skip) page.push(show(afterDrops(player, drops)))
    passed += 1
  }
  return page
}
