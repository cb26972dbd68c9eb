import { doublesFrom, LEAF_ROWS, LeafMemory } from './leaf-memory.ts'
import { isEarlier, isMore, type IdOf, type Rows, type SortKey } from './leaf.ts'
import { passHigher, passLower } from './passing.ts'

/** Tells of a row that it has the same score as the one before it in its leaf. */
const TIED = 0x80
const PLACE = 0x7f
/** So many rows of the same score are gone through one by one; where there are more, scores are searched. */
const FEW_TIED = 3

/**
 * The leaves of a ranking: each some rows that follow each other. A row has a place in its leaf's order, and a slot,
 * which it keeps while it is in the leaf. By place stand the scores, so that they are searched; by slot all else: what
 * moves with a row is little. The slots of no row have the places behind the rows.
 */
export class LeafStore {
  readonly #idOf: IdOf
  readonly #memory = new LeafMemory()
  /** By leaf. */
  readonly #counts: number[] = []
  /** How many leaves were ever taken. */
  #taken = 0
  /** By leaf and slot; a leaf has none until a row needs it. */
  readonly #exact: ((string | undefined)[] | undefined)[] = []
  readonly #free: number[] = []

  constructor(idOf: IdOf) {
    this.#idOf = idOf
  }

  /** Takes an empty leaf. */
  take(): number {
    const leaf = this.#free.pop() ?? this.#taken++
    this.#counts[leaf] = 0
    this.#memory.clear(leaf)
    return leaf
  }

  /** Gives a leaf back. */
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

  /** The score in a place, as a double. */
  score(leaf: number, place: number): number {
    return this.#memory.chunkOf(leaf).doubles[this.#memory.doublesOf(leaf) + place] ?? 0
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

  /** As `exact`, of the row in a place. */
  exactAt(leaf: number, place: number): string | undefined {
    const texts = this.#exact.length === 0 ? undefined : this.#exact[leaf]
    return texts?.[this.slotAt(leaf, place)]
  }

  /** The slot of the row in a place. */
  slotAt(leaf: number, place: number): number {
    return this.#memory.chunkOf(leaf).slots[this.#memory.rowsOf(leaf) + place] ?? 0
  }

  /** The place of the row in a slot. */
  placeOf(leaf: number, slot: number): number {
    return (this.#memory.chunkOf(leaf).places[this.#memory.rowsOf(leaf) + slot] ?? 0) & PLACE
  }

  /** The place of the row in a slot, where it has not the score of the one before it in its leaf; else 0. */
  placeIfUntied(leaf: number, slot: number): number {
    const noted = this.#memory.chunkOf(leaf).places[this.#memory.rowsOf(leaf) + slot] ?? 0
    return noted < TIED ? noted : 0
  }

  /** The first place from which on, up to that of a slot, all rows have the same score. */
  firstTied(leaf: number, slot: number): number {
    const { places } = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    let noted = places[start + slot] ?? 0
    for (let step = 0; step < FEW_TIED; step++) {
      if (noted < TIED) return noted
      noted = places[start + this.slotAt(leaf, (noted & PLACE) - 1)] ?? 0
    }
    const place = noted & PLACE
    return this.rowsAbove(leaf, this.score(leaf, place), this.exactAt(leaf, place), 0, place)
  }

  /** Puts a row behind all others, whether it belongs there or not, and gives its slot. */
  append(leaf: number, row: SortKey): number {
    const count = this.count(leaf)
    if (count === this.#memory.room) this.#memory.widen()
    const slot = this.slotAt(leaf, count)
    this.#counts[leaf] = count + 1
    this.#memory.chunkOf(leaf).entities[this.#memory.rowsOf(leaf) + slot] = row.entity
    this.#write(leaf, count, slot, row)
    this.#tie(leaf, count)
    return slot
  }

  /** Puts some of the rows that are in their order, the leaf's before them, behind all others. */
  extend(leaf: number, rows: Rows, from: number, until: number): void {
    const count = this.count(leaf)
    while (count + until - from > this.#memory.room) this.#memory.widen()
    const { doubles, places, slots, entities } = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const sinces = scores + this.#memory.room
    for (let row = from, place = count; row < until; row++, place++) {
      const slot = slots[start + place] ?? 0
      const score = rows.scores[row] ?? 0
      const isTied = place > 0 && doubles[scores + place - 1] === score
      doubles[scores + place] = score
      doubles[sinces + slot] = rows.sinces[row] ?? 0
      entities[start + slot] = rows.entities[row] ?? 0
      places[start + slot] = isTied ? place | TIED : place
    }
    this.#counts[leaf] = count + until - from
    if (rows.exact.size > 0 || this.#exact[leaf] !== undefined) this.#extendExact(leaf, rows, from, until, count)
  }

  /** Notes the texts of rows that were put behind others; whether their scores are equal hangs on these. */
  #extendExact(leaf: number, { exact }: Rows, from: number, until: number, count: number): void {
    for (let row = from, place = count; row < until; row++, place++) {
      this.#writeExact(leaf, this.slotAt(leaf, place), exact.get(row))
      this.#tie(leaf, place)
    }
  }

  /** Takes the row in a slot out. */
  remove(leaf: number, slot: number): void {
    const { doubles, places } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const from = (places[this.#memory.rowsOf(leaf) + slot] ?? 0) & PLACE
    const last = this.count(leaf) - 1
    const before = doubles[scores + from] ?? 0
    const exact = this.#exact[leaf]
    if (exact) exact[slot] = undefined
    this.#shift(leaf, slot, from, last)
    this.#counts[leaf] = last
    if (from < last && mayTie(doubles, scores, from, before)) this.#tie(leaf, from)
  }

  /** Puts the row in a slot where it belongs in the leaf with another standing, and tells whether the leaf may have another first row. */
  move(leaf: number, slot: number, row: SortKey): boolean {
    const { doubles, places } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const from = (places[this.#memory.rowsOf(leaf) + slot] ?? 0) & PLACE
    const last = this.count(leaf) - 1
    const before = doubles[scores + from] ?? 0
    const isExact = row.exact !== undefined || this.#exact[leaf] !== undefined
    const to = isExact ? this.#placeByHalves(leaf, from, row) : this.#pass(leaf, slot, from, row)
    if (isExact) this.#shift(leaf, slot, from, to)
    this.#write(leaf, to, slot, row)
    if (to > 0 && doubles[scores + to - 1] === row.score) this.#tie(leaf, to)
    // Who was tied with the one before is so still, but where that one is the row itself.
    const behind = to < last ? doubles[scores + to + 1] : undefined
    if (behind === row.score || (from === to && behind === before)) this.#tie(leaf, to + 1)
    // Where it was, two rows have become neighbours.
    const gap = from > to ? from + 1 : from
    if (from !== to && gap <= last && mayTie(doubles, scores, gap, before)) this.#tie(leaf, gap)
    return from === 0 || to === 0
  }

  /** Moves the rows from a place on behind those of another leaf. */
  moveRest(leaf: number, start: number, to: number): void {
    const row: SortKey = { score: 0, exact: undefined, since: 0, entity: 0 }
    const end = this.count(leaf)
    for (let place = start; place < end; place++) {
      const slot = this.slotAt(leaf, place)
      row.score = this.score(leaf, place)
      row.exact = this.exact(leaf, slot)
      row.since = this.since(leaf, slot)
      row.entity = this.entity(leaf, slot)
      this.append(to, row)
      const exact = this.#exact[leaf]
      if (exact) exact[slot] = undefined
    }
    this.#counts[leaf] = start
  }

  /** How many rows have more than a score: at least, and at most, as many as is said. */
  rowsAbove(leaf: number, score: number, exact: string | undefined, least = 0, most = this.count(leaf)): number {
    let low = least
    for (let high = most; low < high;) {
      const middle = (low + high) >> 1
      if (this.isAbove(leaf, middle, score, exact)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Whether the row in a place has more than a score. */
  isAbove(leaf: number, place: number, score: number, exact: string | undefined): boolean {
    const own = this.score(leaf, place)
    return own === score ? isMore(own, this.exactAt(leaf, place), exact) : own > score
  }

  /** Whether the row in a place stands before another: more, else earlier, else with the lower id. */
  isBefore(leaf: number, place: number, row: SortKey): boolean {
    const score = this.score(leaf, place)
    return score === row.score ? this.#isBeforeEqual(leaf, place, row) : score > row.score
  }

  /** The rows in their order, in arrays of their own. */
  rowsOf(leaf: number): Rows {
    const count = this.count(leaf)
    const entities = new Int32Array(count)
    const scores = new Float64Array(count)
    const sinces = new Float64Array(count)
    const exact = new Map<number, string>()
    for (let place = 0; place < count; place++) {
      const slot = this.slotAt(leaf, place)
      entities[place] = this.entity(leaf, slot)
      scores[place] = this.score(leaf, place)
      sinces[place] = this.since(leaf, slot)
      const text = this.exact(leaf, slot)
      if (text !== undefined) exact.set(place, text)
    }
    return { entities, scores, sinces, exact }
  }

  /**
   * Moves the row in a slot from its place to where it belongs with another standing, and gives that place. It mostly
   * passes few others, so they are gone through one by one, each moved as it is passed.
   */
  #pass(leaf: number, slot: number, from: number, row: SortKey): number {
    const chunk = this.#memory.chunkOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    const before = chunk.doubles[doublesFrom(start) + from] ?? 0
    const higher = row.score < before ? from : this.#rise(leaf, slot, from, row)
    const at = higher < from || row.score > before ? higher : this.#fall(leaf, slot, from, row)
    chunk.slots[start + at] = slot
    chunk.places[start + slot] = at
    return at
  }

  /** Moves down the rows before a place that a row with another standing comes before, and gives the place that is left. */
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

  /** Moves up the rows behind a place that come before a row with another standing, and gives the place that is left. */
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

  /** The place for the row in a place with another standing, by as few looks as can be: texts take long to compare. */
  #placeByHalves(leaf: number, from: number, row: SortKey): number {
    const rises = from > 0 && !this.isBefore(leaf, from - 1, row)
    let low = rises ? 0 : from + 1
    for (let high = rises ? from : this.count(leaf); low < high;) {
      const middle = (low + high) >> 1
      if (this.isBefore(leaf, middle, row)) low = middle + 1
      else high = middle
    }
    return rises ? low : low - 1
  }

  /** Moves the row in a slot from its place to another, and what is between by one; its score is yet to be written. */
  #shift(leaf: number, slot: number, from: number, to: number): void {
    const { doubles, places, slots } = this.#memory.chunkOf(leaf)
    const scores = this.#memory.doublesOf(leaf)
    const start = this.#memory.rowsOf(leaf)
    for (let at = from; at < to; at++) {
      const other = slots[start + at + 1] ?? 0
      doubles[scores + at] = doubles[scores + at + 1] ?? 0
      slots[start + at] = other
      places[start + other] = (places[start + other] ?? 0) - 1
    }
    for (let at = from; at > to; at--) {
      const other = slots[start + at - 1] ?? 0
      doubles[scores + at] = doubles[scores + at - 1] ?? 0
      slots[start + at] = other
      places[start + other] = (places[start + other] ?? 0) + 1
    }
    slots[start + to] = slot
    places[start + slot] = to
  }

  #isBeforeEqual(leaf: number, place: number, row: SortKey): boolean {
    const slot = this.slotAt(leaf, place)
    const exact = this.exact(leaf, slot)
    if (exact !== row.exact) return isMore(row.score, exact, row.exact)
    return isEarlier(this.since(leaf, slot), this.entity(leaf, slot), row, this.#idOf)
  }

  #write(leaf: number, place: number, slot: number, row: SortKey): void {
    const { doubles } = this.#memory.chunkOf(leaf)
    const start = this.#memory.doublesOf(leaf)
    doubles[start + place] = row.score
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

  /** Notes whether the row in a place has the same score as the one before it. */
  #tie(leaf: number, place: number): void {
    const slot = this.slotAt(leaf, place)
    const tied =
      place > 0 &&
      this.score(leaf, place - 1) === this.score(leaf, place) &&
      this.exact(leaf, slot) === this.exactAt(leaf, place - 1)
    this.#memory.chunkOf(leaf).places[this.#memory.rowsOf(leaf) + slot] = tied ? place | TIED : place
  }
}

/** Whether the row in a place has the score of the one before it, or has that of who was before it: else it is not tied. */
function mayTie(doubles: Float64Array, first: number, place: number, before: number): boolean {
  const score = doubles[first + place]
  return score === before || (place > 0 && score === doubles[first + place - 1])
}
