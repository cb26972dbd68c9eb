import { addToFeed, GAME_FEED } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import { knownPlayer, type Moment } from '../players/evolve.ts'
import { withChanges } from '../players/player.ts'
import { putPlayer } from '../players/state.ts'
import type { RuleEvent } from './events.ts'

/** What a rule's event changes. Levels and achievements stand in the game's feed too. Spec 5.3. */
export function evolveRules(state: GameState, event: RuleEvent, { at, seq }: Moment, index: number): void {
  const player = knownPlayer(state, event.actor.id)
  putPlayer(state.players, withChanges(player, event.changes))
  addToFeed(state.feeds, player.feed, { seq, index }, at)
  if (event.event !== 'custom_rule') addToFeed(state.feeds, GAME_FEED, { seq, index }, at)
}
