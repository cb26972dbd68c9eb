/** 2^BITS counts form a group, and as many groups form a larger group. */
const BITS = 5
const LAST = (1 << BITS) - 1

/**
 * A list of counts that returns the sum of the counts before a position from three memory accesses, without a loop: the
 * sum before it in its group, before its group in the larger group, and before that.
 */
export class PrefixCounts {
  readonly #counts: number[] = []
  /** By position: the sum of the counts before it in its group. */
  readonly #inGroup: number[] = []
  /** By group: the sum of the groups before it in its larger group. */
  readonly #inGroups: number[] = []
  /** By larger group: the sum of all counts before it. */
  readonly #inAll: number[] = []

  /** Returns the sum of the counts before a position, which must have a count. */
  before(position: number): number {
    return (
      (this.#inGroup[position] ?? 0) +
      (this.#inGroups[position >> BITS] ?? 0) +
      (this.#inAll[position >> (2 * BITS)] ?? 0)
    )
  }

  /** Returns the position of the count that an index falls into. The index must be less than the sum of all counts. */
  positionAt(index: number): number {
    let low = 0
    for (let high = this.#counts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1
      if (this.before(middle) > index) high = middle - 1
      else low = middle
    }
    return low
  }

  add(position: number, change: number): void {
    this.#counts[position] = (this.#counts[position] ?? 0) + change
    addBehind(this.#inGroup, position, change)
    addBehind(this.#inGroups, position >> BITS, change)
    const all = this.#inAll
    for (let at = (position >> (2 * BITS)) + 1; at < all.length; at++) all[at] = (all[at] ?? 0) + change
  }

  /** Inserts a count at a position. */
  insert(position: number, count: number): void {
    this.#counts.splice(position, 0, count)
    this.#sumFrom(position)
  }

  /** Removes the count at a position. */
  remove(position: number): void {
    this.#counts.splice(position, 1)
    this.#sumFrom(position)
  }

  #sumFrom(position: number): void {
    const { length } = this.#counts
    this.#inGroup.length = Math.min(this.#inGroup.length, length)
    for (let at = position & ~LAST; at < length; at++) {
      const before = at - 1
      if ((at & LAST) !== 0) {
        this.#inGroup[at] = (this.#inGroup[before] ?? 0) + (this.#counts[before] ?? 0)
        continue
      }
      this.#inGroup[at] = 0
      const sum = at === 0 ? 0 : this.before(before) + (this.#counts[before] ?? 0)
      const groups = at >> (2 * BITS)
      if ((at & ((1 << (2 * BITS)) - 1)) === 0) this.#inAll[groups] = sum
      this.#inGroups[at >> BITS] = sum - (this.#inAll[groups] ?? 0)
    }
    this.#inGroups.length = (length + LAST) >> BITS
    this.#inAll.length = (length + (1 << (2 * BITS)) - 1) >> (2 * BITS)
  }
}

/** Adds to the sums after a position in its group. */
function addBehind(sums: number[], position: number, change: number): void {
  const end = Math.min((position | LAST) + 1, sums.length)
  for (let at = position + 1; at < end; at++) sums[at] = (sums[at] ?? 0) + change
}
