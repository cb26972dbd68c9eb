import { takeRate } from '../actions/rate.ts'
import { addToFeeds } from '../feeds/routing.ts'
import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { withNamed } from '../kernel/name-map.ts'
import type { Earning } from '../leaderboards/boards.ts'
import { countChanges } from '../leaderboards/effects.ts'
import type { Change } from '../metrics/score.ts'
import { knownPlayer, putChanged } from '../players/evolve.ts'
import { actionUse, withChanges, type Player } from '../players/player.ts'
import { putPlayedProcess } from './evolve.ts'
import { forgetRatesOfProcess, putRateUse, rateUseIn, usedRatesOf } from './rate-uses.ts'
import type { TriggerEvent, TriggerPlayed } from './shapes.ts'
import { storedProcess, type Process } from './state.ts'
import { withNodes } from './tokens.ts'
import { waitingAfter } from './waiting.ts'

/**
 * Returns the name under which a player's plays of a task are counted in all processes of a definition. No action can
 * have such an id.
 */
export function playsOf(definition: string, path: string): string {
  return `:${definition}/${path}`
}

/** Applies a play of a trigger, or waiting rewards that were given. */
export function evolveTrigger(state: GameState, event: TriggerEvent, time: EntryTime, index: number): void {
  const process = storedProcess(state, event.process.id)
  if (!process)
    throw new Error(`the history names the process '${event.process.id}' that does not exist at that moment`)
  const earning = { seq: time.seq, index, at: time.at }
  if (event.event === 'progress') {
    changeScores(state, event.actor.id, event.changes, { ...earning, scopes: event.engine.scopes }, (player) =>
      afterOnePlay(player, playsOf(process.definition, event.activity.id)),
    )
    const changed = event.engine.nodes.map(([path]) => path)
    putPlayedProcess(state, process, processAfterPlay(process, event), changed)
    useRates(state, event, time.at)
  } else changeScores(state, event.deferred.actor.id, event.deferred.changes, earning)
  addToFeeds(state, event, process.feed, time, index)
}

function changeScores(
  state: GameState,
  id: string,
  changes: readonly Change[],
  earning: Earning,
  record = (player: Player): Player => player,
): void {
  const player = knownPlayer(state, id)
  const changed = record(withChanges(player, changes))
  putChanged(state, player, changed, changes)
  countChanges(state, changed, changes, earning)
}

/** Returns the player after one more play. */
function afterOnePlay(player: Player, plays: string): Player {
  const use = actionUse(player, plays)
  return { ...player, actions: withNamed(player.actions, plays, { ...use, plays: use.plays + 1 }) }
}

/** Returns the process after a play. In a completed process, no rewards wait. */
function processAfterPlay(process: Process, { engine }: TriggerPlayed): Process {
  const after = { ...process, nodes: withNodes(process.nodes, engine.nodes) }
  if (engine.completed) return { ...after, state: 'COMPLETED', waiting: [] }
  const { waits = [], granted = [] } = engine
  return { ...after, waiting: waitingAfter(process.waiting, waits, granted) }
}

/** Stores what a play uses of rates. Deletes the uses of a completed process. */
function useRates({ rates: all }: GameState, { actor, process, engine }: TriggerPlayed, atMs: number): void {
  if (engine.completed) return forgetRatesOfProcess(all, process.id)
  const { rates = [], zoneOffsetMs = 0 } = engine
  for (const [path, rate] of rates) {
    const used = rateUseIn(usedRatesOf(all, process.id, actor.id), path)
    const use = takeRate(rate, used, 1, atMs, zoneOffsetMs)
    if (use) putRateUse(all, process.id, actor.id, path, use)
  }
}
