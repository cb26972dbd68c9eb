/** A score of a profile. Spec 1 "Player profile", 4.2, 4.7. */
export interface ShownScore {
  readonly metric: { readonly id: string; readonly name: string; readonly type: string }
  readonly value: unknown
  readonly meta?:
    | { readonly low: string; readonly high: string; readonly base_metric: { readonly name: string } }
    | undefined
}

/** The value of a score in a few words: an amount, a state with its thresholds, or items with their counts. */
export function scoreText({ metric, value, meta }: ShownScore): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (metric.type === 'state') {
    const { name } = value as { readonly name: string }
    return meta === undefined ? name : `${name} (${rangeText(meta)})`
  }
  const items = Object.entries(value as Readonly<Record<string, { readonly count: string }>>)
  return items.map(([name, { count }]) => `${name} ${count}`).join(', ') || 'none'
}

function rangeText({ low, high, base_metric: { name } }: NonNullable<ShownScore['meta']>): string {
  const from = low === '-Infinity' ? [] : [`over ${low}`]
  const to = high === 'Infinity' ? [] : [`up to ${high}`]
  return [name, ...from, ...to].join(' ')
}
