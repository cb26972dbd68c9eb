import { addToFeed } from '../feeds/feed-index.ts'
import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { withNamed } from '../kernel/name-map.ts'
import { countChanges } from '../leaderboards/effects.ts'
import { evolveScores } from '../metrics/evolve.ts'
import { knownPlayer, putChanged } from '../players/evolve.ts'
import { actionUse, type Player } from '../players/player.ts'
import { takeRate, type RateUses } from './rate.ts'
import type { ActionPlayed } from './shapes.ts'

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

/** A play as its decision has worked it out: the event, and the player before and after it. */
export interface PreparedPlay {
  readonly played: ActionPlayed
  readonly before: Player
  readonly after: Player
}

/** Applies a play that is read from the history. */
export function evolveAction(state: GameState, played: ActionPlayed, time: EntryTime, index: number): void {
  const before = knownPlayer(state, played.actor.id)
  const after = afterPlay(before, played, ratesAfter(before, played, time.at))
  evolvePlay(state, { played, before, after }, time, index)
}

/** Applies a play that was just decided, in the state that it was decided in. */
export function evolvePlay(
  state: GameState,
  { played, before, after }: PreparedPlay,
  { at, seq }: EntryTime,
  index: number,
): void {
  putChanged(state, before, after, played.changes)
  countChanges(state, after, played.changes, { seq, index, at, scopes: played.scopes })
  addToFeed(state.feeds, before.feed, { seq, index }, at)
}

function ratesAfter(player: Player, { action, count, engine }: ActionPlayed, atMs: number): RateUses | undefined {
  return engine && takeRate(engine.rate, actionUse(player, action.id), count, atMs, engine.zoneOffsetMs)
}
