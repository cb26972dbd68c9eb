import { look } from '../kernel/book.ts'
import { clamp, compare, type Amount } from '../kernel/decimal.ts'
import type { PointMetric, SetMetric } from './design.ts'
import {
  changeOf,
  distinctItems,
  itemsOf,
  pointsOf,
  referTo,
  type Change,
  type Scores,
  type ValueDelta,
} from './score.ts'

/** The change of points to `sum`, kept within the limits; undefined where the player has that anyway. Spec 4.2. */
export function changePoints(scores: Scores, metric: PointMetric, sum: Amount): Change | undefined {
  const before = pointsOf(scores, metric)
  const after = clamp(sum, metric.min, metric.max)
  return after === (before ?? metric.start) ? undefined : changeOf(metric, before, after)
}

/**
 * The change of items to `sums`, each kept within [0, max]; one that would go over `max_items` is not given. Undefined
 * where nothing is left of it. Spec 4.2, 4.16 "Amounts".
 */
export function changeItems(
  scores: Scores,
  metric: SetMetric,
  sums: readonly (readonly [item: string, sum: Amount])[],
): Change | undefined {
  const held = itemsOf(scores, metric) ?? {}
  let distinct = metric.maxItems === Infinity ? 0 : distinctItems(scores, metric)
  const deltas: [string, ValueDelta][] = []
  for (const [item, sum] of sums) {
    const before = look(held, item)
    const after = clamp(sum, 0, metric.items.get(item)?.max ?? Infinity)
    if (after === (before ?? 0)) continue
    if (before === undefined && compare(distinct + 1, metric.maxItems) > 0) continue
    distinct += before === undefined ? 1 : after === 0 ? -1 : 0
    deltas.push([item, { old: before === undefined ? null : String(before), new: String(after) }])
  }
  return deltas.length === 0 ? undefined : { metric: referTo(metric), delta: Object.fromEntries(deltas) }
}
