import { playAction } from '../../game/actions/operations.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { evaluateAmount, isFailure } from '../../game/kernel/formula.ts'
import { pointsOf } from '../../game/metrics/score.ts'
import { readingAt } from '../../game/players/acting.ts'
import { findPlayer } from '../../game/players/state.ts'
import { createProcess } from '../../game/processes/creation.ts'
import type { Task } from '../../game/processes/graph.ts'
import { offeredTasks } from '../../game/processes/offers.ts'
import { scopeOf } from '../../game/rules/formula-scope.ts'
import { judge } from '../../game/rules/judge.ts'
import type { Reading } from '../../game/rules/reading.ts'
import type { Reward } from '../../game/rules/reward.ts'
import { bindVariables } from '../../game/rules/variable.ts'
import type { LabGame } from '../lab-game.ts'
import { openTriggers, type OpenTrigger } from '../open-triggers.ts'
import type { ActionChoice, Choice, VariableValue } from './simulation.ts'
import { actionInput, runningProcesses } from './try-choice.ts'

/** What a greedy player tries: a choice, and the trigger if it is a running process. */
export interface GreedyChoice {
  readonly choice: Choice
  readonly trigger: OpenTrigger | undefined
}

interface Worth {
  readonly worth: number
  readonly trigger?: OpenTrigger
}

const worthless: Worth = { worth: 0 }

/**
 * Returns the choice that can be played now and gives most of a point metric on average, the first one of equals.
 * Undefined if none gives any. Spec 7.1 "strategy".
 */
export function greediest(
  game: LabGame,
  player: string,
  choices: readonly Choice[],
  metric: string,
): GreedyChoice | undefined {
  let best: GreedyChoice | undefined
  let most = 0
  for (const choice of choices) {
    const { worth, trigger } = worthOf(game, player, choice, metric)
    if (worth <= most) continue
    most = worth
    best = { choice, trigger }
  }
  return best
}

function worthOf(game: LabGame, player: string, choice: Choice, metric: string): Worth {
  if (choice.kind === 'action') return { worth: worthOfAction(game, player, choice, metric) }
  return choice.kind === 'process' ? worthOfProcess(game, player, choice.process, metric) : worthless
}

function worthOfAction(game: LabGame, player: string, choice: ActionChoice, metric: string): number {
  const { state, design } = game
  const action = design.actions.get(choice.action)
  const record = findPlayer(state.players, player)
  if (!action || !record) return 0
  const context = game.context(player)
  const worths = variableSets(choice.variables).map((variables) => {
    if (isFault(playAction.decide(state, actionInput(choice, player, variables), context))) return 0
    const bound = bindVariables(action.variables, variables, 'variables')
    if (isFault(bound)) return 0
    const reading = readingAt(state, context, bound.values)(record)
    const given = action.rules.filter(({ requires }) => judge(requires, reading) === true)
    return sumOf(
      given.flatMap(({ rewards }) => rewards),
      metric,
      choice.count,
      reading,
    )
  })
  return (action.probability * total(worths)) / worths.length
}

/** A running process is worth its best open trigger, and one that can be begun its best start trigger. */
function worthOfProcess(game: LabGame, player: string, definition: string, metric: string): Worth {
  const { state, design } = game
  const context = game.context(player)
  const record = findPlayer(state.players, player)
  const known = design.processes.get(definition)
  if (!record || !known) return worthless
  const reading = readingAt(state, context)(record)
  const worth = (task: Task): number =>
    task.probability *
    sumOf(
      task.rewards.map(({ reward }) => reward),
      metric,
      1,
      reading,
    )
  const running = runningProcesses(game, player, definition)
  if (running.length > 0)
    return openTriggers(game, player, running).reduce<Worth>(
      (best, trigger) => (worth(trigger.task) > best.worth ? { worth: worth(trigger.task), trigger } : best),
      worthless,
    )
  if (isFault(createProcess.decide(state, { definition }, context))) return worthless
  return { worth: Math.max(0, ...offeredTasks(known.graph, known.initial).map(worth)) }
}

/** Returns what rewards give of a metric on average. */
function sumOf(rewards: readonly Reward[], metric: string, count: number, reading: Reading): number {
  return total(rewards.map((reward) => reward.probability * amountOf(reward, metric, count, reading)))
}

function amountOf(reward: Reward, metric: string, count: number, reading: Reading): number {
  if (reward.type !== 'point' || reward.metric.id !== metric) return 0
  const found = evaluateAmount(reward.value, scopeOf(reading))
  const amount = isFailure(found) ? 0 : Number(found)
  if (reward.verb === 'set') return amount - Number(pointsOf(reading.scores, reward.metric) ?? reward.metric.start)
  return (reward.verb === 'remove' ? -1 : 1) * amount * count
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

type Variables = Readonly<Record<string, string | number>>

/** At most this number of combinations of values is examined: an even number, for pairs. */
const MAX_SETS = 256n

/**
 * Returns values of the variables whose mean worth is that of all that may be drawn: both ends of a range, which is exact
 * if the worth grows evenly, and each of several values. Of very many combinations, returns some that are spread evenly,
 * from the first to the last.
 */
function variableSets(variables: ActionChoice['variables']): readonly Variables[] {
  const drawn = Object.entries(variables).map(([name, value]) => [name, valuesOf(value)] as const)
  const all = drawn.reduce((product, [, values]) => product * BigInt(values.length), 1n)
  return placesIn(all).map((place) => combinationAt(place, drawn))
}

/** Returns the places of the combinations to examine, of so many. */
function placesIn(all: bigint): readonly bigint[] {
  if (all <= MAX_SETS) return Array.from({ length: Number(all) }, (_, place) => BigInt(place))
  // Steps of the golden ratio spread evenly. Having no divisor in common with the number, they reach each value of each variable.
  let step = (all * 618n) / 1000n
  while (greatestDivisor(all, step) > 1n) step += 1n
  // With the opposite of each combination, both ends of a range are equally frequent.
  return Array.from({ length: Number(MAX_SETS) / 2 }, (_, i) => (BigInt(i) * step) % all).flatMap((place) => [
    place,
    all - 1n - place,
  ])
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

/** Returns one of all combinations, of which neighbours differ in the last variable first. */
function combinationAt(
  place: bigint,
  drawn: readonly (readonly [name: string, values: readonly (string | number)[]])[],
): Variables {
  let left = place
  const chosen = drawn.toReversed().map(([name, values]) => {
    const size = BigInt(values.length)
    const value = values[Number(left % size)] ?? 0
    left /= size
    return [name, value] as const
  })
  return Object.fromEntries(chosen.toReversed())
}

function valuesOf(value: VariableValue): readonly (string | number)[] {
  switch (value.kind) {
    case 'fixed':
      return [value.value]
    case 'between':
      return [value.low, value.high]
    case 'one_of':
      return value.values
  }
}
