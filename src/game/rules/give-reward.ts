import { add, multiply, negate, type Amount } from '../kernel/decimal.ts'
import type { Formula } from '../kernel/formula-parser.ts'
import { constantOf, evaluateAmount, isFailure, type FormulaFailure } from '../kernel/formula.ts'
import { changeItems, changePoints, type Clamped } from '../metrics/effects.ts'
import { changeOf, countOf, pointsOf, stateOf, type Change, type Scores } from '../metrics/score.ts'
import { scopeOf } from './formula-scope.ts'
import type { Reading } from './reading.ts'
import type { Reward, Verb } from './reward.ts'

/** A reward whose value could not be computed. */
export interface RewardFailure extends FormulaFailure {
  readonly formula: string
}

/** Tells a failed computation from what it would have given. */
export function isRewardFailure<T extends object>(value: T | RewardFailure): value is RewardFailure {
  return (value as Partial<RewardFailure>).failure !== undefined
}

/** A failure of a formula as the fault's facts have it. */
export function failureFacts(found: RewardFailure): { formula: string; message: string } {
  return { formula: found.formula, message: found.failure }
}

/** Which items of a reward are given. */
type Chooses = (item: string) => boolean

const all: Chooses = () => true

/**
 * What a reward does to the scores as they are, `count` times over; formulas read `reading`, the state before the play.
 * Of items only those are given that are chosen. Undefined where it changes nothing. Spec 4.5, 4.16 "Amounts".
 */
export function giveReward(
  reward: Reward,
  count: number,
  scores: Scores,
  reading: Reading,
  chooses: Chooses = all,
): Change | RewardFailure | undefined {
  const { observer } = reading
  const clamped: Clamped[] | undefined = observer && []
  const change = given(reward, { count, chooses, clamped }, scores, reading)
  if (observer && clamped && !(change && 'failure' in change)) observer.gave(reward, count, change, clamped, reading)
  return change
}

/** How a reward is given; the limits that cut it are noted where anybody asks for them. */
interface Manner {
  readonly count: number
  readonly chooses: Chooses
  readonly clamped: Clamped[] | undefined
}

function given(reward: Reward, manner: Manner, scores: Scores, reading: Reading): Change | RewardFailure | undefined {
  switch (reward.type) {
    case 'point':
      return givePoints(reward, manner, scores, reading)
    case 'state': {
      const before = stateOf(scores, reward.metric)
      return before === reward.state ? undefined : changeOf(reward.metric, before, reward.state)
    }
    case 'set':
      return giveItems(reward, manner, scores, reading)
  }
}

const tooLarge = 'a number with too many digits'

/** The amount of a formula, `count` times over where it is added or removed. */
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
  { count, clamped }: Manner,
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
  { count, chooses, clamped }: Manner,
  scores: Scores,
  reading: Reading,
) {
  const sums: [string, Amount][] = []
  for (const [item, formula] of items) {
    if (!chooses(item)) continue
    const amount = amountOf(formula, verb, count, reading)
    if (isFailure(amount)) return amount
    const sum = verb === 'set' ? amount : add(countOf(scores, metric, item), amount)
    if (sum === undefined) return { failure: tooLarge, formula: formula.text }
    sums.push([item, sum])
  }
  return changeItems(scores, metric, sums, clamped)
}
