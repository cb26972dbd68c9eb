import type { GameState } from '../game-state.ts'
import { knownPlayer } from '../players/evolve.ts'
import type { Player } from '../players/player.ts'
import { putPlayer } from '../players/state.ts'
import type { NotificationsSeen } from './shapes.ts'

/** How many seen notifications are kept of a player, each as a position. */
export const MAX_SEEN_KEPT = 10_000

/**
 * Whether a player has seen the notification at a packed position. If MAX_SEEN_KEPT are kept, everything older than
 * these counts as seen.
 */
export function hasSeen({ seen }: Pick<Player, 'seen'>, position: number): boolean {
  const found = indexFrom(seen, position)
  return seen[found] === position || (found === 0 && seen.length === MAX_SEEN_KEPT)
}

/** Returns the player's seen notifications from a packed position on, or undefined if that is all of them. */
export function seenFrom({ seen }: Pick<Player, 'seen'>, position: number): number[] | undefined {
  return (seen[0] ?? Infinity) < position ? seen.slice(indexFrom(seen, position)) : undefined
}

/** Returns the index of the first position in an ascending list that is not before this one. */
function indexFrom(seen: readonly number[], position: number): number {
  let low = 0
  for (let high = seen.length; low < high;) {
    const middle = (low + high) >>> 1
    if ((seen[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

/** Applies that a player has seen notifications. */
export function evolveSeen(state: GameState, { player: { id }, places }: NotificationsSeen): void {
  const player = knownPlayer(state, id)
  putPlayer(state.players, { ...player, seen: merged(player.seen, places).slice(-MAX_SEEN_KEPT) })
}

/** Merges two ascending lists without common positions. It only walks the part after the first new position. */
function merged(seen: readonly number[], places: readonly number[]): number[] {
  const from = indexFrom(seen, places[0] ?? Infinity)
  const all = seen.slice(0, from)
  let next = from
  for (const position of places) {
    for (let old = seen[next]; old !== undefined && old < position; old = seen[next]) {
      all.push(old)
      next += 1
    }
    all.push(position)
  }
  return all.concat(seen.slice(next))
}
