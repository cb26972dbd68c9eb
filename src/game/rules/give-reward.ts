import { add, multiply, negate, type Amount } from '../kernel/decimal.ts'
import type { Formula } from '../kernel/formula-parser.ts'
import { constantOf, evaluateAmount, isFailure, type FormulaFailure } from '../kernel/formula.ts'
import { changeItems, changePoints, type Clamped } from '../metrics/effects.ts'
import { changeOf, countOf, pointsOf, stateOf, type Change, type Scores } from '../metrics/score.ts'
import { scopeOf } from './formula-scope.ts'
import type { Reading } from './reading.ts'
import type { Reward, Verb } from './reward.ts'

/** The failure of a formula in a reward, with the text of the formula. */
export interface RewardFailure extends FormulaFailure {
  readonly formula: string
}

/** Whether a result is a failure of a formula. */
export function isRewardFailure<T extends object>(value: T | RewardFailure): value is RewardFailure {
  return (value as Partial<RewardFailure>).failure !== undefined
}

/** Returns the facts of the fault `invalid_formula`. */
export function failureFacts(found: RewardFailure): { formula: string; message: string } {
  return { formula: found.formula, message: found.failure }
}

/** Which items of a reward to give. */
type ItemFilter = (item: string) => boolean

const all: ItemFilter = () => true

/**
 * Returns the change that a reward makes to `scores`, given `count` times. Formulas read `reading`, the state before
 * the play. Gives only the items that `accepts` returns true for. Returns undefined if nothing changes. Spec 4.5, 4.16
 * "Amounts".
 */
export function giveReward(
  reward: Reward,
  count: number,
  scores: Scores,
  reading: Reading,
  accepts: ItemFilter = all,
): Change | RewardFailure | undefined {
  const { observer } = reading
  const clamped: Clamped[] | undefined = observer && []
  const change = given(reward, { count, accepts, clamped }, scores, reading)
  if (observer && clamped && !(change && 'failure' in change)) observer.gave(reward, count, change, clamped, reading)
  return change
}

/** How to give a reward. The limits that reduced the result are added to `clamped` if it is present. */
interface GivingOptions {
  readonly count: number
  readonly accepts: ItemFilter
  readonly clamped: Clamped[] | undefined
}

function given(
  reward: Reward,
  options: GivingOptions,
  scores: Scores,
  reading: Reading,
): Change | RewardFailure | undefined {
  switch (reward.type) {
    case 'point':
      return givePoints(reward, options, scores, reading)
    case 'state': {
      const before = stateOf(scores, reward.metric)
      return before === reward.state ? undefined : changeOf(reward.metric, before, reward.state)
    }
    case 'set':
      return giveItems(reward, options, scores, reading)
  }
}

const tooLarge = 'a number with too many digits'

/** Returns the amount of a formula, multiplied by `count` if the reward adds or removes it. */
function amountOf(formula: Formula, verb: Verb, count: number, reading: Reading): Amount | RewardFailure {
  const amount = constantOf(formula) ?? evaluateAmount(formula, scopeOf(reading))
  if (isFailure(amount)) return { ...amount, formula: formula.text }
  if (verb === 'set') return amount
  const times = count === 1 ? amount : multiply(amount, count)
  if (times === undefined) return { failure: tooLarge, formula: formula.text }
  return verb === 'remove' ? negate(times) : times
}

function givePoints(
  { metric, verb, value }: Extract<Reward, { type: 'point' }>,
  { count, clamped }: GivingOptions,
  scores: Scores,
  reading: Reading,
) {
  const amount = amountOf(value, verb, count, reading)
  if (isFailure(amount)) return amount
  const sum = verb === 'set' ? amount : add(pointsOf(scores, metric) ?? metric.start, amount)
  return sum === undefined ? { failure: tooLarge, formula: value.text } : changePoints(scores, metric, sum, clamped)
}

function giveItems(
  { metric, verb, items }: Extract<Reward, { type: 'set' }>,
  { count, accepts, clamped }: GivingOptions,
  scores: Scores,
  reading: Reading,
) {
  const sums: [string, Amount][] = []
  for (const [item, formula] of items) {
    if (!accepts(item)) continue
    const amount = amountOf(formula, verb, count, reading)
    if (isFailure(amount)) return amount
    const sum = verb === 'set' ? amount : add(countOf(scores, metric, item), amount)
    if (sum === undefined) return { failure: tooLarge, formula: formula.text }
    sums.push([item, sum])
  }
  return changeItems(scores, metric, sums, clamped)
}
