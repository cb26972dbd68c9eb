import { isMore, type IdOf, type Rows, type Standing } from './leaf.ts'

/** A leaf has at most so many rows: with the place of one in seven bits of a byte, the eighth is free. */
export const LEAF_BITS = 7
export const LEAF_ROWS = 1 << LEAF_BITS
const FEWEST_ROWS = 8
/** Tells of a row that it has the same score as the one before it in its leaf. */
const TIED = 0x80
const PLACE = 0x7f
/** The places of four slots that are read as one word, the eighth bits of these, and a place in each of them. */
const PLACES = 0x7f7f7f7f
const EIGHTHS = 0x80808080 | 0
const IN_EACH = 0x01010101
/** So many rows of the same score are gone through one by one; where there are more, scores are searched. */
const FEW_TIED = 3
/** So many leaves lie in one chunk of memory, which grows by a quarter until it has them. */
const CHUNK_BITS = 9
const CHUNK_LEAVES = 1 << CHUNK_BITS

/** Halves of doubles that a row takes beside its place: two for the score, two for the since, one for the entity. */
const ROW_HALVES = 5

/** The memory of some leaves. */
interface Chunk {
  readonly leaves: number
  /** By leaf and slot: the place of the row, and whether it is tied. */
  readonly places: Uint8Array
  /** The same memory, four slots at a time. */
  readonly words: Int32Array
  /** One leaf after the other: the scores by place, the sinces and then the entities by slot. */
  readonly doubles: Float64Array
  /** The same memory as integers. */
  readonly integers: Int32Array
}

function newChunk(leaves: number, room: number): Chunk {
  const doubles = new Float64Array((leaves * room * ROW_HALVES) / 2)
  const places = new Uint8Array(leaves * room)
  const integers = new Int32Array(doubles.buffer)
  return { leaves, places, words: new Int32Array(places.buffer), doubles, integers }
}

/** The same leaves, with memory for more. */
function withLeaves(chunk: Chunk, leaves: number, room: number): Chunk {
  const made = newChunk(leaves, room)
  made.places.set(chunk.places)
  made.doubles.set(chunk.doubles)
  return made
}

/**
 * The leaves of a ranking: each some rows that follow each other. A row has a place in its leaf's order, and a slot,
 * which it keeps while it is in the leaf. By place stand the scores, so that they are searched; by slot all else: what
 * moves with a row is little. The slots of no row have the places behind the rows.
 *
 * A leaf is a number. The places of all leaves of a chunk lie together: those of a million rows are small enough to
 * stay near the processor, and a rank is told by them alone. All else of a leaf lies together, in one page of memory.
 */
export class LeafStore {
  readonly #idOf: IdOf
  readonly #chunks: Chunk[] = []
  /** How many rows a leaf has room for: while there is but one, as many as it needs. */
  #room = FEWEST_ROWS
  /** The slots of a leaf by place, in one array for all. */
  readonly #slots = new Uint8Array(LEAF_ROWS)
  /** By leaf. */
  #counts = new Uint8Array(0)
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
    while (leaf >= this.#leavesOf()) this.#grow()
    this.#counts[leaf] = 0
    const { places } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    for (let slot = 0; slot < this.#room; slot++) places[start + slot] = slot
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

  setSince(leaf: number, slot: number, since: number): void {
    this.#chunkOf(leaf).doubles[this.#scores(leaf) + this.#room + slot] = since
  }

  entity(leaf: number, slot: number): number {
    return this.#chunkOf(leaf).integers[(this.#scores(leaf) + this.#room * 2) * 2 + slot] ?? 0
  }

  exact(leaf: number, slot: number): string | undefined {
    return this.#exact.length === 0 ? undefined : this.#exact[leaf]?.[slot]
  }

  /** As `exact`, of the row in a place. */
  exactAt(leaf: number, place: number): string | undefined {
    const texts = this.#exact.length === 0 ? undefined : this.#exact[leaf]
    return texts?.[this.slotAt(leaf, place)]
  }

  /** The slots of the rows by place, until this is asked of another leaf. */
  slotsOf(leaf: number): Uint8Array {
    const { places } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    for (let slot = 0; slot < this.#room; slot++) this.#slots[(places[start + slot] ?? 0) & PLACE] = slot
    return this.#slots
  }

  /** The slot of the row in a place. */
  slotAt(leaf: number, place: number): number {
    const { words } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    const wanted = place * IN_EACH
    let word = start >> 2
    // Of four bytes below 128 each borrows from its own eighth bit, which stays where the byte is 0.
    let found = 0
    for (; found === 0; word++) found = (EIGHTHS - (((words[word] ?? 0) & PLACES) ^ wanted)) & EIGHTHS
    return ((word - 1) << 2) + ((31 - Math.clz32(found & -found)) >> 3) - start
  }

  /** The place of the row in a slot. */
  placeOf(leaf: number, slot: number): number {
    return (this.#chunkOf(leaf).places[this.#start(leaf) + slot] ?? 0) & PLACE
  }

  /** The first place from which on, up to that of a slot, all rows have the same score. */
  firstTied(leaf: number, slot: number): number {
    const { places } = this.#chunkOf(leaf)
    const start = this.#start(leaf)
    let noted = places[start + slot] ?? 0
    for (let step = 0; step < FEW_TIED; step++) {
      if (noted < TIED) return noted
      noted = places[start + this.slotAt(leaf, (noted & PLACE) - 1)] ?? 0
    }
    const place = noted & PLACE
    return this.rowsAbove(leaf, this.score(leaf, place), this.exactAt(leaf, place), 0, place)
  }

  /** Puts a row in a place and gives its slot. */
  insert(leaf: number, place: number, row: Standing): number {
    const count = this.count(leaf)
    if (count === this.#room) this.#grow()
    const slot = this.slotAt(leaf, count)
    this.#counts[leaf] = count + 1
    this.#shift(leaf, slot, count, place)
    this.#write(leaf, place, slot, row)
    this.#chunkOf(leaf).integers[(this.#scores(leaf) + this.#room * 2) * 2 + slot] = row.entity
    this.#tie(leaf, place, row.score)
    this.#tie(leaf, place + 1, this.score(leaf, Math.max(place - 1, 0)))
    return slot
  }

  /** Takes the row in a slot out. */
  remove(leaf: number, slot: number): void {
    const place = this.placeOf(leaf, slot)
    const last = this.count(leaf) - 1
    const exact = this.#exact[leaf]
    if (exact) exact[slot] = undefined
    const score = this.score(leaf, place)
    this.#shift(leaf, slot, place, last)
    this.#counts[leaf] = last
    this.#tie(leaf, place, score)
  }

  /** Moves the row in a slot to a place, and gives it another standing. */
  move(leaf: number, slot: number, to: number, row: Standing): void {
    const from = this.placeOf(leaf, slot)
    const score = this.score(leaf, from)
    if (from !== to) this.#shift(leaf, slot, from, to)
    this.#write(leaf, to, slot, row)
    this.#tie(leaf, to, row.score)
    this.#tie(leaf, to + 1, from === to || to === 0 ? score : this.score(leaf, to - 1))
    // Where it was, two rows have become neighbours.
    if (from !== to) this.#tie(leaf, from > to ? from + 1 : from, score)
  }

  /** Moves the rows from a place on behind those of another leaf. */
  moveRest(leaf: number, start: number, to: number): void {
    const row: Standing = { score: 0, exact: undefined, since: 0, entity: 0 }
    const end = this.count(leaf)
    const slots = this.slotsOf(leaf)
    for (let place = start; place < end; place++) {
      const slot = slots[place] ?? 0
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
    if (from > 0 && !this.isBefore(leaf, from - 1, row)) return this.#firstUpTo(leaf, from - 1, row)
    if (from + 1 < this.count(leaf) && this.isBefore(leaf, from + 1, row))
      return this.#firstAfter(leaf, from + 1, row) - 1
    return from
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
    const slots = this.slotsOf(leaf)
    for (let place = 0; place < count; place++) {
      const slot = slots[place] ?? 0
      entities[place] = this.entity(leaf, slot)
      scores[place] = this.score(leaf, place)
      sinces[place] = this.since(leaf, slot)
      const text = this.exact(leaf, slot)
      if (text !== undefined) exact.set(place, text)
    }
    return { entities, scores, sinces, exact }
  }

  /** The first place whose row does not stand before another; that in a place does not. */
  #firstUpTo(leaf: number, place: number, row: Standing): number {
    const { doubles } = this.#chunkOf(leaf)
    const start = this.#scores(leaf)
    const { score } = row
    let high = place
    let step = 1
    for (; step <= high; step *= 2) {
      const own = doubles[start + high - step] ?? 0
      if (own === score ? this.#isBeforeEqual(leaf, high - step, row) : own > score) break
      high -= step
    }
    return this.#firstBehind(leaf, Math.max(high - step + 1, 0), high, row)
  }

  /** The first place whose row does not stand before another, or that behind all; the row in a place does. */
  #firstAfter(leaf: number, place: number, row: Standing): number {
    const { doubles } = this.#chunkOf(leaf)
    const start = this.#scores(leaf)
    const { score } = row
    const count = this.count(leaf)
    let low = place
    let step = 1
    for (; low + step < count; step *= 2) {
      const own = doubles[start + low + step] ?? 0
      if (own === score ? !this.#isBeforeEqual(leaf, low + step, row) : own < score) break
      low += step
    }
    return this.#firstBehind(leaf, low + 1, Math.min(low + step, count), row)
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

  /** Where the places of a leaf begin among those of its chunk. */
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
    const leaves = this.#leavesOf()
    if (leaves <= this.#counts.length) return
    const counts = this.#counts
    this.#counts = new Uint8Array(Math.max(leaves, counts.length + (counts.length >> 2)))
    this.#counts.set(counts)
  }

  /** Gives the one leaf room for twice as many rows. */
  #widen({ places, doubles, integers }: Chunk): void {
    const room = this.#room
    const wide = newChunk(1, room * 2)
    wide.doubles.set(doubles.subarray(0, room))
    wide.doubles.set(doubles.subarray(room, room * 2), room * 2)
    wide.integers.set(integers.subarray(room * 4), room * 8)
    this.#chunks[0] = wide
    this.#room = room * 2
    for (let slot = 0; slot < room * 2; slot++) wide.places[slot] = slot < room ? (places[slot] ?? 0) : slot
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

  /**
   * Notes whether the row in a place, if there is one, has the same score as the one before it. What is noted of it stays
   * true where its score is neither that one's nor `other`: that of who was before it, or that it has got.
   */
  #tie(leaf: number, place: number, other: number): void {
    if (place >= this.count(leaf)) return
    const score = this.score(leaf, place)
    const isSame = place > 0 && this.score(leaf, place - 1) === score
    if (!isSame && score !== other) return
    const slot = this.slotAt(leaf, place)
    const tied = isSame && this.exact(leaf, slot) === this.exactAt(leaf, place - 1)
    this.#chunkOf(leaf).places[this.#start(leaf) + slot] = tied ? place | TIED : place
  }

  /** Moves the row in a slot from its place to another, and what is between by one; its score is yet to be written. */
  #shift(leaf: number, slot: number, from: number, to: number): void {
    const { doubles } = this.#chunkOf(leaf)
    const scores = this.#scores(leaf)
    for (let at = scores + from; at < scores + to; at++) doubles[at] = doubles[at + 1] ?? 0
    for (let at = scores + from; at > scores + to; at--) doubles[at] = doubles[at - 1] ?? 0
    if (from < to) this.#addToPlaces(leaf, from + 1, to + 1, -1)
    else this.#addToPlaces(leaf, to, from, 1)
    this.#chunkOf(leaf).places[this.#start(leaf) + slot] = to
  }

  /** Adds to each place from one on to before another, in all slots. */
  #addToPlaces(leaf: number, from: number, to: number, step: number): void {
    const { words } = this.#chunkOf(leaf)
    const low = Math.imul(from, IN_EACH)
    const high = Math.imul(to, IN_EACH)
    const start = this.#start(leaf) >> 2
    const end = start + (this.#room >> 2)
    for (let at = start; at < end; at++) {
      const word = words[at] ?? 0
      const each = (word & PLACES) | EIGHTHS
      // Eighth bits stay where there is at least so much; no byte borrows from the next.
      const ones = ((each - low) & ~(each - high) & EIGHTHS) >>> 7
      words[at] = word + Math.imul(ones, step)
    }
  }
}
