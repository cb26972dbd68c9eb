import type { Shape } from '../kernel/answer-shapes.ts'
import { formatAmount, type Amount } from '../kernel/decimal.ts'
import { getNamed, namedEntries, type NameMap, keysWith } from '../kernel/name-map.ts'
import type { change, metricReference, valueDelta as valueDeltaShape } from './answer-schema.ts'
import type { CompoundMetric, Metric, MetricType, PointMetric, SetMetric, StateMetric } from './design.ts'

/** Points, the name of a state, or the counts of the items that are held. An item with a count of 0 is left out. */
export type Score = Amount | NameMap<Amount>

/**
 * The scores of a player. The key contains the type and id of the metric. A score whose metric was removed or has
 * changed its type is therefore only hidden, and appears again if a metric of that id and type returns. Spec 4.13.
 */
export type Scores = Readonly<Record<string, Score>>

const keysOf: Record<MetricType, (id: string) => string> = {
  point: keysWith('p:'),
  set: keysWith('i:'),
  state: keysWith('s:'),
  compound: keysWith('c:'),
}

/** Returns the key of a metric in `Scores`. */
export function scoreKey(metric: { readonly id: string; readonly type: MetricType }): string {
  return keysOf[metric.type](metric.id)
}

const stateKeys = keysOf.state('')

/** Whether the score under this key is the name of a state. */
export const isStateKey = (key: string): boolean => key.startsWith(stateKeys)

/** Returns the names in the score under this key: the items held, or the state. */
export function partsOf(key: string, score: Score): readonly string[] {
  if (typeof score === 'object') return namedEntries(score).map(([item]) => item)
  return isStateKey(key) ? [score as string] : []
}

/** Returns the points of a metric, or undefined if the player has no score in it. */
export function pointsOf(scores: Scores, metric: PointMetric | CompoundMetric): Amount | undefined {
  return scores[scoreKey(metric)] as Amount | undefined
}

/** Returns the state of a metric, or undefined if it was never set or the design no longer has it. */
export function stateOf(scores: Scores, metric: StateMetric): string | undefined {
  const state = scores[scoreKey(metric)] as string | undefined
  return state !== undefined && metric.states.has(state) ? state : undefined
}

/** Returns the items of a metric that the player holds, or undefined if the player has no score in it. */
export function itemsOf(scores: Scores, metric: SetMetric): NameMap<Amount> | undefined {
  return scores[scoreKey(metric)] as NameMap<Amount> | undefined
}

/** A metric, as events and answers refer to it. Spec 1 "Metric reference". */
export type MetricReference = Shape<typeof metricReference>

/** Returns the reference to a metric. */
export function referTo({ id, name, type }: Metric): MetricReference {
  return { id, name, type }
}

/** A value before and after. `new` is null only if a revert removes a state. Spec 4.14. */
export type ValueDelta = Shape<typeof valueDeltaShape>

/** A change of one metric. For a set metric the delta is by item. Spec 1 "Change". */
export type Change = Shape<typeof change>

/** Returns the delta of a change of points or of a state. */
export function valueDelta(change: Change): ValueDelta {
  return change.delta as ValueDelta
}

/** Returns the deltas of a change of items. */
export function itemDeltas(change: Change): [item: string, delta: ValueDelta][] {
  return Object.entries(change.delta)
}

/** Returns a change of points or of a state. */
export function changeOf(metric: Metric, before: Amount | undefined, after: Amount | null): Change {
  return {
    metric: referTo(metric),
    delta: {
      old: before === undefined ? null : formatAmount(before),
      new: after === null ? null : formatAmount(after),
    },
  }
}

/** Returns the count of an item, or 0 if the player does not hold it. */
export function countOf(scores: Scores, metric: SetMetric, item: string): Amount {
  const held = itemsOf(scores, metric)
  return (held && getNamed(held, item)) ?? 0
}

/** Counts the distinct items of the design that are held. Making a list of them would take fifty times as long. */
export function distinctItems(scores: Scores, metric: SetMetric): number {
  let distinct = 0
  for (const key in itemsOf(scores, metric)) if (metric.itemKeys.has(key)) distinct += 1
  return distinct
}
