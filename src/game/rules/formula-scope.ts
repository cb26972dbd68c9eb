import type { Amount } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { evaluateAmount, type FormulaFailure, type FormulaScope } from '../kernel/formula.ts'
import type { CompoundMetric, Metric, Metrics, SetMetric } from '../metrics/design.ts'
import { countOf, distinctItems, pointsOf, stateOf, type Scores } from '../metrics/score.ts'
import type { Variables } from './variable.ts'

/** The data that formulas read: the scores of one player and the variables of one play. */
export interface FormulaReading {
  readonly metrics: Metrics
  readonly scores: Scores
  readonly variables: Variables
}

/**
 * Returns the scope of the names that a formula can use. Points without an entry have their default value, and a
 * compound without an entry is computed. The scope computes these, and the counts of sets, once for all formulas that
 * share it, so use it only until the scores change. Spec 4.2, 4.4.
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

/** Returns the value of a metric as a formula reads it that names the metric without an item. */
export function metricIn(reading: FormulaReading, metric: Metric): FormulaValue | FormulaFailure {
  return wholeValue(metric, reading.scores, (found) => computed(found, reading.scores, scopeOf(reading)))
}

/** Computes a compound, or counts the items of a set that the player holds. */
function computed(metric: CompoundMetric | SetMetric, scores: Scores, scope: FormulaScope): Amount | FormulaFailure {
  return metric.type === 'set' ? distinctItems(scores, metric) : evaluateAmount(metric.formula, scope)
}

/** Finds the value of a compound, or the number of items of a set that the player holds. */
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

/**
 * Returns the count of the item with that name, or of the item whose name differs only in case; 0 if the player does
 * not hold it. Spec 4.4.
 */
function itemCount(metric: SetMetric, item: string, scores: Scores): Amount {
  const name = metric.items.has(item) ? item : metric.itemsByLowerCaseName.get(item.toLowerCase())
  return name === undefined ? 0 : countOf(scores, metric, name)
}
