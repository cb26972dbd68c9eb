import type { EntryTime } from '../kernel/entry.ts'
import { addToFeed } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import { withNamed } from '../kernel/name-map.ts'
import { countChanges } from '../leaderboards/effects.ts'
import { evolveScores } from '../metrics/evolve.ts'
import { knownPlayer, putChanged } from '../players/evolve.ts'
import { actionUse, type Player } from '../players/player.ts'
import type { ActionPlayed } from './shapes.ts'
import { takeRate, type RateUses } from './rate.ts'

/**
 * Returns the player after a play. `rates` is the use of the action's rates after it, or undefined if the action has no
 * rate.
 */
export function afterPlay(
  player: Player,
  { action, count, changes }: ActionPlayed,
  rates: RateUses | undefined,
): Player {
  const use = actionUse(player, action.id)
  const played = { ...use, ...rates, count: use.count + count, plays: use.plays + 1 }
  return {
    ...player,
    actions: withNamed(player.actions, action.id, played),
    scores: evolveScores(player.scores, changes),
  }
}

/** Applies a play to the state. `prepared` is the player after the play, if it is known already. */
export function evolveAction(
  state: GameState,
  event: ActionPlayed,
  { at, seq }: EntryTime,
  index: number,
  prepared?: Player,
): void {
  const player = knownPlayer(state, event.actor.id)
  const played = prepared ?? afterPlay(player, event, ratesAfter(player, event, at))
  putChanged(state, player, played, event.changes)
  countChanges(state, played, event.changes, { seq, index, at, scopes: event.scopes })
  addToFeed(state.feeds, player.feed, { seq, index }, at)
}

function ratesAfter(player: Player, { action, count, engine }: ActionPlayed, atMs: number): RateUses | undefined {
  return engine && takeRate(engine.rate, actionUse(player, action.id), count, atMs, engine.zoneOffsetMs)
}
