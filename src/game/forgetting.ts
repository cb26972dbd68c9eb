import { seenFrom } from './feeds/evolve.ts'
import { firstPositionFrom, forgetRecords } from './feeds/feed-index.ts'
import type { GameState } from './game-state.ts'
import { packPosition } from './kernel/ids.ts'
import { forgetPastMemberships } from './members/membership-history.ts'
import { putPlayer } from './players/state.ts'

/** So many are looked at before others may have their turn. */
const STRIDE = 1024

/**
 * Lets go of what a state knows of events before an entry, which are kept no more: it changes no answer, as events that are
 * not kept are left out of each. So the memory of a game does not grow with a history that is forgotten.
 */
export function* forgetBefore(state: GameState, seq: number): Generator<void> {
  const first = packPosition({ seq, index: 0 })
  forgetRecords(state.feeds, seq)
  forgetPastMemberships(state.members, seq)
  for (const { counted } of state.boards.byId.values()) counted?.forgetBefore(first)
  // A state that is being written holds on to those that there were.
  state.reverted = yield* positionsFrom(state.reverted, first)
  // What feeds know of still, is seen or not.
  const told = Math.min(first, firstPositionFrom(state.feeds, -Infinity))
  for (const [index, player] of state.players.records.entries()) {
    const seen = player && seenFrom(player, told)
    if (seen) putPlayer(state.players, { ...player, seen })
    if (index % STRIDE === 0) yield
  }
}

/** Those of some packed places that do not stand before another; what is added meanwhile is among them. */
function* positionsFrom(places: ReadonlySet<number>, first: number): Generator<void, Set<number>> {
  const kept = new Set<number>()
  let count = 0
  for (const place of places) {
    if (place >= first) kept.add(place)
    count += 1
    if (count % STRIDE === 0) yield
  }
  return kept
}
