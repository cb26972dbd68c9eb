import { getNamed, namedEntries, type NameMap, keysWith } from '../kernel/name-map.ts'
import type { Shape } from '../kernel/shapes.ts'
import { formatAmount, type Amount } from '../kernel/decimal.ts'
import type { change, metricReference, valueDelta as valueDeltaShape } from './answer-schema.ts'
import type { CompoundMetric, Metric, MetricType, PointMetric, SetMetric, StateMetric } from './design.ts'

/** Points, the name of a state, or the counts of the items held (an item of which there is none is not held). */
export type Score = Amount | NameMap<Amount>

/**
 * What a player has of each metric. The key tells type and id, so that a score whose metric was removed or changed its
 * type is merely hidden, and is there again when one of that id and type is. Spec 4.13.
 */
export type Scores = Readonly<Record<string, Score>>

const keysOf: Record<MetricType, (id: string) => string> = {
  point: keysWith('p:'),
  set: keysWith('i:'),
  state: keysWith('s:'),
  compound: keysWith('c:'),
}

export function scoreKey(metric: { readonly id: string; readonly type: MetricType }): string {
  return keysOf[metric.type](metric.id)
}

const stateKeys = keysOf.state('')

/** Whether a score of this key is the name of a state. */
export const isStateKey = (key: string): boolean => key.startsWith(stateKeys)

/** The names in a score of this key: of the items held, or of the state. */
export function partsOf(key: string, score: Score): readonly string[] {
  if (typeof score === 'object') return namedEntries(score).map(([item]) => item)
  return isStateKey(key) ? [score as string] : []
}

/** The points of a metric; undefined where the player has no entry of it. */
export function pointsOf(scores: Scores, metric: PointMetric | CompoundMetric): Amount | undefined {
  return scores[scoreKey(metric)] as Amount | undefined
}

/** The state of a metric; undefined where it was never set, or is none of the design's any more. */
export function stateOf(scores: Scores, metric: StateMetric): string | undefined {
  const state = scores[scoreKey(metric)] as string | undefined
  return state !== undefined && metric.states.has(state) ? state : undefined
}

/** The items held of a metric; undefined where the player has no entry of it. */
export function itemsOf(scores: Scores, metric: SetMetric): NameMap<Amount> | undefined {
  return scores[scoreKey(metric)] as NameMap<Amount> | undefined
}

/** A metric as events and answers name it. Spec 1 "Metric reference". */
export type MetricReference = Shape<typeof metricReference>

export function referTo({ id, name, type }: Metric): MetricReference {
  return { id, name, type }
}

/** One value before and after; `new` is null only where a revert takes a state back to none. Spec 4.14. */
export type ValueDelta = Shape<typeof valueDeltaShape>

/** What happened to one metric; for a set metric the delta names items. Spec 1 "Change". */
export type Change = Shape<typeof change>

/** The delta of a change of points or of a state. */
export function valueDelta(change: Change): ValueDelta {
  return change.delta as ValueDelta
}

/** The deltas of a change of items. */
export function itemDeltas(change: Change): [item: string, delta: ValueDelta][] {
  return Object.entries(change.delta)
}

/** A change of points or of a state. */
export function changeOf(metric: Metric, before: Amount | undefined, after: Amount | null): Change {
  return {
    metric: referTo(metric),
    delta: {
      old: before === undefined ? null : formatAmount(before),
      new: after === null ? null : formatAmount(after),
    },
  }
}

/** The count of an item; 0 where it is not held. */
export function countOf(scores: Scores, metric: SetMetric, item: string): Amount {
  const held = itemsOf(scores, metric)
  return (held && getNamed(held, item)) ?? 0
}

/** How many distinct items are held, of those that the design has. A list of them all would take fifty times as long. */
export function distinctItems(scores: Scores, metric: SetMetric): number {
  let distinct = 0
  for (const key in itemsOf(scores, metric)) if (metric.itemKeys.has(key)) distinct += 1
  return distinct
}
