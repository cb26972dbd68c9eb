import type { Design } from '../../game/design/design.ts'

/** Returns the levels of each metric that a level rule changes, from the lowest to the highest. */
export function levelsOf({ levels }: Design): ReadonlyMap<string, readonly string[]> {
  return new Map(levels.map(({ metric, levels: ranks }) => [metric.id, ranks.map(({ rank }) => rank)]))
}

/** The place of each level in the order of its level rule, by metric. */
export type LevelOrders = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Returns the orders of the levels of a design. */
export function levelOrders(design: Design): LevelOrders {
  return new Map(
    Array.from(levelsOf(design), ([metric, ranks]) => [metric, new Map(ranks.map((rank, i) => [rank, i]))]),
  )
}
