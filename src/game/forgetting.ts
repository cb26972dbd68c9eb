import { forgetAnsweredBefore } from './answered-calls.ts'
import { seenFrom } from './feeds/evolve.ts'
import { firstPositionFrom, forgetRecords } from './feeds/feed-index.ts'
import type { GameState } from './game-state.ts'
import { packPosition } from './kernel/ids.ts'
import { forgetPastMemberships } from './members/membership-history.ts'
import { putPlayer } from './players/state.ts'

/** The number of records that are examined before other work can run. */
const STRIDE = 1024

/**
 * Forgets what a state knows of the events before an entry, which are no longer kept. No answer changes, because every
 * answer omits events that are not kept. So memory does not grow with the forgotten part of the history.
 */
export function* forgetBefore(state: GameState, seq: number): Generator<void> {
  const first = packPosition({ seq, index: 0 })
  forgetRecords(state.feeds, seq)
  forgetAnsweredBefore(state.answered, seq)
  forgetPastMemberships(state.members, seq)
  for (const { counted } of state.boards.byId.values()) counted?.forgetBefore(first)
  // A new set, because a checkpoint that is being written may still use the old one.
  state.reverted = yield* positionsFrom(state.reverted, first)
  // Events that the feeds still know are either seen or not.
  const firstKnown = Math.min(first, firstPositionFrom(state.feeds, -Infinity))
  for (const [index, player] of state.players.records.entries()) {
    const seen = player && seenFrom(player, firstKnown)
    if (seen) putPlayer(state.players, { ...player, seen })
    if (index % STRIDE === 0) yield
  }
}

/** Returns the packed positions from `first` on, including positions that are added meanwhile. */
function* positionsFrom(positions: ReadonlySet<number>, first: number): Generator<void, Set<number>> {
  const kept = new Set<number>()
  let count = 0
  for (const position of positions) {
    if (position >= first) kept.add(position)
    count += 1
    if (count % STRIDE === 0) yield
  }
  return kept
}
