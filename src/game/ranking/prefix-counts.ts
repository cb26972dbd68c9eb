/** A count belongs to a group of so many, such a group to one of as many groups. */
const BITS = 5
const LAST = (1 << BITS) - 1

/**
 * A list of counts that knows how much those before a place come to, by three looks at memory and no loop: what comes
 * before it in its group, before its group among as many groups, and before these.
 */
export class PrefixCounts {
  readonly #counts: number[] = []
  /** By place: the sum of the counts before it in its group. */
  readonly #inGroup: number[] = []
  /** By group: the sum of the groups before it that belong together with it. */
  readonly #inGroups: number[] = []
  /** By so many groups: the sum of all before them. */
  readonly #inAll: number[] = []

  /** The sum of the counts before a place, which is one of a count. */
  before(place: number): number {
    return (this.#inGroup[place] ?? 0) + (this.#inGroups[place >> BITS] ?? 0) + (this.#inAll[place >> (2 * BITS)] ?? 0)
  }

  /** The place of the count that an index falls into; the index is less than the sum of all. */
  placeAt(index: number): number {
    let low = 0
    for (let high = this.#counts.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1
      if (this.before(middle) > index) high = middle - 1
      else low = middle
    }
    return low
  }

  add(place: number, change: number): void {
    this.#counts[place] = (this.#counts[place] ?? 0) + change
    addBehind(this.#inGroup, place, change)
    addBehind(this.#inGroups, place >> BITS, change)
    const all = this.#inAll
    for (let at = (place >> (2 * BITS)) + 1; at < all.length; at++) all[at] = (all[at] ?? 0) + change
  }

  /** Puts a count before the one in a place. */
  insert(place: number, count: number): void {
    this.#counts.splice(place, 0, count)
    this.#sumFrom(place)
  }

  /** Takes the count in a place out. */
  remove(place: number): void {
    this.#counts.splice(place, 1)
    this.#sumFrom(place)
  }

  #sumFrom(place: number): void {
    const { length } = this.#counts
    this.#inGroup.length = Math.min(this.#inGroup.length, length)
    for (let at = place & ~LAST; at < length; at++) {
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

/** Adds to what is behind a place in its group. */
function addBehind(sums: number[], place: number, change: number): void {
  const end = Math.min((place | LAST) + 1, sums.length)
  for (let at = place + 1; at < end; at++) sums[at] = (sums[at] ?? 0) + change
}
