import { takeRate, windowName, type Rate, type RateUses } from '../actions/rate.ts'
import type { GameContext, GameView } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { FormulaFailure } from '../kernel/formula.ts'
import { getNamed, type NameMap } from '../kernel/name-map.ts'
import { callerIn, denied } from '../members/concerned.ts'
import type { Roles } from '../members/subject.ts'
import { readingAt, withoutObserver } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { formulaFault } from '../rules/give.ts'
import { judge } from '../rules/judge.ts'
import type { Reading } from '../rules/reading.ts'
import { showReward } from '../rules/show.ts'
import type { triggerAnswer } from './answer-schema.ts'
import type { ProcessDefinition } from './definition.ts'
import type { Activity, Task } from './graph.ts'
import { offeredTasks } from './offers.ts'
import { rateUseIn, usedRatesOf } from './rate-uses.ts'
import { storedProcess, type Process } from './state.ts'

/** A trigger, as a performer sees it. Spec 1 "Trigger", 4.9. */
export type ListedTrigger = Shape<ReturnType<typeof triggerAnswer>>

/** A player in a process, with the process and its definition. */
export interface Performer {
  readonly player: Player
  readonly roles: Roles
  readonly process: Process
  readonly definition: ProcessDefinition
  /** What the performer has used of the rates of the process. */
  readonly uses: NameMap<RateUses>
}

/**
 * Returns the performer that a call acts as. `what` names, for the fault, what other players cannot do with the
 * process.
 */
export function performerIn(state: GameState, id: string, context: GameContext, what: string): Performer | Fault {
  const concerned = callerIn(state, context, { kind: 'process', id })
  if (isFault(concerned)) return concerned
  const { admission, player } = concerned
  const process = storedProcess(state, id)
  const definition = process && context.design.processes.get(process.definition)
  if (!process || !definition) throw new Error(`the process ${id} was found and no longer exists`)
  const membership = admission.member(player.id)
  if (!membership) return denied(admission, player.id, what)
  return { player, roles: membership.roles, process, definition, uses: usedRatesOf(state.rates, id, player.id) }
}

/** Lists the triggers that the performer can see now. Spec 1 `GET /runtime/processes/:process_id/triggers`, 4.9. */
export const listTriggers: GameView<{ readonly process: string }, readonly ListedTrigger[]> = {
  kind: 'view',
  name: 'processes.triggers',
  view: (state, { process }, context) => {
    const performer = performerIn(state, process, context, 'see the triggers of')
    return isFault(performer) ? performer : triggersFor(state, performer, context)
  },
}

/** Returns the triggers that are offered in the performer's lanes, locked or not. Spec 4.9 "More of it". */
export function triggersFor(state: GameState, performer: Performer, context: GameContext): readonly ListedTrigger[] {
  const { player, roles, process, definition } = performer
  if (process.state === 'COMPLETED') return []
  const reading = readingAt(state, withoutObserver(context))(player)
  return offeredTasks(definition.graph, process.nodes)
    .filter(({ lane }) => getNamed(roles, lane) !== undefined)
    .map((task) => ({
      trigger: task.trigger,
      name: task.name,
      rewards: task.rewards.map(({ reward }) => showReward(reward)),
      lane: task.lane,
      locked: lockOn(task, performer, reading, context) ? 'true' : 'false',
    }))
}

/** Returns the tasks that the performer can perform now, in the order of the design. */
export function openTasks(state: GameState, performer: Performer, context: GameContext): readonly Task[] {
  const { player, process, definition } = performer
  if (process.state === 'COMPLETED') return []
  const reading = readingAt(state, withoutObserver(context))(player)
  return offeredTasks(definition.graph, process.nodes).filter((task) => !lockOn(task, performer, reading, context))
}

/** The reason why a performer cannot perform a task now. */
type Lock =
  | { readonly by: 'lane' }
  | { readonly by: 'requires'; readonly activity: Activity; readonly failure?: FormulaFailure }
  | { readonly by: 'rate'; readonly activity: Activity; readonly rate: Rate }

/**
 * Returns what locks a task: the performer's lanes, then the requirements of the task and the sub_processes around it,
 * then their rates.
 */
export function lockOn(task: Task, performer: Performer, reading: Reading, context: GameContext): Lock | undefined {
  const { observer } = reading
  const isAdmitted = getNamed(performer.roles, task.lane) === 'player'
  observer?.admitted(task, isAdmitted)
  if (!isAdmitted) return { by: 'lane' }
  const gates = gatesOf(task, performer.definition)
  for (const activity of gates) {
    const met = judge(activity.requires, reading)
    if (met === true) continue
    return met ? { by: 'requires', activity, failure: met } : { by: 'requires', activity }
  }
  for (const activity of gates) {
    const { path, rate } = activity
    if (!rate) continue
    const uses = rateUseIn(performer.uses, path)
    const hasRoom = takeRate(rate, uses, 1, context.at, context.zoneOffsetMs) !== undefined
    observer?.rated(activity, rate, uses, 1, hasRoom)
    if (!hasRoom) return { by: 'rate', activity, rate }
  }
  return undefined
}

/**
 * Returns the activities whose requirements and rates apply to a task: the sub_processes around it, and the task
 * itself.
 */
export function gatesOf(task: Task, { graph }: ProcessDefinition): readonly Activity[] {
  return [...task.within.map((path) => graph.nodes.get(path) as Activity), task]
}

/** Returns the fault of performing a locked task. Spec 4.9. */
export function lockedFault(lock: Lock, task: Task, { player, process }: Performer): Fault {
  const who = `The player '${player.id}' is not allowed to perform '${task.path}' of the process '${process.id}' now`
  switch (lock.by) {
    case 'lane':
      return fault('access_denied', { message: `${who}: it needs the role 'player' in the lane '${task.lane}'` })
    case 'requires':
      if (lock.failure) return formulaFault({ ...lock.failure, formula: `requires of ${lock.activity.path}` })
      return fault('access_denied', {
        message: `${who}: the requirement of '${lock.activity.path}' is not met`,
      })
    case 'rate':
      return fault('rate_limit_exceeded', {
        id: lock.activity.path,
        count: lock.rate.count,
        window: windowName(lock.rate),
      })
  }
}
