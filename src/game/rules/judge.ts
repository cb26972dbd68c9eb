import { compare } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { evaluate, isFailure, numberIn, type FormulaFailure } from '../kernel/formula.ts'
import type { Metric } from '../metrics/design.ts'
import { countOf } from '../metrics/score.ts'
import { metricIn, scopeOf } from './formula-scope.ts'
import type { Reading } from './reading.ts'
import { amountOf, clocks, type Operator, type Requirement } from './requirement.ts'

/** Returns whether a requirement is met, or the failure of a formula that cannot be computed. Spec 4.3. */
export function judge(requirement: Requirement, reading: Reading): boolean | FormulaFailure {
  if (requirement.kind === 'always') return true
  if (requirement.kind !== 'and' && requirement.kind !== 'or') return judgeLeaf(requirement, reading)
  const met = judgeParts(requirement, reading)
  if (typeof met !== 'boolean') return met
  const held = met !== requirement.not
  reading.observer?.judged(requirement, held)
  return held
}

type Branch = Extract<Requirement, { kind: 'and' | 'or' }>

function judgeParts({ kind, parts }: Branch, reading: Reading): boolean | FormulaFailure {
  const deciding = kind === 'or'
  for (const part of parts) {
    const met = judge(part, reading)
    if (met !== !deciding) return met
  }
  return !deciding
}

type Leaf = Exclude<Requirement, { kind: 'always' | 'and' | 'or' }>

function judgeLeaf(leaf: Leaf, reading: Reading): boolean | FormulaFailure {
  const found = leafValue(leaf, reading)
  if (isFailure(found)) return found
  const against = comparandOf(leaf, reading)
  if (isFailure(against)) return against
  const held = isSatisfied(leaf, found, against) !== leaf.not
  reading.observer?.judged(leaf, held, found, against)
  return held
}

const textOf = (value: FormulaValue): string => (typeof value === 'object' ? value.text : String(value))

/** Returns the value that a leaf compares. */
function leafValue(leaf: Leaf, reading: Reading): FormulaValue | FormulaFailure {
  switch (leaf.kind) {
    case 'metric':
      return metricValue(leaf.metric, leaf.item, reading)
    case 'action':
      return reading.actionCount(leaf.id)
    case 'team':
      return reading.inTeam(leaf.definition, leaf.role) ? 1 : 0
    case 'time':
      return clocks[leaf.clock](reading.wall())
    case 'var':
      return evaluate(leaf.lhs, scopeOf(reading))
  }
}

/**
 * Returns the value of a metric. A compound without an entry is computed, which can fail like any formula. Spec 4.4.
 */
function metricValue(metric: Metric, item: string | undefined, reading: Reading): FormulaValue | FormulaFailure {
  if (metric.type === 'set' && item !== undefined) return countOf(reading.scores, metric, item)
  return metricIn(reading, metric)
}

/** Returns the value that a leaf compares with. */
function comparandOf(leaf: Leaf, reading: Reading): FormulaValue | FormulaFailure {
  switch (leaf.kind) {
    case 'team':
      return 1
    case 'metric':
      return leaf.metric.type === 'state' ? { text: leaf.value } : amountOf(leaf.value)
    case 'var':
      return evaluate(leaf.rhs, scopeOf(reading))
    default:
      return leaf.value
  }
}

function isSatisfied(leaf: Leaf, found: FormulaValue, against: FormulaValue): boolean {
  if (leaf.kind === 'team') return found === against
  // The names of states are texts, even if they look like numbers.
  if (leaf.kind === 'metric' && leaf.metric.type === 'state')
    return (textOf(found) === textOf(against)) === (leaf.operator === 'eq')
  return compareValues(found, against, leaf.operator)
}

/** Compares numbers, and texts that contain numbers, as numbers, and other texts as texts. Spec 4.16 "Amounts". */
function compareValues(left: FormulaValue, right: FormulaValue, operator: Operator): boolean {
  const [a, b] = [numberIn(left), numberIn(right)]
  if (a !== undefined && b !== undefined) return compares(compare(a, b), operator)
  const [x, y] = [textOf(left), textOf(right)]
  return compares(x < y ? -1 : x > y ? 1 : 0, operator)
}

function compares(order: -1 | 0 | 1, operator: Operator): boolean {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'gt':
      return order > 0
    case 'ge':
      return order >= 0
    case 'lt':
      return order < 0
    case 'le':
      return order <= 0
  }
}
