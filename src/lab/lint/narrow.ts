import { parseAmount, type Limit } from '../../game/kernel/decimal.ts'
import type { Metrics } from '../../game/metrics/design.ts'
import type { Operator, Requirement } from '../../game/rules/requirement.ts'
import { anything, exactly, isExact, join, meet, wholeNumbers, type Interval } from './interval.ts'
import { isWhole, keyOfName, keys, Ranges, scoreKeyOf, valuesOf } from './ranges.ts'

/**
 * Narrows ranges to those with which a requirement can be met, or, with `not`, can fail to be met. Returns undefined if
 * it never can. What is not known is taken as possible, so an undefined is certain.
 */
export function narrow(requirement: Requirement, ranges: Ranges, metrics: Metrics, not = false): Ranges | undefined {
  if (requirement.kind === 'always') return not ? undefined : ranges
  const negated = not !== requirement.not
  switch (requirement.kind) {
    case 'and':
    case 'or': {
      const isAnd = (requirement.kind === 'and') !== negated
      return (isAnd ? narrowByAll : narrowByAny)(requirement.parts, ranges, metrics, negated)
    }
    case 'metric': {
      const { metric, item, operator, value } = requirement
      if (metric.type === 'state') return narrowState(metric.id, value, (operator === 'eq') !== negated, ranges)
      const key = scoreKeyOf(metric, item)
      return key === undefined ? ranges : compareWith(key, operator, parseAmount(value) ?? 0, { ranges, negated })
    }
    case 'action':
      return compareWith(keys.plays(requirement.id), requirement.operator, requirement.value, { ranges, negated })
    case 'team':
      return compareWith(keys.team(requirement.definition, requirement.role), 'eq', 1, { ranges, negated })
    case 'time':
      return compareWith(keys.clock(requirement.clock), requirement.operator, requirement.value, { ranges, negated })
    case 'var':
      return narrowFormulas(requirement, negated, ranges, metrics)
  }
}

/** How often all parts are looked at, so that what a later part says of a formula counts for an earlier one. */
const PASSES = 2

function narrowByAll(parts: readonly Requirement[], ranges: Ranges, metrics: Metrics, not: boolean) {
  let narrowed: Ranges | undefined = ranges
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const part of parts) {
      narrowed = narrow(part, narrowed, metrics, not)
      if (!narrowed) return undefined
    }
  return narrowed
}

function narrowByAny(parts: readonly Requirement[], ranges: Ranges, metrics: Metrics, not: boolean) {
  const branches = parts.flatMap((part) => narrow(part, ranges, metrics, not) ?? [])
  const [first] = branches
  if (!first || branches.length === 1) return first
  const joined = new Ranges(ranges)
  for (const key of touched(first, ranges, ({ amounts }) => amounts))
    joined.amounts.set(key, branches.map((branch) => branch.amount(key)).reduce(join))
  for (const metric of touched(first, ranges, ({ states }) => states))
    joined.states.set(metric, new Set(branches.flatMap((branch) => [...branch.statesOf(metric)])))
  return joined
}

/** Returns the keys that ranges have narrowed since others. */
function touched(ranges: Ranges, since: Ranges, part: (ranges: Ranges) => ReadonlyMap<string, unknown>): Set<string> {
  const found = new Set<string>()
  for (let at: Ranges | undefined = ranges; at && at !== since; at = at.behind)
    for (const key of part(at).keys()) found.add(key)
  return found
}

function narrowState(metric: string, state: string, isWanted: boolean, ranges: Ranges): Ranges | undefined {
  const states = [...ranges.statesOf(metric)].filter((each) => (each === state) === isWanted)
  if (states.length === 0) return undefined
  const narrowed = new Ranges(ranges)
  narrowed.states.set(metric, new Set(states))
  return narrowed
}

const opposites: Readonly<Record<Operator, Operator>> = { eq: 'ne', ne: 'eq', gt: 'le', ge: 'lt', lt: 'ge', le: 'gt' }
const mirrored: Readonly<Record<Operator, Operator>> = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' }

interface Comparison {
  readonly ranges: Ranges
  readonly negated: boolean
}

function compareWith(key: string, operator: Operator, value: Limit, { ranges, negated }: Comparison) {
  return narrowKey(key, negated ? opposites[operator] : operator, exactly(value), ranges)
}

function narrowKey(key: string, operator: Operator, values: Interval, ranges: Ranges): Ranges | undefined {
  const met = meeting(ranges.amount(key), operator, values)
  const amounts = met && isWhole(key) ? wholeNumbers(met) : met
  if (!amounts) return undefined
  const narrowed = new Ranges(ranges)
  narrowed.amounts.set(key, amounts)
  return narrowed
}

/** Returns the amounts that can compare so with one of the values, or undefined if there are none. */
function meeting(amounts: Interval, operator: Operator, values: Interval): Interval | undefined {
  switch (operator) {
    case 'eq':
      return meet(amounts, values)
    case 'ne':
      return isExact(values) ? without(amounts, values.low) : amounts
    case 'gt':
      return meet(amounts, { ...anything, low: values.low, openLow: true })
    case 'ge':
      return meet(amounts, { ...anything, low: values.low, openLow: values.openLow ?? false })
    case 'lt':
      return meet(amounts, { ...anything, high: values.high, openHigh: true })
    case 'le':
      return meet(amounts, { ...anything, high: values.high, openHigh: values.openHigh ?? false })
  }
}

/** Returns the interval without an amount at its end. */
function without(amounts: Interval, value: Limit): Interval | undefined {
  const [atLow, atHigh] = [amounts.low === value, amounts.high === value]
  if (atLow && atHigh) return undefined
  return { ...amounts, ...(atLow && { openLow: true }), ...(atHigh && { openHigh: true }) }
}

type Formulas = Extract<Requirement, { kind: 'var' }>

function narrowFormulas(
  { lhs, operator, rhs }: Formulas,
  negated: boolean,
  ranges: Ranges,
  metrics: Metrics,
): Ranges | undefined {
  const [left, right] = [valuesOf(lhs, ranges, metrics), valuesOf(rhs, ranges, metrics)]
  // Texts compare in another way.
  if (!left || !right) return ranges
  const by = negated ? opposites[operator] : operator
  if (!meeting(left, by, right)) return undefined
  const [leftKey, rightKey] = [keyOfName(lhs, metrics), keyOfName(rhs, metrics)]
  const narrowed = leftKey === undefined ? ranges : narrowKey(leftKey, by, right, ranges)
  return narrowed && rightKey !== undefined ? narrowKey(rightKey, mirrored[by], left, narrowed) : narrowed
}
