/** A leaf has at most so many rows: with the place of one in seven bits of a byte, the eighth is free. */
export const LEAF_BITS = 7
export const LEAF_ROWS = 1 << LEAF_BITS
const FEWEST_ROWS = 8
/**
 * So many leaves lie in one chunk of memory. The first grows by a quarter until it has them; the others are made whole, for
 * what grows leaves its earlier memory behind, and a million rows would leave four times as much as they take.
 */
const CHUNK_BITS = 9
const CHUNK_LEAVES = 1 << CHUNK_BITS

/** The memory of some leaves, one after the other. */
export interface Chunk {
  readonly leaves: number
  /** By slot: the place of its row, and whether it is tied. */
  readonly places: Uint8Array
  /** By place. */
  readonly slots: Uint8Array
  /** Of a leaf: the scores by place, then the sinces by slot. */
  readonly doubles: Float64Array
  /** By slot. */
  readonly entities: Int32Array
}

/**
 * The memory of leaves, each of which is a number. The places of all leaves of a chunk lie together: those of a million
 * rows are small enough to stay near the processor, and a rank is told by them alone. What an update reads and writes
 * besides lies in one page of memory for a leaf; the entities, which few ask for, lie apart.
 */
export class LeafMemory {
  readonly #chunks: Chunk[] = []
  #room = FEWEST_ROWS

  /** How many rows a leaf has room for: while there is but one, as many as it needs. */
  get room(): number {
    return this.#room
  }

  chunkOf(leaf: number): Chunk {
    return this.#chunks[leaf >> CHUNK_BITS] as Chunk
  }

  /** Where a leaf begins among the rows of its chunk. */
  rowsOf(leaf: number): number {
    return (leaf & (CHUNK_LEAVES - 1)) * this.#room
  }

  /** Where a leaf begins among the doubles of its chunk; the sinces come `room` behind. */
  doublesOf(leaf: number): number {
    return doublesFrom(this.rowsOf(leaf))
  }

  /** Gives each slot of a leaf, for which memory is made, the place of the same number. */
  clear(leaf: number): void {
    while (leaf >= this.#leaves()) this.#grow()
    const { places, slots } = this.chunkOf(leaf)
    const start = this.rowsOf(leaf)
    for (let slot = 0; slot < this.#room; slot++) {
      places[start + slot] = slot
      slots[start + slot] = slot
    }
  }

  /** Gives the one leaf that there is room for twice as many rows. */
  widen(): void {
    const room = this.#room
    const { places, slots, doubles, entities } = this.chunkOf(0)
    const wide = newChunk(1, room * 2)
    this.#chunks[0] = wide
    this.#room = room * 2
    this.clear(0)
    wide.places.set(places)
    wide.slots.set(slots)
    wide.doubles.set(doubles.subarray(0, room))
    wide.doubles.set(doubles.subarray(room), room * 2)
    wide.entities.set(entities)
  }

  /** How many leaves there is memory for. */
  #leaves(): number {
    return Math.max(0, this.#chunks.length - 1) * CHUNK_LEAVES + (this.#chunks.at(-1)?.leaves ?? 0)
  }

  /** Makes room for more leaves in the first chunk, or another chunk; where there is but one leaf, first for all its rows. */
  #grow(): void {
    const last = this.#chunks.length - 1
    const chunk = this.#chunks[last]
    if (!chunk) this.#chunks.push(newChunk(1, this.#room))
    else if (chunk.leaves === CHUNK_LEAVES) this.#chunks.push(newChunk(CHUNK_LEAVES, LEAF_ROWS))
    else if (this.#room < LEAF_ROWS) this.widen()
    else this.#chunks[last] = withLeaves(chunk, Math.min(chunk.leaves + (chunk.leaves >> 2) + 1, CHUNK_LEAVES))
  }
}

function newChunk(leaves: number, room: number): Chunk {
  return {
    leaves,
    places: new Uint8Array(leaves * room),
    slots: new Uint8Array(leaves * room),
    doubles: new Float64Array(leaves * room * 2),
    entities: new Int32Array(leaves * room),
  }
}

/** The same leaves, with memory for more. */
function withLeaves(chunk: Chunk, leaves: number): Chunk {
  const made = newChunk(leaves, LEAF_ROWS)
  made.places.set(chunk.places)
  made.slots.set(chunk.slots)
  made.doubles.set(chunk.doubles)
  made.entities.set(chunk.entities)
  return made
}

/** Where a leaf begins among the doubles of its chunk, by where it begins among the rows: each has two. */
export const doublesFrom = (start: number): number => start * 2
