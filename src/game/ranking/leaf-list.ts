import type { LeafStore } from './leaf-store.ts'
import { PrefixCounts } from './prefix-counts.ts'
import { hasEarlierEntry, type SortKey } from './row-order.ts'

/** The `since` of a first row that has an exact text, which must be read in its leaf. */
const IN_LEAF = -1

/**
 * The leaves of a ranking in their order, with the sort key of each first row, so that a search reads no leaf, and with
 * the number of rows.
 */
export class LeafList {
  readonly #store: LeafStore
  /** The position by leaf. */
  readonly #positions: number[] = []
  /** By position: the leaf, and the score and `since` of its first row. */
  readonly #leaves: number[] = []
  readonly #scores: number[] = []
  readonly #sinces: number[] = []
  readonly #counts = new PrefixCounts()

  constructor(store: LeafStore) {
    this.#store = store
  }

  /** The number of leaves. */
  get length(): number {
    return this.#leaves.length
  }

  leafAt(position: number): number {
    return this.#leaves[position] ?? 0
  }

  positionOf(leaf: number): number {
    return this.#positions[leaf] ?? 0
  }

  /** Returns the leaves in order, in a new list. */
  all(): number[] {
    return this.#leaves.slice()
  }

  /** Returns the number of rows in the leaves before a position. */
  rowsBefore(position: number): number {
    return this.#counts.before(position)
  }

  /** Returns the number of rows in the leaves before a leaf. */
  rowsBeforeLeaf(leaf: number): number {
    return this.rowsBefore(this.positionOf(leaf))
  }

  /** Returns the position of the leaf that contains the row with an index. */
  positionAt(index: number): number {
    return this.#counts.positionAt(index)
  }

  /**
   * Returns the position of the leaf that a row belongs to: the last one whose first row comes before it, or else the
   * first leaf.
   */
  positionFor(row: SortKey): number {
    let low = 1
    for (let high = this.length; low < high;) {
      const middle = (low + high) >> 1
      if (this.#beginsBefore(middle, row)) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** Whether a row belongs to a leaf, as `positionFor` decides. */
  holds(leaf: number, row: SortKey): boolean {
    const position = this.positionOf(leaf)
    if (position > 0 && !this.#beginsBefore(position, row)) return false
    return position === this.length - 1 || !this.#beginsBefore(position + 1, row)
  }

  /** Returns how many of the leaves before a position have a first row with a higher score. */
  leavesAbove(position: number, score: number, exact: string | undefined): number {
    let low = 0
    for (let high = position; low < high;) {
      const middle = (low + high) >> 1
      if (this.#beginsAbove(middle, score, exact)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Adds to the number of rows of a leaf. */
  addRows(leaf: number, more: number): void {
    this.#counts.add(this.positionOf(leaf), more)
  }

  /** Reads the first row of a leaf again, which may have changed. */
  updateFirstRow(leaf: number): void {
    const position = this.positionOf(leaf)
    const slot = this.#store.slotAt(leaf, 0)
    this.#scores[position] = this.#store.score(leaf, 0)
    this.#sinces[position] = this.#store.exact(leaf, slot) === undefined ? this.#store.since(leaf, slot) : IN_LEAF
  }

  /** Inserts a leaf at a position. */
  insert(position: number, leaf: number): void {
    this.#leaves.splice(position, 0, leaf)
    this.#scores.splice(position, 0, 0)
    this.#sinces.splice(position, 0, 0)
    this.#counts.insert(position, this.#store.count(leaf))
    this.#updatePositionsFrom(position)
    this.updateFirstRow(leaf)
  }

  /** Removes the leaf at a position. */
  remove(position: number): void {
    this.#leaves.splice(position, 1)
    this.#scores.splice(position, 1)
    this.#sinces.splice(position, 1)
    this.#counts.remove(position)
    this.#updatePositionsFrom(position)
  }

  #updatePositionsFrom(position: number): void {
    for (let at = position; at < this.#leaves.length; at++) this.#positions[this.#leaves[at] ?? 0] = at
  }

  #beginsBefore(position: number, row: SortKey): boolean {
    const score = this.#scores[position] ?? 0
    if (score !== row.score) return score > row.score
    const since = this.#sinces[position] ?? 0
    if (since !== row.since && since !== IN_LEAF && row.exact === undefined) return hasEarlierEntry(since, row.since)
    return this.#store.isBefore(this.leafAt(position), 0, row)
  }

  #beginsAbove(position: number, score: number, exact: string | undefined): boolean {
    const own = this.#scores[position] ?? 0
    if (own !== score) return own > score
    if (exact === undefined && this.#sinces[position] !== IN_LEAF) return false
    return this.#store.isAbove(this.leafAt(position), 0, score, exact)
  }
}
