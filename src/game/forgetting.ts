import { seenFrom } from './feeds/evolve.ts'
import { forgetRecords } from './feeds/feed-index.ts'
import type { GameState } from './game-state.ts'
import { packPlace } from './kernel/ids.ts'
import { forgetTenures } from './members/tenures.ts'
import { putPlayer } from './players/state.ts'

/** Players that are looked at before others may have their turn. */
const STRIDE = 1024

/**
 * Lets go of what a state knows of events before an entry, which are kept no more: it changes no answer, as events that are
 * not kept are left out of each. So the memory of a game does not grow with a history that is forgotten.
 */
export function* forgetBefore(state: GameState, seq: number): Generator<void> {
  const first = packPlace({ seq, index: 0 })
  forgetRecords(state.feeds, seq)
  forgetTenures(state.members, seq)
  // A state that is being written holds on to those that there were.
  state.reverted = new Set(Array.from(state.reverted).filter((place) => place >= first))
  for (const [index, player] of state.players.records.entries()) {
    const seen = player && seenFrom(player, first)
    if (seen) putPlayer(state.players, { ...player, seen })
    if (index % STRIDE === 0) yield
  }
}
