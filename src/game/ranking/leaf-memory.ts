/** The maximum number of rows of a leaf: a position fits in seven bits of a byte, and the eighth is free for a flag. */
export const LEAF_BITS = 7
export const LEAF_ROWS = 1 << LEAF_BITS
const FEWEST_ROWS = 8
/**
 * The number of leaves in a chunk of memory. The first chunk grows by a quarter until it has them. The others are
 * allocated in full, because growing leaves the earlier memory behind, and a million rows would leave four times as
 * much as they need.
 */
const CHUNK_BITS = 9
const CHUNK_LEAVES = 1 << CHUNK_BITS

/** The memory of consecutive leaves. */
export interface Chunk {
  readonly leaves: number
  /** By slot: the position of its row, and the flag that it is tied. */
  readonly positions: Uint8Array
  /** By position. */
  readonly slots: Uint8Array
  /** For each leaf: the scores by position, then the `since` values by slot. */
  readonly doubles: Float64Array
  /** By slot. */
  readonly entities: Int32Array
}

/**
 * The memory of leaves, each of which is a number. The positions of all leaves of a chunk are contiguous: those of a
 * million rows are small enough to stay in the processor cache, and a rank needs only them. The other data that an
 * update reads and writes is in one memory page for a leaf. The entities, which are rarely read, are separate.
 */
export class LeafMemory {
  readonly #chunks: Chunk[] = []
  #room = FEWEST_ROWS

  /** The number of rows that a leaf has room for: LEAF_ROWS, or as many as needed as long as there is only one leaf. */
  get room(): number {
    return this.#room
  }

  chunkOf(leaf: number): Chunk {
    return this.#chunks[leaf >> CHUNK_BITS] as Chunk
  }

  /** Returns the start of a leaf in the rows of its chunk. */
  rowsOf(leaf: number): number {
    return (leaf & (CHUNK_LEAVES - 1)) * this.#room
  }

  /** Returns the start of a leaf in the doubles of its chunk. The `since` values start `room` later. */
  doublesOf(leaf: number): number {
    return doublesFrom(this.rowsOf(leaf))
  }

  /** Allocates a leaf if necessary, and gives each of its slots the position with the same number. */
  clear(leaf: number): void {
    while (leaf >= this.#leaves()) this.#grow()
    const { positions, slots } = this.chunkOf(leaf)
    const start = this.rowsOf(leaf)
    for (let slot = 0; slot < this.#room; slot++) {
      positions[start + slot] = slot
      slots[start + slot] = slot
    }
  }

  /** Doubles the room of the only leaf. */
  widen(): void {
    const room = this.#room
    const { positions, slots, doubles, entities } = this.chunkOf(0)
    const wide = newChunk(1, room * 2)
    this.#chunks[0] = wide
    this.#room = room * 2
    this.clear(0)
    wide.positions.set(positions)
    wide.slots.set(slots)
    wide.doubles.set(doubles.subarray(0, room))
    wide.doubles.set(doubles.subarray(room), room * 2)
    wide.entities.set(entities)
  }

  /** Returns the number of leaves that are allocated. */
  #leaves(): number {
    return Math.max(0, this.#chunks.length - 1) * CHUNK_LEAVES + (this.#chunks.at(-1)?.leaves ?? 0)
  }

  /**
   * Makes room for more leaves: enlarges the first chunk or adds a chunk. If there is only one leaf, first gives it
   * room for LEAF_ROWS.
   */
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
    positions: new Uint8Array(leaves * room),
    slots: new Uint8Array(leaves * room),
    doubles: new Float64Array(leaves * room * 2),
    entities: new Int32Array(leaves * room),
  }
}

/** Returns a copy of a chunk with memory for more leaves. */
function withLeaves(chunk: Chunk, leaves: number): Chunk {
  const made = newChunk(leaves, LEAF_ROWS)
  made.positions.set(chunk.positions)
  made.slots.set(chunk.slots)
  made.doubles.set(chunk.doubles)
  made.entities.set(chunk.entities)
  return made
}

/** Returns the start of a leaf in the doubles of its chunk, given its start in the rows: each row has two doubles. */
export const doublesFrom = (start: number): number => start * 2
