import type { Amount } from '../kernel/decimal.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import { evaluateAmount, isFailure, type FormulaScope } from '../kernel/formula.ts'
import type { WallTime } from '../kernel/instant.ts'
import type { Metrics } from '../metrics/design.ts'
import { countOf, distinctItems, pointsOf, stateOf, type Scores } from '../metrics/score.ts'

/** Values of the variables of a play by name. Spec 4.6. */
export type Variables = ReadonlyMap<string, string | number>

/** What requirements and formulas read: one player at one moment. */
export interface Reading {
  readonly metrics: Metrics
  readonly scores: Scores
  readonly variables: Variables
  /** How often the player has played an action. */
  readonly actionCount: (id: string) => number
  /** What the wall clock of the game's time zone shows. */
  readonly wall: () => WallTime
}

/** Points as calculations see them: the default where the player has no entry, a compound then computed. Spec 4.2. */
export function effectivePoints(reading: Pick<Reading, 'metrics' | 'scores'>, id: string): Amount | undefined {
  const metric = reading.metrics.get(id)
  if (metric?.type === 'point') return pointsOf(reading.scores, metric) ?? metric.start
  if (metric?.type !== 'compound') return undefined
  const known = pointsOf(reading.scores, metric)
  if (known !== undefined) return known
  const computed = evaluateAmount(metric.formula, scopeOf({ ...reading, variables: new Map() }))
  return isFailure(computed) ? undefined : computed
}

function scoreValue(reading: Pick<Reading, 'metrics' | 'scores'>, id: string, item?: string): FormulaValue | undefined {
  const metric = reading.metrics.get(id)
  if (metric?.type === 'set') {
    if (item === undefined) return distinctItems(reading.scores, metric)
    const name = metric.items.has(item) ? item : metric.itemsInAnyCase.get(item.toLowerCase())
    return name === undefined ? 0 : countOf(reading.scores, metric, name)
  }
  if (item !== undefined) return undefined
  return metric?.type === 'state' ? { text: stateOf(reading.scores, metric) ?? '' } : effectivePoints(reading, id)
}

/** The names that a formula may use, as this reading has them. Spec 4.4. */
export function scopeOf(reading: Pick<Reading, 'metrics' | 'scores' | 'variables'>): FormulaScope {
  return {
    variable: (name) => {
      const value = reading.variables.get(name)
      return typeof value === 'string' ? { text: value } : value
    },
    score: (metric, item) => scoreValue(reading, metric, item),
  }
}
