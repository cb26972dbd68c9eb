import type { Amount } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { evaluateAmount, type FormulaFailure, type FormulaScope } from '../kernel/formula.ts'
import type { CompoundMetric, Metric, Metrics, SetMetric } from '../metrics/design.ts'
import { countOf, distinctItems, pointsOf, stateOf, type Scores } from '../metrics/score.ts'
import type { Variables } from './variable.ts'

/** What formulas read: the scores of one player and the variables of one play. */
export interface FormulaReading {
  readonly metrics: Metrics
  readonly scores: Scores
  readonly variables: Variables
}

/**
 * The names that a formula may use, as this reading has them: points that the player has no entry of are their default,
 * a compound is computed then. That and the count of a set are found once for all formulas that share the scope, so it
 * is of use until what they go by changes. Spec 4.2, 4.4.
 */
export function scopeOf(reading: FormulaReading): FormulaScope {
  let found: Map<string, Amount | FormulaFailure> | undefined
  const find: Find = (metric) => {
    found ??= new Map()
    const value = found.get(metric.id) ?? computed(metric, reading.scores, scope)
    found.set(metric.id, value)
    return value
  }
  const scope: FormulaScope = {
    variable: (name) => reading.variables.get(name),
    score: (id, item) => {
      const metric = reading.metrics.get(id)
      return metric && scoreValue(metric, item, reading.scores, find)
    },
  }
  return scope
}

/** The value of a metric of the reading's own, as a formula has it that names it without an item. */
export function metricIn(reading: FormulaReading, metric: Metric): FormulaValue | FormulaFailure {
  return wholeValue(metric, reading.scores, (found) => computed(found, reading.scores, scopeOf(reading)))
}

/** The value of a compound, or how many items of a set are held. */
function computed(metric: CompoundMetric | SetMetric, scores: Scores, scope: FormulaScope): Amount | FormulaFailure {
  return metric.type === 'set' ? distinctItems(scores, metric) : evaluateAmount(metric.formula, scope)
}

/** Gives the value of a compound, or how many items of a set are held. */
type Find = (metric: CompoundMetric | SetMetric) => Amount | FormulaFailure

function scoreValue(
  metric: Metric,
  item: string | undefined,
  scores: Scores,
  find: Find,
): FormulaValue | FormulaFailure | undefined {
  if (item === undefined) return wholeValue(metric, scores, find)
  return metric.type === 'set' ? itemCount(metric, item, scores) : undefined
}

function wholeValue(metric: Metric, scores: Scores, find: Find): FormulaValue | FormulaFailure {
  switch (metric.type) {
    case 'set':
      return find(metric)
    case 'point':
      return pointsOf(scores, metric) ?? metric.start
    case 'compound':
      return pointsOf(scores, metric) ?? find(metric)
    case 'state':
      return { text: stateOf(scores, metric) ?? '' }
  }
}

/** Of an item of that name, or of one that differs from it in case alone; 0 where it is not held. Spec 4.4. */
function itemCount(metric: SetMetric, item: string, scores: Scores): Amount {
  const name = metric.items.has(item) ? item : metric.itemsByLowerCaseName.get(item.toLowerCase())
  return name === undefined ? 0 : countOf(scores, metric, name)
}
