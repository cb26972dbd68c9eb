import type { Amount } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { evaluateAmount, type FormulaFailure, type FormulaScope } from '../kernel/formula.ts'
import type { WallTime } from '../kernel/instant.ts'
import type { CompoundMetric, Metric, Metrics, SetMetric } from '../metrics/design.ts'
import { countOf, distinctItems, pointsOf, stateOf, type Scores } from '../metrics/score.ts'
import type { Observer } from './observer.ts'

/** Values of the variables of a play by name: amounts of an `int`, texts of a `string`. Spec 4.6. */
export type Variables = ReadonlyMap<string, FormulaValue>

/** Those of what has none, as most actions: nothing is made anew for their plays. */
export const noVariables: Variables = new Map()

/** What requirements and formulas read: one player at one moment. Not to be spread: it may be an instance of a class. */
export interface Reading {
  readonly metrics: Metrics
  readonly scores: Scores
  readonly variables: Variables
  /** How often the player has played an action. */
  readonly actionCount: (id: string) => number
  /** Whether the player is in a team of this definition, with this role where one is named. */
  readonly inTeam: (definition: string, role: string | undefined) => boolean
  /** What the wall clock of the game's time zone shows. */
  readonly wall: () => WallTime
  /** Told what is found. */
  readonly observer?: Observer | undefined
}

/** The same reading, of which another is told what is found. */
export function observedBy(observer: Observer, reading: Reading): Reading {
  const { metrics, scores, variables } = reading
  return {
    metrics,
    scores,
    variables,
    actionCount: (id) => reading.actionCount(id),
    inTeam: (definition, role) => reading.inTeam(definition, role),
    wall: () => reading.wall(),
    observer,
  }
}

/**
 * The names that a formula may use, as this reading has them: points that the player has no entry of are their default,
 * a compound is computed then. That and the count of a set are found once for all formulas that share the scope, so it
 * is of use until what they go by changes. Spec 4.2, 4.4.
 */
export function scopeOf(reading: Pick<Reading, 'metrics' | 'scores' | 'variables'>): FormulaScope {
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
export function metricIn(
  reading: Pick<Reading, 'metrics' | 'scores' | 'variables'>,
  metric: Metric,
): FormulaValue | FormulaFailure {
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
  const name = metric.items.has(item) ? item : metric.itemsInAnyCase.get(item.toLowerCase())
  return name === undefined ? 0 : countOf(scores, metric, name)
}
