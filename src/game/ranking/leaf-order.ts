import type { LeafStore } from './leaf-store.ts'
import { PrefixCounts } from './prefix-counts.ts'
import { isSooner, type SortKey } from './leaf.ts'

/** Stands for the since of a first row that has an exact text, which is to be looked up in its leaf. */
const IN_LEAF = -1

/**
 * The leaves of a ranking in their order. Beside them stands the first row of each, so that a search touches no leaf,
 * and how many rows there are.
 */
export class LeafOrder {
  readonly #store: LeafStore
  /** Places by leaf. */
  readonly #places: number[] = []
  /** By place: leaf, and first row's score and since. */
  readonly #leaves: number[] = []
  readonly #scores: number[] = []
  readonly #sinces: number[] = []
  readonly #counts = new PrefixCounts()

  constructor(store: LeafStore) {
    this.#store = store
  }

  /** How many leaves there are. */
  get length(): number {
    return this.#leaves.length
  }

  leafAt(place: number): number {
    return this.#leaves[place] ?? 0
  }

  placeOf(leaf: number): number {
    return this.#places[leaf] ?? 0
  }

  /** The leaves in order, in a list of its own. */
  all(): number[] {
    return this.#leaves.slice()
  }

  /** How many rows there are in the leaves before a place. */
  rowsBefore(place: number): number {
    return this.#counts.before(place)
  }

  /** How many rows there are in the leaves before a leaf. */
  rowsBeforeLeaf(leaf: number): number {
    return this.rowsBefore(this.placeOf(leaf))
  }

  /** The place of the leaf that has the row with an index. */
  placeAt(index: number): number {
    return this.#counts.placeAt(index)
  }

  /** The place of the leaf that a row belongs into: the last that begins before it, else the first. */
  placeFor(row: SortKey): number {
    let low = 1
    for (let high = this.length; low < high;) {
      const middle = (low + high) >> 1
      if (this.#beginsBefore(middle, row)) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Whether a row belongs into a leaf, as `placeFor` tells. */
  holds(leaf: number, row: SortKey): boolean {
    const place = this.placeOf(leaf)
    if (place > 0 && !this.#beginsBefore(place, row)) return false
    return place === this.length - 1 || !this.#beginsBefore(place + 1, row)
  }

  /** How many of the leaves before a place begin with more than a score. */
  leavesAbove(place: number, score: number, exact: string | undefined): number {
    let low = 0
    for (let high = place; low < high;) {
      const middle = (low + high) >> 1
      if (this.#beginsAbove(middle, score, exact)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Notes that a leaf has so many rows more. */
  grew(leaf: number, more: number): void {
    this.#counts.add(this.placeOf(leaf), more)
  }

  /** Notes that a leaf may have another first row. */
  beginsAnew(leaf: number): void {
    const place = this.placeOf(leaf)
    const slot = this.#store.slotAt(leaf, 0)
    this.#scores[place] = this.#store.score(leaf, 0)
    this.#sinces[place] = this.#store.exact(leaf, slot) === undefined ? this.#store.since(leaf, slot) : IN_LEAF
  }

  /** Puts a leaf before the one in a place. */
  insert(place: number, leaf: number): void {
    this.#leaves.splice(place, 0, leaf)
    this.#scores.splice(place, 0, 0)
    this.#sinces.splice(place, 0, 0)
    this.#counts.insert(place, this.#store.count(leaf))
    this.#placeFrom(place)
    this.beginsAnew(leaf)
  }

  /** Takes the leaf in a place out. */
  remove(place: number): void {
    this.#leaves.splice(place, 1)
    this.#scores.splice(place, 1)
    this.#sinces.splice(place, 1)
    this.#counts.remove(place)
    this.#placeFrom(place)
  }

  #placeFrom(place: number): void {
    for (let at = place; at < this.#leaves.length; at++) this.#places[this.#leaves[at] ?? 0] = at
  }

  #beginsBefore(place: number, row: SortKey): boolean {
    const score = this.#scores[place] ?? 0
    if (score !== row.score) return score > row.score
    const since = this.#sinces[place] ?? 0
    if (since !== row.since && since !== IN_LEAF && row.exact === undefined) return isSooner(since, row.since)
    return this.#store.isBefore(this.leafAt(place), 0, row)
  }

  #beginsAbove(place: number, score: number, exact: string | undefined): boolean {
    const own = this.#scores[place] ?? 0
    if (own !== score) return own > score
    if (exact === undefined && this.#sinces[place] !== IN_LEAF) return false
    return this.#store.isAbove(this.leafAt(place), 0, score, exact)
  }
}
