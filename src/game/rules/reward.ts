import { z } from 'zod'
import type { Report } from '../design/component.ts'
import { add, multiply, negate, type Amount } from '../kernel/decimal.ts'
import { isProblem, parseFormula, type Formula } from '../kernel/formula-parser.ts'
import { constantOf, evaluateAmount, isFailure, type FormulaFailure } from '../kernel/formula.ts'
import { suggestion } from '../kernel/nearest.ts'
import { namedEntries, strictObject } from '../kernel/schema.ts'
import {
  linkFormula,
  linkMetricReference,
  metricTypes,
  type Metrics,
  type PointMetric,
  type SetMetric,
  type StateMetric,
} from '../metrics/design.ts'
import { changeItems, changePoints } from '../metrics/effects.ts'
import { changeOf, countOf, pointsOf, stateOf, type Change, type Scores } from '../metrics/score.ts'
import { scopeOf, type Reading } from './reading.ts'

export const verbs = ['add', 'remove', 'set'] as const
export type Verb = (typeof verbs)[number]

/** Fields of a reward that every giver of one has. Spec 4.5. */
export const rewardFields = {
  metric: strictObject({ id: z.string(), type: z.enum(metricTypes), name: z.string().optional() }),
  verb: z.enum(verbs),
  value: z.union([z.string(), namedEntries], {
    error: 'expected a decimal string, a formula, a state name, or an object of items',
  }),
}

export const probabilitySchema = z.number().min(0).max(1)

/** A reward as its author writes it. Spec 4.5. */
export const rewardSchema = strictObject({ ...rewardFields, probability: probabilitySchema.optional() })
export type RewardDesign = z.output<typeof rewardSchema>

interface RewardBase {
  readonly verb: Verb
  readonly probability: number
  /** The value as its author wrote it, for lists. */
  readonly written: RewardDesign['value']
}

/** A reward ready to be given. */
export type Reward =
  | (RewardBase & { readonly type: 'point'; readonly metric: PointMetric; readonly value: Formula })
  | (RewardBase & {
      readonly type: 'set'
      readonly metric: SetMetric
      readonly items: readonly (readonly [item: string, count: Formula])[]
    })
  | (RewardBase & { readonly type: 'state'; readonly metric: StateMetric; readonly state: string })

/** Makes a reward ready; undefined, with a report, where it cannot be given. */
export function compileReward(
  design: RewardDesign,
  metrics: Metrics,
  variables: ReadonlySet<string>,
  report: Report,
): Reward | undefined {
  const metric = linkMetricReference(design.metric, metrics, ['metric'], report)
  if (!metric) return undefined
  const { verb, value } = design
  const base = { verb, probability: design.probability ?? 1, written: value }
  const formula = (text: unknown, path: readonly string[]) => compileFormula(text, metrics, variables, path, report)
  switch (metric.type) {
    case 'compound':
      report(['metric'], `metric '${metric.id}' is a compound: it is computed and cannot be rewarded`)
      return undefined
    case 'point': {
      const points = formula(value, ['value'])
      return points && { ...base, type: 'point', metric, value: points }
    }
    case 'state':
      return compileState(base, metric, value, report)
    case 'set':
      return compileItems(base, metric, value, formula, report)
  }
}

function compileFormula(
  text: unknown,
  metrics: Metrics,
  variables: ReadonlySet<string>,
  path: readonly string[],
  report: Report,
): Formula | undefined {
  if (typeof text !== 'string') {
    report(path, 'expected a decimal string or a formula')
    return undefined
  }
  const formula = parseFormula(text)
  if (isProblem(formula)) {
    report(path, `${formula.message} at character ${formula.position + 1} of the formula`)
    return undefined
  }
  linkFormula(formula, metrics, variables, (message, absent) => report(path, message, absent))
  return formula
}

function compileState(base: RewardBase, metric: StateMetric, value: unknown, report: Report): Reward | undefined {
  if (base.verb !== 'set') report(['verb'], `a state is given with 'set'`)
  else if (typeof value !== 'string') report(['value'], 'expected the name of a state')
  else if (!metric.states.has(value))
    report(['value'], `metric '${metric.id}' has no state '${value}'${suggestion(value, metric.states.keys())}`)
  else return { ...base, type: 'state', metric, state: value }
  return undefined
}

function compileItems(
  base: RewardBase,
  metric: SetMetric,
  value: unknown,
  formula: (text: unknown, path: readonly string[]) => Formula | undefined,
  report: Report,
): Reward | undefined {
  if (typeof value !== 'object' || value === null) {
    report(['value'], 'expected an object of items and their counts')
    return undefined
  }
  const items = Object.entries(value).flatMap(([item, text]) => {
    if (!metric.items.has(item))
      report(['value', item], `metric '${metric.id}' has no item '${item}'${suggestion(item, metric.items.keys())}`)
    const count = formula(text, ['value', item])
    return count ? [[item, count] as const] : []
  })
  return { ...base, type: 'set', metric, items }
}

/** A reward whose value could not be computed. */
export interface RewardFailure extends FormulaFailure {
  readonly formula: string
}

/**
 * What a reward does to the scores as they are, `count` times over; formulas read `reading`, the state before the play.
 * Undefined where it changes nothing. Spec 4.5, 4.16 "Amounts".
 */
export function giveReward(
  reward: Reward,
  count: number,
  scores: Scores,
  reading: Reading,
): Change | RewardFailure | undefined {
  switch (reward.type) {
    case 'point':
      return givePoints(reward, count, scores, reading)
    case 'state': {
      const before = stateOf(scores, reward.metric)
      return before === reward.state ? undefined : changeOf(reward.metric, before, reward.state)
    }
    case 'set':
      return giveItems(reward, count, scores, reading)
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

function givePoints(reward: Extract<Reward, { type: 'point' }>, count: number, scores: Scores, reading: Reading) {
  const { metric, verb, value } = reward
  const amount = amountOf(value, verb, count, reading)
  if (isFailure(amount)) return amount
  const sum = verb === 'set' ? amount : add(pointsOf(scores, metric) ?? metric.start, amount)
  return sum === undefined ? { failure: tooLarge, formula: value.text } : changePoints(scores, metric, sum)
}

function giveItems(reward: Extract<Reward, { type: 'set' }>, count: number, scores: Scores, reading: Reading) {
  const { metric, verb } = reward
  const sums: [string, Amount][] = []
  for (const [item, formula] of reward.items) {
    const amount = amountOf(formula, verb, count, reading)
    if (isFailure(amount)) return amount
    const sum = verb === 'set' ? amount : add(countOf(scores, metric, item), amount)
    if (sum === undefined) return { failure: tooLarge, formula: formula.text }
    sums.push([item, sum])
  }
  return changeItems(scores, metric, sums)
}
