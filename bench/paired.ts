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

/** The part of a row that is a ratio: the median of the ratios within each pair, and the middle half of them. */
interface Ratio {
  readonly value: number
  readonly unit: 'x'
  readonly middleHalf: readonly [low: number, high: number]
  readonly better: 'more' | 'less'
}

/** The ratio of two times, or of anything else of which less is better. */
export function timeRatio<T>(pairs: readonly Pair<T>[], valueOf: (measured: T) => number): Ratio {
  return { ...ratioOf(pairs, valueOf), better: 'less' }
}

/** The ratio of two rates: of how much was done in the same time. */
export function rateRatio<T>(pairs: readonly Pair<T>[], valueOf: (measured: T) => number): Ratio {
  return { ...ratioOf(pairs, valueOf), better: 'more' }
}

function ratioOf<T>(pairs: readonly Pair<T>[], valueOf: (measured: T) => number): Omit<Ratio, 'better'> {
  const ratios = pairs.map(({ first, second }) => valueOf(first) / valueOf(second)).toSorted((a, b) => a - b)
  const at = (part: number): number => ratios[Math.round(part * (ratios.length - 1))] ?? Number.NaN
  return { value: median(ratios), unit: 'x', middleHalf: [at(0.25), at(0.75)] }
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('there is no median of nothing')
  return (low + high) / 2
}
