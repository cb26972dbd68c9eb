import type { Design } from '../../game/design/design.ts'
import type { StateMetric } from '../../game/metrics/design.ts'

/** Returns the levels of each metric that a level rule changes, from the lowest to the highest. */
export function levelsOf({ levels }: Design): ReadonlyMap<string, readonly string[]> {
  return new Map(levels.map(({ metric, levels: ranks }) => [metric.id, ranks.map(({ rank }) => rank)]))
}

/** Returns the states of a metric, levels from the lowest to the highest first. */
export function statesInOrder(design: Design, { id, states }: StateMetric): readonly string[] {
  return [...new Set([...(levelsOf(design).get(id) ?? []), ...states.keys()])]
}

/** The place of each level in the order of its level rule, by metric. */
export type LevelOrders = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Returns the orders of the levels of a design. */
export function levelOrders(design: Design): LevelOrders {
  return new Map(
    Array.from(levelsOf(design), ([metric, ranks]) => [metric, new Map(ranks.map((rank, i) => [rank, i]))]),
  )
}

/** Returns what a player in a state of a metric has reached: a level and those below it, or else only the state. */
export function statesReached(orders: LevelOrders, metric: string, state: string): readonly string[] {
  const order = orders.get(metric)
  const place = order?.get(state)
  if (!order || place === undefined) return [state]
  return [...order].flatMap(([level, of]) => (of <= place ? [level] : []))
}
