import { addOrKeep, compare, divide, multiply, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'

/**
 * Counts as plain data, which structuredClone and postMessage carry. A value that is an index of `dense` occurs
 * `dense[value] + (carries.get(value) ?? 0)` times, and each other value `sparse.get(value)` times.
 */
export interface CountsData {
  readonly size: number
  readonly dense: Uint8Array
  readonly carries: ReadonlyMap<number, number>
  readonly sparse: ReadonlyMap<Amount, number>
}

/** What a byte of the dense part counts up to, before it starts again at 0 with a carry. */
const BYTE = 256

/** The memory that an entry of a Map needs, about. */
export const ENTRY_BYTES = 40

/** The number of sparse values from which a larger dense part is considered. */
const FIRST_REVIEW = 64

/** The dense part never covers a value of more bits. */
const MAX_BITS = 26

/**
 * Exact counts of amounts, which take little memory however many amounts are counted. Integers from 0 up to a power of
 * two have one byte each, and a carry for each time that their byte is full. All other amounts are the keys of a Map.
 * The dense part grows as soon as it takes less memory than the Map entries that it replaces, so that a few scattered
 * values never cost a wide range. No result depends on the order of calls.
 */
export class Counts {
  #size = 0
  #dense = new Uint8Array()
  #carries = new Map<number, number>()
  #sparse = new Map<Amount, number>()
  /** The sparse values in ascending order; undefined after a new one. */
  #sorted: readonly Amount[] | undefined
  #nextReview = FIRST_REVIEW

  /** The number of values counted. */
  get size(): number {
    return this.#size
  }

  /** Counts a value a whole number of times. */
  add(value: Amount, times = 1): void {
    if (times === 0) return
    this.#size += times
    if (typeof value === 'number' && value >= 0 && value < this.#dense.length) this.#addDense(value, times)
    else this.#addSparse(value, times)
  }

  /** Adds all of another's counts. */
  merge(other: Counts): void {
    if (other.#dense.length > this.#dense.length) this.#widen(other.#dense.length)
    other.#visit((value, times) => {
      this.add(value, times)
    })
  }

  /** Returns the exact sum of all values. Leaves out what would make it longer than an amount can be. */
  total(): Amount {
    let total: Amount = 0
    this.#visit((value, times) => {
      total = addOrKeep(total, multiply(value, times) ?? 0)
    })
    return total
  }

  /** Returns the mean, rounded once; null if there is no value. */
  mean(): number | null {
    return this.#size === 0 ? null : Number(divide(this.total(), this.#size) ?? 0)
  }

  /** Returns a percentile by nearest rank: the value at place ceil(percent / 100 * size), at least 1, in ascending order. */
  percentile(percent: number): Amount | undefined {
    return this.percentiles([percent])[0]
  }

  /** Returns several percentiles, in ascending order of the percents, in one pass. None if there is no value. */
  percentiles(percents: readonly number[]): Amount[] {
    // Multiplying first keeps whole results whole: 0.07 * 100 is more than 7.
    const ranks = percents.map((percent) => Math.max(1, Math.ceil((percent * this.#size) / 100)))
    const found: Amount[] = []
    let before = 0
    this.#visit((value, times) => {
      before += times
      while (found.length < ranks.length && before >= (ranks[found.length] ?? Infinity)) found.push(value)
      return found.length === ranks.length
    })
    return found
  }

  /** Returns the number of values that are at most the limit. */
  countUpTo(limit: number): number {
    const exact = parseAmount(String(limit))
    let count = 0
    this.#visit((value, times) => {
      if (exact === undefined ? Number(value) > limit : compare(value, exact) > 0) return true
      count += times
      return false
    })
    return count
  }

  /**
   * Returns the mean absolute difference of two values over twice the mean: 0 if all values are 0 or there are none, and
   * null if a value is negative. Sums each gap between neighbours once for each pair of values that it separates, so that
   * no term is negative and nothing cancels out.
   */
  gini(): number | null {
    let [before, differences, negative] = [0, 0, false]
    let last: Amount = 0
    this.#visit((value, times) => {
      negative = compare(value, 0) < 0
      differences += gap(last, value) * before * (this.#size - before)
      before += times
      last = value
      return negative
    })
    if (negative) return null
    return differences === 0 ? 0 : differences / this.#size / Number(this.total())
  }

  /** Returns the counts as plain data, which shares their memory until it is cloned. */
  toData(): CountsData {
    return { size: this.#size, dense: this.#dense, carries: this.#carries, sparse: this.#sparse }
  }

  /** Creates counts with a copy of the data. */
  static from(data: CountsData): Counts {
    const counts = new Counts()
    counts.#size = data.size
    counts.#dense = data.dense.slice()
    counts.#carries = new Map(data.carries)
    counts.#sparse = new Map(data.sparse)
    counts.#nextReview = Math.max(FIRST_REVIEW, 2 * data.sparse.size)
    return counts
  }

  #addDense(value: number, times: number): void {
    const sum = (this.#dense[value] ?? 0) + times
    this.#dense[value] = sum % BYTE
    if (sum >= BYTE) this.#carries.set(value, (this.#carries.get(value) ?? 0) + sum - (sum % BYTE))
  }

  #addSparse(value: Amount, times: number): void {
    const known = this.#sparse.get(value)
    this.#sparse.set(value, (known ?? 0) + times)
    if (known !== undefined) return
    this.#sorted = undefined
    if (this.#sparse.size >= this.#nextReview) this.#review()
  }

  /** Widens the dense part to the power of two that saves the most memory, if one does. */
  #review(): void {
    const length = widthFor(this.#sparse.keys(), this.#dense.length)
    if (length > this.#dense.length) this.#widen(length)
    this.#nextReview = Math.max(FIRST_REVIEW, 2 * this.#sparse.size)
  }

  #widen(length: number): void {
    const dense = new Uint8Array(length)
    dense.set(this.#dense)
    this.#dense = dense
    this.#sorted = undefined
    for (const [value, times] of this.#sparse) {
      if (typeof value !== 'number' || value < 0 || value >= length) continue
      this.#sparse.delete(value)
      this.#addDense(value, times)
    }
  }

  /** Calls `visit` for each value, in ascending order, until it returns true. */
  #visit(visit: Visit): void {
    this.#sorted ??= [...this.#sparse.keys()].toSorted(compare)
    let from = 0
    for (const value of this.#sorted) {
      const to = this.#denseBelow(value)
      if (this.#visitDense(from, to, visit) || visit(value, this.#sparse.get(value) ?? 0) === true) return
      from = Math.max(from, to)
    }
    this.#visitDense(from, this.#dense.length, visit)
  }

  /** Returns the number of dense values that are less than a sparse one. */
  #denseBelow(value: Amount): number {
    const whole = Math.floor(Math.min(Math.max(Number(value), -1), this.#dense.length))
    return Math.min(compare(whole, value) < 0 ? whole + 1 : whole, this.#dense.length)
  }

  #visitDense(from: number, to: number, visit: Visit): boolean {
    const dense = this.#dense
    const hasCarries = this.#carries.size > 0
    for (let value = from; value < to; value++) {
      const times = (dense[value] ?? 0) + (hasCarries ? (this.#carries.get(value) ?? 0) : 0)
      if (times > 0 && visit(value, times) === true) return true
    }
    return false
  }
}

type Visit = (value: Amount, times: number) => boolean | void

/**
 * Returns the length of the dense part, a power of two, that saves the most memory when it takes over all integers below
 * it. Returns the present length if none saves any.
 */
function widthFor(values: Iterable<Amount>, length: number): number {
  const ofBits = Array.from({ length: MAX_BITS + 1 }, () => 0)
  for (const value of values) {
    if (typeof value !== 'number' || value < 0 || value >= 2 ** MAX_BITS) continue
    const bits = 32 - Math.clz32(value)
    ofBits[bits] = (ofBits[bits] ?? 0) + 1
  }
  let [best, bestSaving, below] = [length, 0, 0]
  for (const [bits, count] of ofBits.entries()) {
    below += count
    const saving = below * ENTRY_BYTES - (2 ** bits - length)
    if (2 ** bits > length && saving > bestSaving) [best, bestSaving] = [2 ** bits, saving]
  }
  return best
}

/** Returns the difference of two amounts as a number. */
function gap(low: Amount, high: Amount): number {
  if (typeof low === 'number' && typeof high === 'number') return high - low
  return Number(subtract(high, low) ?? 0)
}
