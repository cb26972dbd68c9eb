import { isMore, type IdOf, type Rows, type Standing } from './leaf.ts'

/** A leaf has at most so many rows: with their slots in seven bits of a byte, the eighth is free. */
export const LEAF_ROWS = 128
const FEWEST_ROWS = 8
/** Tells in the order that a row has the same score as the one before it in its leaf. */
const TIED = 0x80
const SLOT = 0x7f
/** The slots of four places that are read as one word, the eighth bits of these, and a slot in each of them. */
const SLOTS = 0x7f7f7f7f
const EIGHTHS = 0x80808080 | 0
const IN_EACH = 0x01010101
/** So many leaves lie in one chunk of memory, which grows by a quarter until it has them. */
const CHUNK_BITS = 9
const CHUNK_LEAVES = 1 << CHUNK_BITS

/** Halves of doubles that a row takes beside its byte of the order: two for the score, two for the since, one for the entity. */
const ROW_HALVES = 5

/** The memory of some leaves. */
interface Chunk {
  readonly leaves: number
  /** One leaf after the other, by place: the slot of the row, and whether it is tied. */
  readonly order: Uint8Array
  /** The same memory, four places at a time. */
  readonly words: Int32Array
  /** One leaf after the other: the scores by place, the sinces and then the entities by slot. */
  readonly doubles: Float64Array
  /** The same memory as integers. */
  readonly integers: Int32Array
}

function newChunk(leaves: number, room: number): Chunk {
  const doubles = new Float64Array((leaves * room * ROW_HALVES) / 2)
  const order = new Uint8Array(leaves * room)
  return { leaves, order, words: new Int32Array(order.buffer), doubles, integers: new Int32Array(doubles.buffer) }
}

/** The same leaves, with memory for more. */
function withLeaves(chunk: Chunk, leaves: number, room: number): Chunk {
  const made = newChunk(leaves, room)
  made.order.set(chunk.order)
  made.doubles.set(chunk.doubles)
  return made
}

/**
 * The leaves of a ranking: each some rows that follow each other. A row has a place in its leaf's order, and a slot,
 * which it keeps while it is in the leaf. By place stand the scores and the slots of the rows, behind which come the
 * free ones; by slot all else: what moves with a row is little.
 *
 * A leaf is a number. The order of all leaves of a large chunk lies together: that of a million rows is small enough to
 * stay near the processor, and a rank is told by it alone. All else of a leaf lies together, in one page of memory.
 */
export class LeafStore {
  readonly #idOf: IdOf
  readonly #chunks: Chunk[] = []
  /** How many rows a leaf has room for: while there is but one, as many as it needs. */
  #room = FEWEST_ROWS
  /** By leaf. */
  readonly #counts: number[] = []
  /** By leaf and slot; a leaf has none until a row needs it. */
  readonly #exact: ((string | undefined)[] | undefined)[] = []
  readonly #free: number[] = []

  constructor(idOf: IdOf) {
    this.#idOf = idOf
  }

  /** Takes an empty leaf. */
  take(): number {
    const leaf = this.#free.pop() ?? this.#counts.push(0) - 1
    this.#counts[leaf] = 0
    while (leaf >= this.#leavesOf()) this.#grow()
    const { order } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    for (let slot = 0; slot < this.#room; slot++) order[start + slot] = slot
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
    return this.#chunkOf(leaf).doubles[this.#scores(leaf) + place] ?? 0
  }

  since(leaf: number, slot: number): number {
    return this.#chunkOf(leaf).doubles[this.#scores(leaf) + this.#room + slot] ?? 0
  }

  entity(leaf: number, slot: number): number {
    return this.#chunkOf(leaf).integers[(this.#scores(leaf) + this.#room * 2) * 2 + slot] ?? 0
  }

  exact(leaf: number, slot: number): string | undefined {
    return this.#exact.length === 0 ? undefined : this.#exact[leaf]?.[slot]
  }

  /** The slot of the row in a place. */
  slotAt(leaf: number, place: number): number {
    return (this.#chunkOf(leaf).order[this.#start(leaf) + place] ?? 0) & SLOT
  }

  /** The place of the row in a slot. */
  placeOf(leaf: number, slot: number): number {
    const { order, words } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    const wanted = slot * IN_EACH
    let word = start >> 2
    // Of four bytes below 128 each borrows from its own eighth bit, which stays where the byte is 0.
    while (((EIGHTHS - (((words[word] ?? 0) & SLOTS) ^ wanted)) & EIGHTHS) === 0) word++
    let at = word << 2
    while (((order[at] ?? 0) & SLOT) !== slot) at++
    return at - start
  }

  /** The first place from which on, up to a place, all rows have the same score. */
  firstTied(leaf: number, place: number): number {
    const { order } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    let at = start + place
    while (((order[at] ?? 0) & TIED) !== 0) at--
    return at - start
  }

  /** Puts a row in a place and gives its slot. */
  insert(leaf: number, place: number, row: Standing): number {
    const count = this.count(leaf)
    if (count === this.#room) this.#grow()
    const slot = this.slotAt(leaf, count)
    this.#counts[leaf] = count + 1
    this.#shift(leaf, count, place)
    this.#write(leaf, place, slot, row)
    this.#chunkOf(leaf).integers[(this.#scores(leaf) + this.#room * 2) * 2 + slot] = row.entity
    this.#tie(leaf, place)
    this.#tie(leaf, place + 1)
    return slot
  }

  /** Takes the row in a place out. */
  remove(leaf: number, place: number): void {
    const last = this.count(leaf) - 1
    const exact = this.#exact[leaf]
    if (exact) exact[this.slotAt(leaf, place)] = undefined
    this.#shift(leaf, place, last)
    this.#counts[leaf] = last
    this.#tie(leaf, place)
  }

  /** Moves the row in a place to another, and gives it another standing. */
  move(leaf: number, from: number, to: number, row: Standing): void {
    if (from !== to) this.#shift(leaf, from, to)
    this.#write(leaf, to, this.slotAt(leaf, to), row)
    this.#tie(leaf, to)
    this.#tie(leaf, to + 1)
    // Where it was, two rows have become neighbours.
    if (from !== to) this.#tie(leaf, from > to ? from + 1 : from)
  }

  /** Moves the rows from a place on behind those of another leaf. */
  moveRest(leaf: number, start: number, to: number): void {
    const row: Standing = { score: 0, exact: undefined, since: 0, entity: 0 }
    const end = this.count(leaf)
    for (let place = start; place < end; place++) {
      const slot = this.slotAt(leaf, place)
      row.score = this.score(leaf, place)
      row.exact = this.exact(leaf, slot)
      row.since = this.since(leaf, slot)
      row.entity = this.entity(leaf, slot)
      this.insert(to, this.count(to), row)
      const exact = this.#exact[leaf]
      if (exact) exact[slot] = undefined
    }
    this.#counts[leaf] = start
  }

  /** How many rows stand before one that might be in this leaf. */
  rowsBefore(leaf: number, row: Standing): number {
    return this.#firstBehind(leaf, 0, this.count(leaf), row)
  }

  /** The place among the others for the row in a place, with another standing. Mostly it is near: the search widens from there. */
  placeNear(leaf: number, from: number, row: Standing): number {
    if (from > 0 && !this.isBefore(leaf, from - 1, row)) {
      let high = from - 1
      let step = 1
      for (; step <= high && !this.isBefore(leaf, high - step, row); step *= 2) high -= step
      return this.#firstBehind(leaf, Math.max(high - step + 1, 0), high, row)
    }
    const last = this.count(leaf) - 1
    if (from < last && this.isBefore(leaf, from + 1, row)) {
      let low = from + 1
      let step = 1
      for (; low + step <= last && this.isBefore(leaf, low + step, row); step *= 2) low += step
      return this.#firstBehind(leaf, low + 1, Math.min(low + step, last + 1), row) - 1
    }
    return from
  }

  /** How many rows have more than a score. */
  rowsAbove(leaf: number, score: number, exact: string | undefined): number {
    let low = 0
    for (let high = this.count(leaf); low < high;) {
      const middle = (low + high) >> 1
      if (this.isAbove(leaf, middle, score, exact)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Whether the row in a place has more than a score. */
  isAbove(leaf: number, place: number, score: number, exact: string | undefined): boolean {
    const own = this.score(leaf, place)
    return own === score ? isMore(own, this.exact(leaf, this.slotAt(leaf, place)), exact) : own > score
  }

  /** Whether the row in a place stands before another: more, else earlier, else with the lower id. */
  isBefore(leaf: number, place: number, row: Standing): boolean {
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

  /** The first place from `low` on whose row does not stand before another, or `high`. */
  #firstBehind(leaf: number, low: number, high: number, row: Standing): number {
    const { doubles } = this.#chunkOf(leaf)
    const start = this.#scores(leaf)
    const { score } = row
    let first = start + low
    for (let end = start + high; first < end;) {
      const middle = (first + end) >> 1
      const own = doubles[middle] ?? 0
      if (own === score ? this.#isBeforeEqual(leaf, middle - start, row) : own > score) first = middle + 1
      else end = middle
    }
    return first - start
  }

  #isBeforeEqual(leaf: number, place: number, row: Standing): boolean {
    const slot = this.slotAt(leaf, place)
    const exact = this.exact(leaf, slot)
    if (exact !== row.exact) return isMore(row.score, exact, row.exact)
    const since = this.since(leaf, slot)
    if (since !== row.since) return since < row.since
    const entity = this.entity(leaf, slot)
    return entity !== row.entity && this.#idOf(entity) < this.#idOf(row.entity)
  }

  #chunkOf(leaf: number): Chunk {
    return this.#chunks[leaf >> CHUNK_BITS] as Chunk
  }

  /** Where the order of a leaf begins in that of its chunk. */
  #start(leaf: number): number {
    return (leaf & (CHUNK_LEAVES - 1)) * this.#room
  }

  /** Where its scores begin among the doubles. */
  #scores(leaf: number): number {
    return (this.#start(leaf) * ROW_HALVES) >> 1
  }

  /** How many leaves there is memory for. */
  #leavesOf(): number {
    return Math.max(0, this.#chunks.length - 1) * CHUNK_LEAVES + (this.#chunks.at(-1)?.leaves ?? 0)
  }

  /** Makes room: for more rows in the one leaf, more leaves in the last chunk, or another chunk. */
  #grow(): void {
    const last = this.#chunks.length - 1
    const chunk = this.#chunks[last]
    if (!chunk || chunk.leaves === CHUNK_LEAVES) this.#chunks.push(newChunk(1, this.#room))
    else if (this.#room < LEAF_ROWS) this.#widen(chunk)
    else {
      const leaves = Math.min(chunk.leaves + (chunk.leaves >> 2) + 1, CHUNK_LEAVES)
      this.#chunks[last] = withLeaves(chunk, leaves, this.#room)
    }
  }

  /** Gives the one leaf room for twice as many rows. */
  #widen({ order, doubles, integers }: Chunk): void {
    const room = this.#room
    const wide = newChunk(1, room * 2)
    for (let slot = 0; slot < room * 2; slot++) wide.order[slot] = slot < room ? (order[slot] ?? 0) : slot
    wide.doubles.set(doubles.subarray(0, room))
    wide.doubles.set(doubles.subarray(room, room * 2), room * 2)
    wide.integers.set(integers.subarray(room * 4), room * 8)
    this.#chunks[0] = wide
    this.#room = room * 2
  }

  #write(leaf: number, place: number, slot: number, row: Standing): void {
    const { doubles } = this.#chunkOf(leaf)
    const scores = this.#scores(leaf)
    doubles[scores + place] = row.score
    doubles[scores + this.#room + slot] = row.since
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

  /** Notes whether the row in a place, if there is one, has the same score as the one before it. */
  #tie(leaf: number, place: number): void {
    const { order } = this.#chunkOf(leaf)
    const at = this.#start(leaf) + place
    const slot = (order[at] ?? 0) & SLOT
    const tied =
      place > 0 &&
      place < this.count(leaf) &&
      this.score(leaf, place) === this.score(leaf, place - 1) &&
      this.exact(leaf, slot) === this.exact(leaf, this.slotAt(leaf, place - 1))
    if (place < this.#room) order[at] = tied ? slot | TIED : slot
  }

  /** Moves what stands by place to another place, and what is between by one. */
  #shift(leaf: number, from: number, to: number): void {
    const { order, doubles } = this.#chunkOf(leaf)
    const scores = this.#scores(leaf)
    const start = this.#start(leaf)
    shiftDoubles(doubles, scores + from, scores + to)
    shiftBytes(order, start + from, start + to)
  }
}

function shiftDoubles(column: Float64Array, from: number, to: number): void {
  const moved = column[from] ?? 0
  for (let at = from; at < to; at++) column[at] = column[at + 1] ?? 0
  for (let at = from; at > to; at--) column[at] = column[at - 1] ?? 0
  column[to] = moved
}

function shiftBytes(column: Uint8Array, from: number, to: number): void {
  const moved = column[from] ?? 0
  for (let at = from; at < to; at++) column[at] = column[at + 1] ?? 0
  for (let at = from; at > to; at--) column[at] = column[at - 1] ?? 0
  column[to] = moved
}
