/** Two things measured in turn, so that whatever else the machine does falls on both. */
export interface Pair<T> {
  readonly first: T
  readonly second: T
}

/** Measures A B A B …, after one round of each that does not count. */
export async function paired<T>(pairs: number, first: () => Promise<T>, second: () => Promise<T>): Promise<Pair<T>[]> {
  await first()
  await second()
  const found: Pair<T>[] = []
  for (let i = 0; i < pairs; i += 1) found.push({ first: await first(), second: await second() })
  return found
}

/** The median of the ratios within each pair. */
export function medianRatio<T>(pairs: readonly Pair<T>[], valueOf: (measured: T) => number): number {
  return median(pairs.map(({ first, second }) => valueOf(first) / valueOf(second)))
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('there is no median of nothing')
  return (low + high) / 2
}
