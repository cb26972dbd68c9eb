import { addOrKeep, compare, divide, multiply, parseAmount, subtract, type Amount } from '../../game/kernel/decimal.ts'

/**
 * Counts as plain data, which structuredClone and postMessage carry. A value in a page occurs
 * `page[value % PAGE] + (carries.get(value) ?? 0)` times, where `page` is `pages.get(Math.floor(value / PAGE))`. Each
 * other value occurs `sparse.get(value)` times.
 */
export interface CountsData {
  readonly size: number
  readonly pages: Map<number, Uint8Array<ArrayBuffer>>
  readonly carries: Map<number, number>
  readonly sparse: Map<Amount, number>
}

/** The number of integers that a page has a byte for. */
const PAGE = 4096

/** What a byte of a page counts up to, before it starts again at 0 with a carry. */
const BYTE = 256

/** The memory that an entry of a Map needs, about. */
export const ENTRY_BYTES = 40

/** The number of sparse values from which new pages are considered. */
const FIRST_REVIEW = 64

/**
 * Exact counts of amounts, which take little memory however many amounts are counted. Where many integers from 0 on lie
 * close together, they share a page with one byte for each, and a carry for each time that their byte is full. All other
 * amounts are the keys of a Map. Each time that their number has doubled, pages are made where they take less memory than
 * the Map entries that they replace, so that a few scattered values never cost a wide range. No result depends on the order of calls.
 */
export class Counts {
  #size = 0
  #pages = new Map<number, Uint8Array<ArrayBuffer>>()
  #carries = new Map<number, number>()
  #sparse = new Map<Amount, number>()
  /** The sparse values in ascending order; undefined after a change of which there are. */
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
    const page = isPaged(value) ? this.#pages.get(pageOf(value)) : undefined
    if (page) this.#addInPage(page, value as number, times)
    else this.#addSparse(value, times)
  }

  /** Adds all of another's counts. Sorts nothing and copies nothing: a million players leave many values to merge. */
  merge(other: Counts): void {
    this.#makePages([...other.#pages.keys()].filter((index) => !this.#pages.has(index)))
    other.#pages.forEach((page, index) => {
      for (let at = 0; at < PAGE; at++) {
        const value = index * PAGE + at
        this.add(value, other.#timesInPage(page, value))
      }
    })
    other.#sparse.forEach((times, value) => {
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

  /** Returns the counts as plain data, which shares their memory until it is cloned or transferred. */
  toData(): CountsData {
    return { size: this.#size, pages: this.#pages, carries: this.#carries, sparse: this.#sparse }
  }

  /** Creates counts that take over the memory of the data. */
  static from({ size, pages, carries, sparse }: CountsData): Counts {
    const counts = new Counts()
    counts.#size = size
    counts.#pages = pages
    counts.#carries = carries
    counts.#sparse = sparse
    counts.#nextReview = Math.max(FIRST_REVIEW, 2 * sparse.size)
    return counts
  }

  #timesInPage(page: Uint8Array, value: number): number {
    return (page[value % PAGE] ?? 0) + (this.#carries.size > 0 ? (this.#carries.get(value) ?? 0) : 0)
  }

  #addInPage(page: Uint8Array, value: number, times: number): void {
    const sum = (page[value % PAGE] ?? 0) + times
    page[value % PAGE] = sum % BYTE
    if (sum >= BYTE) this.#carries.set(value, (this.#carries.get(value) ?? 0) + sum - (sum % BYTE))
  }

  #addSparse(value: Amount, times: number): void {
    const known = this.#sparse.get(value)
    this.#sparse.set(value, (known ?? 0) + times)
    if (known !== undefined) return
    this.#sorted = undefined
    if (this.#sparse.size >= this.#nextReview) this.#review()
  }

  /** Makes each page that takes less memory than its sparse values do. */
  #review(): void {
    const values = new Map<number, number>()
    this.#sparse.forEach((_, value) => {
      if (isPaged(value)) values.set(pageOf(value), (values.get(pageOf(value)) ?? 0) + 1)
    })
    this.#makePages([...values].filter(([, count]) => count * ENTRY_BYTES > PAGE).map(([index]) => index))
    this.#nextReview = Math.max(FIRST_REVIEW, 2 * this.#sparse.size)
  }

  /** Makes new pages, and moves the sparse values that belong there into them. */
  #makePages(indices: readonly number[]): void {
    if (indices.length === 0) return
    for (const index of indices) this.#pages.set(index, new Uint8Array(PAGE))
    this.#sorted = undefined
    this.#sparse.forEach((times, value) => {
      const page = isPaged(value) ? this.#pages.get(pageOf(value)) : undefined
      if (!page) return
      this.#sparse.delete(value)
      this.#addInPage(page, value as number, times)
    })
  }

  /** Calls `visit` for each value, in ascending order, until it returns true. */
  #visit(visit: Visit): void {
    this.#sorted ??= [...this.#sparse.keys()].toSorted(compare)
    const sorted = this.#sorted
    let place = 0
    /** Visits the sparse values before a value, or all that are left. Returns whether that was enough. */
    const visitSparse = (before?: number): boolean => {
      for (let value = sorted[place]; value !== undefined; value = sorted[++place]) {
        if (before !== undefined && compare(value, before) > 0) return false
        if (visit(value, this.#sparse.get(value) ?? 0) === true) return true
      }
      return false
    }
    for (const index of [...this.#pages.keys()].toSorted((a, b) => a - b)) {
      const page = this.#pages.get(index) as Uint8Array
      for (let at = 0; at < PAGE; at++) {
        const value = index * PAGE + at
        const times = this.#timesInPage(page, value)
        if (times > 0 && (visitSparse(value) || visit(value, times) === true)) return
      }
    }
    visitSparse()
  }
}

type Visit = (value: Amount, times: number) => boolean | void

/** Whether a value can have a byte in a page. */
const isPaged = (value: Amount): value is number => typeof value === 'number' && value >= 0

const pageOf = (value: number): number => Math.floor(value / PAGE)

/** Returns the difference of two amounts as a number. */
function gap(low: Amount, high: Amount): number {
  if (typeof low === 'number' && typeof high === 'number') return high - low
  return Number(subtract(high, low) ?? 0)
}
