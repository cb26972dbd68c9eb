import type { Random } from './random.ts'

/** Values to draw from, each as often as its weight says beside the others. */
export class Lot<T> {
  readonly #values: readonly T[]
  /** Where each value ends when all lie in a line, each as long as its weight. */
  readonly #ends: readonly number[]

  constructor(values: readonly T[], weightOf: (value: T) => number) {
    this.#values = values
    let end = 0
    this.#ends = values.map((value) => (end += weightOf(value)))
  }

  draw(random: Random): T {
    const at = random.next() * (this.#ends.at(-1) ?? 0)
    let [low, high] = [0, this.#ends.length - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return this.#values[low] as T
  }
}
