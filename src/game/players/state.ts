import type { Book } from '../kernel/book.ts'
import { addPlace, dropPlace, findPlace, noPlaces, type Places } from './places.ts'
import type { Player } from './player.ts'

/** All players: records by place, in the order in which they came, with a hole where one has gone. */
export interface Players {
  readonly places: Places
  readonly records: (Player | undefined)[]
  /** How often those who have gone had played each action, should one of that id come again. */
  readonly departed: Map<string, Book<number>>
}

export function noPlayers(): Players {
  return { places: noPlaces(), records: [], departed: new Map() }
}

export function findPlayer(players: Players, id: string): Player | undefined {
  const place = findPlace(players.places, players.records, id)
  return place === undefined ? undefined : players.records[place]
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

/** The page of those whom `matches` lets through, in the order in which they came. */
export function pageOfPlayers(
  players: Players,
  skip: number,
  limit: number,
  matches?: (player: Player) => boolean,
): Player[] {
  const page: Player[] = []
  let passed = 0
  for (const player of players.records) {
    if (page.length >= limit) break
    if (!player || (matches && !matches(player))) continue
    if (passed >= skip) page.push(player)
    passed += 1
  }
  return page
}
