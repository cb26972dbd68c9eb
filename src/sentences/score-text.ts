import type { RouteOutput } from '../client/route-types.ts'

/** A score of a profile. Spec 1 "Player profile", 4.2, 4.7. */
export type ShownScore = RouteOutput<'GET /v2/admin/players/:player_id'>['scores'][number]

/** Formats the value of a score: an amount, a state with its thresholds, or items with their counts. */
export function scoreText({ metric, value, meta }: ShownScore): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (metric.type === 'state') {
    const { name } = value as { readonly name: string }
    return meta === undefined ? name : `${name} (${rangeText(meta)})`
  }
  return (
    itemsIn(value)
      .map(([name, { count }]) => `${name} ${count}`)
      .join(', ') || 'none'
  )
}

/** An item of a set that a player holds. */
interface ShownItem {
  readonly count: string
  readonly description?: string | undefined
}

/** Returns the items of a set by name, in either dialect. Spec 5.6. */
export function itemsIn(value: object): (readonly [name: string, item: ShownItem])[] {
  if (!Array.isArray(value)) return Object.entries(value as Readonly<Record<string, ShownItem>>)
  return (value as readonly (ShownItem & { readonly name: string })[]).map((item) => [item.name, item])
}

function rangeText({ low, high, base_metric: { name } }: NonNullable<ShownScore['meta']>): string {
  const from = low === '-Infinity' ? [] : [`over ${low}`]
  const to = high === 'Infinity' ? [] : [`up to ${high}`]
  return [name, ...from, ...to].join(' ')
}
