import { doublesFrom, LEAF_ROWS, LeafMemory } from './leaf-memory.ts'
import { passHigher, passLower } from './passing.ts'
import { comesFirstOfEqualScores, isMore, type IdOf, type Rows, type SortKey } from './row-order.ts'

/** A flag in the position of a row: the row has the same score as the row before it in its leaf. */
const TIED = 0x80
const POSITION = 0x7f
/** The number of rows with the same score that are visited one by one. If there are more, the scores are searched. */
const FEW_TIED = 3

/**
 * The leaves of a ranking, each with some consecutive rows. A row has a position in the order of its leaf, and a slot,
 * which it keeps as long as it is in the leaf. Scores are stored by position, so that they can be searched; everything
 * else is stored by slot, so that little moves with a row. The slots without a row have the positions after the rows.
 */
export class LeafStore {
  readonly #idOf: IdOf
  readonly #memory = new LeafMemory()
  /** The number of rows, by leaf. */
  readonly #counts: number[] = []
  /** The number of leaves that were ever allocated. */
  #taken = 0
  /** Exact texts of scores, by leaf and slot. A leaf has no list until one of its rows needs it. */
  readonly #exact: ((string | undefined)[] | undefined)[] = []
  readonly #free: number[] = []

  constructor(idOf: IdOf) {
    this.#idOf = idOf
  }

  /** Allocates an empty leaf. */
  take(): number {
    const leaf = this.#free.pop() ?? this.#taken++
    this.#counts[leaf] = 0
    this.#memory.clear(leaf)
    return leaf
  }

  /** Frees a leaf. */
  free(leaf: number): void {
    if (leaf < this.#exact.length) this.#exact[leaf] = undefined
    this.#free.push(leaf)
  }

  count(leaf: number): number {
    return this.#counts[leaf] ?? 0
  }

  isFull(leaf: number): boolean {
    return this.count(leaf) === LEAF_ROWS
  }

  /** Returns the score at a position, as a double. */
  score(leaf: number, position: number): number {
    return this.#memory.chunkOf(leaf).doubles[this.#memory.doublesOf(leaf) + position] ?? 0
  }

  since(leaf: number, slot: number): number {
    return this.#memory.chunkOf(leaf).doubles[this.#memory.doublesOf(leaf) + this.#memory.room + slot] ?? 0
  }

  setSince(leaf: number, slot: number, since: number): void {
    this.#memory.chunkOf(leaf).doubles[this.#memory.doublesOf(leaf) + this.#memory.room + slot] = since
  }

  entity(leaf: number, slot: number): number {
    return this.#memory.chunkOf(leaf).entities[this.#memory.rowsOf(leaf) + slot] ?? 0
  }

  exact(leaf: number, slot: number): string | undefined {
    return this.#exact.length === 0 ? undefined : this.#exact[leaf]?.[slot]
  }

  /** Like `exact`, by position. */
  exactAt(leaf: number, position: number): string | undefined {
    const texts = this.#exact.length === 0 ? undefined : this.#exact[leaf]
    return texts?.[this.slotAt(leaf, position)]
  }

  /** Returns the slot of the row at a position. */
  slotAt(leaf: number, position: number): number {
    return this.#memory.chunkOf(leaf).slots[this.#memory.rowsOf(leaf) + position] ?? 0
  }

  /** Returns the position of the row in a slot. */
  positionOf(leaf: number, slot: number): number {
    return (this.#memory.chunkOf(leaf).positions[this.#memory.rowsOf(leaf) + slot] ?? 0) & POSITION
  }

  /**
   * Returns the position of the row in a slot if its score differs from that of the row before it in its leaf,
   * otherwise 0.
   */
  positionIfUntied(leaf: number, slot: number): number {
    const packed = this.#memory.chunkOf(leaf).positions[this.#memory.rowsOf(leaf) + slot] ?? 0
    return packed < TIED ? packed : 0
  }

  /** Returns the first position of the rows that have the same score as the row in a slot. */
  firstTied(leaf: number, slot: number): number {
    const { positions } = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    let packed = positions[start + slot] ?? 0
    for (let step = 0; step < FEW_TIED; step++) {
      if (packed < TIED) return packed
      packed = positions[start + this.slotAt(leaf, (packed & POSITION) - 1)] ?? 0
    }
    const position = packed & POSITION
    return this.rowsAbove(leaf, this.score(leaf, position), this.exactAt(leaf, position), 0, position)
  }

  /** Appends a row, whether or not it belongs there, and returns its slot. */
  append(leaf: number, row: SortKey): number {
    const count = this.count(leaf)
    if (count === this.#memory.room) this.#memory.widen()
    const slot = this.slotAt(leaf, count)
    this.#counts[leaf] = count + 1
    this.#memory.chunkOf(leaf).entities[this.#memory.rowsOf(leaf) + slot] = row.entity
    this.#write(leaf, count, slot, row)
    this.#updateTie(leaf, count)
    return slot
  }

  /** Appends some of the rows, which are sorted and belong after the rows of the leaf. */
  extend(leaf: number, rows: Rows, from: number, until: number): void {
    const count = this.count(leaf)
    while (count + until - from > this.#memory.room) this.#memory.widen()
    const { doubles, positions, slots, entities } = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const sinces = scores + this.#memory.room
    for (let row = from, position = count; row < until; row++, position++) {
      const slot = slots[start + position] ?? 0
      const score = rows.scores[row] ?? 0
      const isTied = position > 0 && doubles[scores + position - 1] === score
      doubles[scores + position] = score
      doubles[sinces + slot] = rows.sinces[row] ?? 0
      entities[start + slot] = rows.entities[row] ?? 0
      positions[start + slot] = isTied ? position | TIED : position
    }
    this.#counts[leaf] = count + until - from
    if (rows.exact.size > 0 || this.#exact[leaf] !== undefined) this.#extendExact(leaf, rows, from, until, count)
  }

  /** Writes the exact texts of appended rows, which decide whether their scores are equal. */
  #extendExact(leaf: number, { exact }: Rows, from: number, until: number, count: number): void {
    for (let row = from, position = count; row < until; row++, position++) {
      this.#writeExact(leaf, this.slotAt(leaf, position), exact.get(row))
      this.#updateTie(leaf, position)
    }
  }

  /** Removes the row in a slot. */
  remove(leaf: number, slot: number): void {
    const { doubles, positions } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const from = (positions[this.#memory.rowsOf(leaf) + slot] ?? 0) & POSITION
    const last = this.count(leaf) - 1
    const before = doubles[scores + from] ?? 0
    const exact = this.#exact[leaf]
    if (exact) exact[slot] = undefined
    this.#shift(leaf, slot, from, last)
    this.#counts[leaf] = last
    if (from < last && mayTie(doubles, scores, from, before)) this.#updateTie(leaf, from)
  }

  /**
   * Moves the row in a slot to where it belongs with another sort key. Returns whether the first row of the leaf may
   * have changed.
   */
  move(leaf: number, slot: number, row: SortKey): boolean {
    const { doubles, positions } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const from = (positions[this.#memory.rowsOf(leaf) + slot] ?? 0) & POSITION
    const last = this.count(leaf) - 1
    const before = doubles[scores + from] ?? 0
    const isExact = row.exact !== undefined || this.#exact[leaf] !== undefined
    const to = isExact ? this.#searchPosition(leaf, from, row) : this.#movePassing(leaf, slot, from, row)
    if (isExact) this.#shift(leaf, slot, from, to)
    this.#write(leaf, to, slot, row)
    if (to > 0 && doubles[scores + to - 1] === row.score) this.#updateTie(leaf, to)
    // A row that was tied with the row before it is still tied, unless that row is the moved one.
    const behind = to < last ? doubles[scores + to + 1] : undefined
    if (behind === row.score || (from === to && behind === before)) this.#updateTie(leaf, to + 1)
    // At the old position, two rows have become neighbours.
    const gap = from > to ? from + 1 : from
    if (from !== to && gap <= last && mayTie(doubles, scores, gap, before)) this.#updateTie(leaf, gap)
    return from === 0 || to === 0
  }

  /** Moves the rows from a position on to the end of another leaf. */
  moveRest(leaf: number, start: number, to: number): void {
    const row: SortKey = { score: 0, exact: undefined, since: 0, entity: 0 }
    const end = this.count(leaf)
    for (let position = start; position < end; position++) {
      const slot = this.slotAt(leaf, position)
      row.score = this.score(leaf, position)
      row.exact = this.exact(leaf, slot)
      row.since = this.since(leaf, slot)
      row.entity = this.entity(leaf, slot)
      this.append(to, row)
      const exact = this.#exact[leaf]
      if (exact) exact[slot] = undefined
    }
    this.#counts[leaf] = start
  }

  /** Returns the number of rows with a higher score, which must be between `least` and `most`. */
  rowsAbove(leaf: number, score: number, exact: string | undefined, least = 0, most = this.count(leaf)): number {
    let low = least
    for (let high = most; low < high;) {
      const middle = (low + high) >> 1
      if (this.isAbove(leaf, middle, score, exact)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Whether the row at a position has a higher score. */
  isAbove(leaf: number, position: number, score: number, exact: string | undefined): boolean {
    const own = this.score(leaf, position)
    return own === score ? isMore(own, this.exactAt(leaf, position), exact) : own > score
  }

  /**
   * Whether the row at a position comes before another row: it has a higher score, or is earlier, or has the lower id.
   */
  isBefore(leaf: number, position: number, row: SortKey): boolean {
    const score = this.score(leaf, position)
    return score === row.score ? this.#isBeforeEqual(leaf, position, row) : score > row.score
  }

  /** Returns the rows in their order, in new arrays. */
  rowsOf(leaf: number): Rows {
    const count = this.count(leaf)
    const entities = new Int32Array(count)
    const scores = new Float64Array(count)
    const sinces = new Float64Array(count)
    const exact = new Map<number, string>()
    for (let position = 0; position < count; position++) {
      const slot = this.slotAt(leaf, position)
      entities[position] = this.entity(leaf, slot)
      scores[position] = this.score(leaf, position)
      sinces[position] = this.since(leaf, slot)
      const text = this.exact(leaf, slot)
      if (text !== undefined) exact.set(position, text)
    }
    return { entities, scores, sinces, exact }
  }

  /**
   * Moves the row in a slot to where it belongs with another sort key, and returns that position. A row usually passes
   * few others, so they are visited one by one, and each is moved when it is passed.
   */
  #movePassing(leaf: number, slot: number, from: number, row: SortKey): number {
    const chunk = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    const before = chunk.doubles[doublesFrom(start) + from] ?? 0
    const higher = row.score < before ? from : this.#rise(leaf, slot, from, row)
    const at = higher < from || row.score > before ? higher : this.#fall(leaf, slot, from, row)
    chunk.slots[start + at] = slot
    chunk.positions[start + slot] = at
    return at
  }

  /**
   * Moves the rows before a position that now come after the row by one to the end. Returns the position that becomes
   * free.
   */
  #rise(leaf: number, slot: number, from: number, row: SortKey): number {
    const chunk = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    let at = from
    for (;;) {
      at = passLower(chunk, start, at, row.score)
      if (at === 0 || chunk.doubles[scores + at - 1] !== row.score || this.#isBeforeEqual(leaf, at - 1, row)) return at
      this.#shift(leaf, slot, at, at - 1)
      at -= 1
    }
  }

  /**
   * Moves the rows after a position that now come before the row by one to the front. Returns the position that becomes
   * free.
   */
  #fall(leaf: number, slot: number, from: number, row: SortKey): number {
    const chunk = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    const last = this.count(leaf) - 1
    let at = from
    for (;;) {
      at = passHigher(chunk, start, at, last, row.score)
      if (at === last || chunk.doubles[scores + at + 1] !== row.score || !this.#isBeforeEqual(leaf, at + 1, row))
        return at
      this.#shift(leaf, slot, at, at + 1)
      at += 1
    }
  }

  /**
   * Returns the position for the row at `from` with another sort key. Uses binary search, because texts take long to
   * compare.
   */
  #searchPosition(leaf: number, from: number, row: SortKey): number {
    const rises = from > 0 && !this.isBefore(leaf, from - 1, row)
    let low = rises ? 0 : from + 1
    for (let high = rises ? from : this.count(leaf); low < high;) {
      const middle = (low + high) >> 1
      if (this.isBefore(leaf, middle, row)) low = middle + 1
      else high = middle
    }
    return rises ? low : low - 1
  }

  /** Moves the row in a slot to another position, and the rows between by one. Does not write its score. */
  #shift(leaf: number, slot: number, from: number, to: number): void {
    const { doubles, positions, slots } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    for (let at = from; at < to; at++) {
      const other = slots[start + at + 1] ?? 0
      doubles[scores + at] = doubles[scores + at + 1] ?? 0
      slots[start + at] = other
      positions[start + other] = (positions[start + other] ?? 0) - 1
    }
    for (let at = from; at > to; at--) {
      const other = slots[start + at - 1] ?? 0
      doubles[scores + at] = doubles[scores + at - 1] ?? 0
      slots[start + at] = other
      positions[start + other] = (positions[start + other] ?? 0) + 1
    }
    slots[start + to] = slot
    positions[start + slot] = to
  }

  #isBeforeEqual(leaf: number, position: number, row: SortKey): boolean {
    const slot = this.slotAt(leaf, position)
    const exact = this.exact(leaf, slot)
    if (exact !== row.exact) return isMore(row.score, exact, row.exact)
    return comesFirstOfEqualScores(this.since(leaf, slot), this.entity(leaf, slot), row, this.#idOf)
  }

  #write(leaf: number, position: number, slot: number, row: SortKey): void {
    const { doubles } = this.#memory.chunkOf(leaf)
    const start = this.#memory.doublesOf(leaf)
    doubles[start + position] = row.score
    doubles[start + this.#memory.room + slot] = row.since
    if (row.exact !== undefined || this.#exact.length > 0) this.#writeExact(leaf, slot, row.exact)
  }

  #writeExact(leaf: number, slot: number, text: string | undefined): void {
    const exact = this.#exact[leaf]
    if (exact) exact[slot] = text
    else if (text !== undefined) {
      const texts = Array.from({ length: LEAF_ROWS }, (): string | undefined => undefined)
      texts[slot] = text
      while (this.#exact.length < leaf) this.#exact.push(undefined)
      this.#exact[leaf] = texts
    }
  }

  /** Records whether the row at a position has the same score as the row before it. */
  #updateTie(leaf: number, position: number): void {
    const slot = this.slotAt(leaf, position)
    const tied =
      position > 0 &&
      this.score(leaf, position - 1) === this.score(leaf, position) &&
      this.exact(leaf, slot) === this.exactAt(leaf, position - 1)
    this.#memory.chunkOf(leaf).positions[this.#memory.rowsOf(leaf) + slot] = tied ? position | TIED : position
  }
}

/**
 * Whether the row at a position can be tied with the row before it: they have the same score, or the row had the same
 * score as the one before it earlier.
 */
function mayTie(doubles: Float64Array, first: number, position: number, before: number): boolean {
  const score = doubles[first + position]
  return score === before || (position > 0 && score === doubles[first + position - 1])
}
