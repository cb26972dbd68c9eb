import { addToFeed } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import { note } from '../kernel/book.ts'
import { countChanges } from '../leaderboards/effects.ts'
import { evolveScores } from '../metrics/evolve.ts'
import { knownPlayer, putChanged, type Moment } from '../players/evolve.ts'
import { actionUse, type Player } from '../players/player.ts'
import type { ActionPlayed } from './shapes.ts'
import { takeRate } from './rate.ts'

let last:
  | { readonly player: Player; readonly event: ActionPlayed; readonly atMs: number; readonly after: Player }
  | undefined

/**
 * The player after playing an action at `atMs`. The last one is remembered: it is looked at to decide what follows, and then
 * it comes to be.
 */
export function withPlay(player: Player, event: ActionPlayed, atMs: number): Player {
  if (last?.player !== player || last.event !== event || last.atMs !== atMs)
    last = { player, event, atMs, after: afterPlay(player, event, atMs) }
  return last.after
}

function afterPlay(player: Player, { action, count, changes, engine }: ActionPlayed, atMs: number): Player {
  const use = actionUse(player, action.id)
  const rates = engine && takeRate(engine.rate, use, count, atMs, engine.zoneOffsetMs)
  const played = { ...use, ...rates, count: use.count + count, plays: use.plays + 1 }
  const actions = note(player.actions, action.id, played)
  return { ...player, actions, scores: evolveScores(player.scores, changes) }
}

/** What playing an action changes. */
export function evolveAction(state: GameState, event: ActionPlayed, { at, seq }: Moment, index: number): void {
  const player = knownPlayer(state, event.actor.id)
  const played = withPlay(player, event, at)
  putChanged(state, player, played, event.changes)
  countChanges(state, played, event.changes, { seq, index, at, scopes: event.scopes })
  addToFeed(state.feeds, player.feed, { seq, index }, at)
}
