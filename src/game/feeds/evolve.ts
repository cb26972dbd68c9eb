import type { GameState } from '../game-state.ts'
import { knownPlayer } from '../players/evolve.ts'
import type { Player } from '../players/player.ts'
import { putPlayer } from '../players/state.ts'
import type { NotificationsSeen } from './shapes.ts'

/** Seen notifications that are kept of a player, each by its place. */
export const MAX_SEEN_KEPT = 10_000

/**
 * Whether a player has seen the notification at a packed place. Of one who has seen MAX_SEEN_KEPT, all that is older than
 * these counts as seen.
 */
export function hasSeen({ seen }: Pick<Player, 'seen'>, place: number): boolean {
  const found = firstNotBefore(seen, place)
  return seen[found] === place || (found === 0 && seen.length === MAX_SEEN_KEPT)
}

/** What is left of those of a player from a packed place on; undefined where it is all. */
export function seenFrom({ seen }: Pick<Player, 'seen'>, place: number): number[] | undefined {
  return (seen[0] ?? Infinity) < place ? seen.slice(firstNotBefore(seen, place)) : undefined
}

/** Where in an ascending list the first place stands that is not before this one. */
function firstNotBefore(seen: readonly number[], place: number): number {
  let low = 0
  for (let high = seen.length; low < high;) {
    const middle = (low + high) >>> 1
    if ((seen[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** What it changes that a player has seen notifications. */
export function evolveSeen(state: GameState, { player: { id }, places }: NotificationsSeen): void {
  const player = knownPlayer(state, id)
  putPlayer(state.players, { ...player, seen: withPlaces(player.seen, places).slice(-MAX_SEEN_KEPT) })
}

/** One ascending list of two that have no place in common; only what is after the first new place is gone through. */
function withPlaces(seen: readonly number[], places: readonly number[]): number[] {
  const from = firstNotBefore(seen, places[0] ?? Infinity)
  const all = seen.slice(0, from)
  let next = from
  for (const place of places) {
    for (let old = seen[next]; old !== undefined && old < place; old = seen[next]) {
      all.push(old)
      next += 1
    }
    all.push(place)
  }
  return all.concat(seen.slice(next))
}
