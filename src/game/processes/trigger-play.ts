import type { Scope } from '../actions/shapes.ts'
import { publicEvent } from '../feeds/public-event.ts'
import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Presented } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { readingAt } from '../players/acting.ts'
import { actionUse, referToPlayer, withChanges } from '../players/player.ts'
import { isRewardFailure } from '../rules/give-reward.ts'
import { formulaFault, giveRules, type Luck, luckOf } from '../rules/give.ts'
import type { Observer } from '../rules/observer.ts'
import { scopesFault } from '../rules/scopes.ts'
import type { triggerPlayAnswer } from './answer-schema.ts'
import type { Activity, Task } from './graph.ts'
import { canPerform } from './offers.ts'
import { perform } from './perform.ts'
import { followUp, referToActivity, type FollowUp } from './resolution.ts'
import type { TriggerPlayed } from './shapes.ts'
import { stateOf } from './show.ts'
import { playsOf } from './trigger-evolve.ts'
import { gatesOf, lockedFault, lockOn, performerIn, triggersFor, type Performer } from './triggers.ts'
import { rulesOf, waitsOf } from './waiting.ts'

/** The input of a play of a trigger. */
export interface TriggerInput {
  readonly process: string
  readonly trigger: string
  readonly scopes: readonly Scope[]
  /** Whether the answer lists the triggers that are offered now. */
  readonly query: boolean
}

/** The answer to a play of a trigger. Spec 1. */
export type TriggerResult = Presented<ReturnType<typeof triggerPlayAnswer>>

/** Plays a trigger of a process. Spec 1 `POST /runtime/processes/:process_id/play`, 4.8, 4.9. */
export const playTrigger: GameCommand<TriggerInput, TriggerResult> = {
  kind: 'command',
  name: 'processes.play',
  decide: (state, input, context) => {
    const performer = performerIn(state, input.process, context, 'play')
    if (isFault(performer)) return performer
    const task =
      scopesFault(input.scopes, state, context.design.leaderboards) ??
      allowTrigger(state, input.trigger, performer, context)
    if (isFault(task)) return task
    const events = play(state, performer, task, input.scopes, context)
    if (isFault(events)) return events
    return {
      events,
      answer: (after) => {
        const { id } = performer.player
        const isLocal = (event: (typeof events)[number]): boolean =>
          event.event === 'progress' || (event.event === 'resolution' && event.deferred.actor.id === id)
        const shown = events.map((event, i) => ({ local: isLocal(event), event: publicEvent(event, context, i) }))
        const bundled = (local: boolean) => shown.filter((each) => each.local === local).map(({ event }) => event)
        const now = input.query ? performerIn(after, input.process, context, 'play') : undefined
        return {
          triggers: now && !isFault(now) ? triggersFor(after, now, context) : [],
          events: { local: bundled(true), global: bundled(false) },
        }
      },
    }
  },
}

/** Checks whether the play is allowed: the state of the process, the trigger, then what locks it. Spec 4.9, 5.2. */
function allowTrigger(state: GameState, trigger: string, performer: Performer, context: GameContext): Task | Fault {
  const { player, process, definition } = performer
  const task = process.state === 'ACTIVE' ? definition.tasks.get(trigger) : undefined
  if (!task || !canPerform(definition.graph, process.nodes, task))
    return stateOf(performer) === 'ACTIVE'
      ? fault('trigger_not_found', { id: process.id, trigger })
      : fault('access_denied', { message: `The process '${process.id}' is completed, so it has no triggers to play` })
  context.observer?.examined(task, player.id, 0)
  const lock = lockOn(task, performer, readingAt(state, context)(player), context)
  return lock ? lockedFault(lock, task, performer) : task
}

/** Returns the draws of a player's next play of a task. They are numbered by a count of plays that never decreases. */
function luckIn({ seed }: GameState, { player, definition }: Performer, { path }: Task, observer?: Observer): Luck {
  const { plays: play } = actionUse(player, playsOf(definition.id, path))
  return luckOf({ seed, player: player.id, subject: `trigger:${definition.id}:${path}`, play }, observer)
}

/** Returns the events of a play: its own, those of waiting rewards, and those of rules. */
function play(
  state: GameState,
  performer: Performer,
  task: Task,
  scopes: readonly Scope[],
  context: GameContext,
): readonly [TriggerPlayed, ...FollowUp['events']] | Fault {
  const { player, process, definition } = performer
  const { observer } = context
  const luck = luckIn(state, performer, task, observer)
  const isLucky = (activity: Activity): boolean => luck(activity, activity === task ? 'own' : `own/${activity.path}`)
  const performance = perform(definition.graph, process.nodes, task, isLucky, observer)
  const giving = { book: context.design, rules: rulesOf(performance.turns), count: 1, luck }
  const changes = giveRules(giving, readingAt(state, context)(player))
  if (isRewardFailure(changes)) return formulaFault(changes)
  const by = { actor: referToPlayer(player), process: { id: process.id, name: process.name } }
  const waits = waitsOf(performance.turns, { player: player.id, since: context.seq }, luck)
  if (observer) for (const { activity, until } of waits) observer.waited(activity, until)
  const resolving = { ...by, definition, turns: performance.turns, waiting: process.waiting, waits }
  const followed = followUp(resolving, withChanges(player, changes), state, context)
  if (isRewardFailure(followed)) return formulaFault(followed)
  const rates = gatesOf(task, definition).flatMap(({ path, rate }) => (rate ? [[path, rate] as const] : []))
  const played: TriggerPlayed = {
    event: 'progress',
    ...by,
    activity: referToActivity(definition, task.path),
    changes,
    engine: {
      nodes: performance.nodes,
      ...(performance.completed ? { completed: true } : {}),
      ...(waits.length > 0 ? { waits } : {}),
      ...(followed.granted.length > 0 ? { granted: followed.granted } : {}),
      ...(rates.length > 0 ? { rates, zoneOffsetMs: context.zoneOffsetMs } : {}),
      ...(scopes.length > 0 ? { scopes } : {}),
    },
  }
  return [played, ...followed.events]
}
