import { clamp, compare, type Amount, type Limit } from '../kernel/decimal.ts'
import { getNamed } from '../kernel/name-map.ts'
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

/** A limit that cut a change: the sum without the limit, and the limit. Spec 4.2. */
export interface Clamped {
  readonly by: 'min' | 'max' | 'max_items'
  readonly item?: string
  readonly sum: Amount
  readonly limit: Limit
}

/**
 * Returns the change of points to `sum`, clamped to the limits of the metric, or undefined if the player has that
 * already. Adds the limit that cut it to `clamped`. Spec 4.2.
 */
export function changePoints(
  scores: Scores,
  metric: PointMetric,
  sum: Amount,
  clamped?: Clamped[],
): Change | undefined {
  const before = pointsOf(scores, metric)
  const { min, max } = metric
  const after = clamp(sum, min, max)
  if (after !== sum) clamped?.push(after === max ? { by: 'max', sum, limit: max } : { by: 'min', sum, limit: min })
  return after === (before ?? metric.start) ? undefined : changeOf(metric, before, after)
}

/**
 * Returns the change of items to `sums`, each clamped to [0, max]. Leaves out new items that would exceed `max_items`.
 * Returns undefined if nothing changes. Adds the limits that cut it to `clamped`. Spec 4.2, 4.16 "Amounts".
 */
export function changeItems(
  scores: Scores,
  metric: SetMetric,
  sums: readonly (readonly [item: string, sum: Amount])[],
  clamped?: Clamped[],
): Change | undefined {
  const held = itemsOf(scores, metric) ?? {}
  let distinct = metric.maxItems === Infinity ? 0 : distinctItems(scores, metric)
  const deltas: [string, ValueDelta][] = []
  for (const [item, sum] of sums) {
    const before = getNamed(held, item)
    const max = metric.items.get(item)?.max ?? Infinity
    const after = clamp(sum, 0, max)
    if (after !== sum)
      clamped?.push(after === max ? { by: 'max', item, sum, limit: max } : { by: 'min', item, sum, limit: 0 })
    if (after === (before ?? 0)) continue
    if (before === undefined && compare(distinct + 1, metric.maxItems) > 0) {
      clamped?.push({ by: 'max_items', item, sum, limit: metric.maxItems })
      continue
    }
    distinct += before === undefined ? 1 : after === 0 ? -1 : 0
    deltas.push([item, { old: before === undefined ? null : String(before), new: String(after) }])
  }
  return deltas.length === 0 ? undefined : { metric: referTo(metric), delta: Object.fromEntries(deltas) }
}
