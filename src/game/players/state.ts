import type { Book } from '../kernel/book.ts'
import type { Player } from './player.ts'

/** All players: records by place, in the order in which they came, with a hole where one has gone. */
export interface Players {
  readonly places: Map<string, number>
  readonly records: (Player | undefined)[]
  /** How often those who have gone had played each action, should one of that id come again. */
  readonly departed: Map<string, Book<number>>
}

export function noPlayers(): Players {
  return { places: new Map(), records: [], departed: new Map() }
}

export function findPlayer(players: Players, id: string): Player | undefined {
  const place = players.places.get(id)
  return place === undefined ? undefined : players.records[place]
}

/** Puts in a new record of a player, or the first. */
export function putPlayer(players: Players, player: Player): void {
  const place = players.places.get(player.id)
  if (place !== undefined) {
    players.records[place] = player
    return
  }
  players.places.set(player.id, players.records.length)
  players.records.push(player)
}

/** Takes a player out. */
export function removePlayer(players: Players, id: string): void {
  const place = players.places.get(id)
  if (place === undefined) return
  const plays = Object.entries(players.records[place]?.actions ?? {}).map(
    ([action, use]) => [action, use.plays] as const,
  )
  if (plays.length > 0) players.departed.set(id, Object.fromEntries(plays))
  players.places.delete(id)
  players.records[place] = undefined
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
