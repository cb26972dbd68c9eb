import { addToFeed, GAME_FEED } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import { knownPlayer, putChanged, type Moment } from '../players/evolve.ts'
import { withChanges } from '../players/player.ts'
import type { RuleEvent } from './events.ts'

/**
 * What the events of rules change that follow one another about one player, the first of them at `first`; together, for
 * each by itself would copy the scores. Levels and achievements stand in the game's feed too. Spec 5.3.
 */
export function evolveRules(state: GameState, events: readonly RuleEvent[], { at, seq }: Moment, first: number): void {
  const player = knownPlayer(state, events[0]?.actor.id ?? '')
  const changes = events.flatMap((event) => event.changes)
  putChanged(state, player, withChanges(player, changes), changes)
  for (const [i, { event }] of events.entries()) {
    const place = { seq, index: first + i }
    addToFeed(state.feeds, player.feed, place, at)
    if (event !== 'custom_rule') addToFeed(state.feeds, GAME_FEED, place, at)
  }
}
