/** A list of counts that knows how much those before a place come to: a Fenwick tree beside them. */
export class PrefixCounts {
  readonly #counts: number[] = []
  /** Behind an idle 0, at `i`: the sum of so many counts, up to the one before `i`, as the lowest bit of `i` says. */
  readonly #sums = [0]

  /** The sum of the counts before a place. */
  before(place: number): number {
    let sum = 0
    for (let at = place; at > 0; at &= at - 1) sum += this.#sums[at] ?? 0
    return sum
  }

  /** The place of the count that an index falls into; the index is less than the sum of all. */
  placeAt(index: number): number {
    const { length } = this.#counts
    let place = 0
    let rest = index
    for (let step = 1 << (31 - Math.clz32(length)); step > 0; step >>= 1) {
      const sum = this.#sums[place + step]
      if (sum === undefined || sum > rest) continue
      place += step
      rest -= sum
    }
    return place
  }

  add(place: number, change: number): void {
    this.#counts[place] = (this.#counts[place] ?? 0) + change
    const { length } = this.#sums
    for (let at = place + 1; at < length; at += at & -at) this.#sums[at] = (this.#sums[at] ?? 0) + change
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
    if (this.#sums.length > this.#counts.length + 1) this.#sums.pop()
    for (let at = place + 1; at <= this.#counts.length; at++) {
      let sum = this.#counts[at - 1] ?? 0
      for (let step = 1; step < (at & -at); step <<= 1) sum += this.#sums[at - step] ?? 0
      this.#sums[at] = sum
    }
  }
}
