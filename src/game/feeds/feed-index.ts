import { packPosition, type EventPosition } from '../kernel/ids.ts'

/** The number of records in a chunk. A record takes 20 bytes. */
const CHUNK = 16_384
const NONE = -1

interface Chunk {
  /** The previous record of the same feed. */
  readonly previous: Int32Array
  /** The packed position of the event. */
  readonly positions: Float64Array
  readonly times: Float64Array
}

/**
 * The positions of the events of each feed: linked lists in typed arrays that all feeds share, from each feed's newest
 * record to older ones. The events themselves are in the journal. A record takes 20 bytes.
 */
export interface FeedIndex {
  /** The newest record of each feed, by feed number. */
  heads: Int32Array
  feeds: number
  readonly chunks: Chunk[]
  /** The number of chunks that were dropped. Links to their records lead nowhere. */
  gone: number
  /** The number of records that were ever added. Each keeps its number. */
  size: number
  /** Whether it drops all records, because nobody reads them. */
  readonly isForgetful: boolean
}

/** The number of feeds that a new index has room for. Few, because V8 makes so small an array much faster than a larger one. */
const FIRST_FEEDS = 16

/** The number of the game's own feed. */
export const GAME_FEED = 0

/** Returns an index that has only the game's feed, which is empty, and remains so if the index is forgetful. */
export function emptyFeedIndex(isForgetful = false): FeedIndex {
  const index: FeedIndex = { heads: new Int32Array(FIRST_FEEDS), feeds: 0, chunks: [], gone: 0, size: 0, isForgetful }
  openFeed(index)
  return index
}

/**
 * Opens an empty feed and returns its number. The numbers of deleted players are not used again, because 4 bytes each
 * are not worth it.
 */
export function openFeed(index: FeedIndex): number {
  if (index.feeds === index.heads.length) {
    const larger = new Int32Array(index.heads.length * 2)
    larger.set(index.heads)
    index.heads = larger
  }
  index.heads[index.feeds] = NONE
  index.feeds += 1
  return index.feeds - 1
}

/** The records of the first chunk of a new index, which then doubles. Few, because simulations begin many small games. */
const FIRST_RECORDS = 64

/** Returns a chunk of this number of records: empty, or with the records of a smaller one. */
function newChunk(records: number, smaller?: Chunk): Chunk {
  const chunk = {
    previous: new Int32Array(records),
    positions: new Float64Array(records),
    times: new Float64Array(records),
  }
  if (!smaller) return chunk
  chunk.previous.set(smaller.previous)
  chunk.positions.set(smaller.positions)
  chunk.times.set(smaller.times)
  return chunk
}

/** Adds an event to the end of a feed. Events must come in order of time. */
export function addToFeed(index: FeedIndex, feed: number, position: EventPosition, atMs: number): void {
  if (index.isForgetful) return
  const offset = index.size % CHUNK
  const last = index.chunks.at(-1)
  if (offset === 0) index.chunks.push(newChunk(last ? CHUNK : FIRST_RECORDS))
  else if (offset === last?.previous.length) index.chunks.splice(-1, 1, newChunk(2 * offset, last))
  const chunk = index.chunks.at(-1)
  if (!chunk || feed >= index.feeds) throw new Error(`no feed ${feed} in an index of ${index.feeds}`)
  chunk.previous[offset] = index.heads[feed] ?? NONE
  chunk.positions[offset] = packPosition(position)
  chunk.times[offset] = atMs
  index.heads[feed] = index.size
  index.size += 1
}

const chunkOf = ({ chunks, gone }: FeedIndex, record: number): Chunk | undefined =>
  chunks[Math.floor(record / CHUNK) - gone]

/** Returns the number of records that are kept. */
export const recordCount = ({ size, gone }: FeedIndex): number => size - gone * CHUNK

/** Drops the records of entries before `seq`, in whole chunks. */
export function forgetRecords(index: FeedIndex, seq: number): void {
  const first = packPosition({ seq, index: 0 })
  const kept = index.chunks.findIndex(
    ({ positions }, i) => (index.gone + i + 1) * CHUNK > index.size || (positions[CHUNK - 1] ?? 0) >= first,
  )
  const dropped = kept < 0 ? index.chunks.length : kept
  index.chunks.splice(0, dropped)
  index.gone += dropped
}

/** Yields the packed positions of a feed's events from `startMs` to `endMs`, both inclusive, newest first. Spec 5.3. */
export function* positionsInFeed(index: FeedIndex, feed: number, startMs: number, endMs: number): Generator<number> {
  for (let record = index.heads[feed] ?? NONE; record !== NONE;) {
    const chunk = chunkOf(index, record)
    const offset = record % CHUNK
    const at = chunk?.times[offset] ?? 0
    if (!chunk || at < startMs) return
    if (at <= endMs) yield chunk.positions[offset] ?? 0
    record = chunk.previous[offset] ?? NONE
  }
}

/** Returns the packed position of the newest event of all feeds, or undefined if there is none. */
export function lastPosition(index: FeedIndex): number | undefined {
  const record = index.size - 1
  return chunkOf(index, record)?.positions[record % CHUNK]
}

/**
 * Returns the packed position of the first event of all feeds that is not before an instant, or Infinity if there is
 * none.
 */
export function firstPositionFrom(index: FeedIndex, startMs: number): number {
  const { gone, size } = index
  const column = (record: number, of: 'times' | 'positions') => chunkOf(index, record)?.[of][record % CHUNK] ?? 0
  let low = gone * CHUNK
  for (let high = size; low < high;) {
    const middle = Math.floor((low + high) / 2)
    if (column(middle, 'times') < startMs) low = middle + 1
    else high = middle
  }
  return low < size ? column(low, 'positions') : Infinity
}

/**
 * Returns the index as blocks of bytes, for a saved state. Full chunks never change again, so only the last one is
 * copied.
 */
export function feedIndexBytes(index: FeedIndex): Uint8Array[] {
  const columns = index.chunks.flatMap(({ previous, positions, times }, i) => {
    const length = Math.min(CHUNK, index.size - (index.gone + i) * CHUNK)
    const full = length === CHUNK
    return [previous, positions, times].map((column) => bytesOf(full ? column : column.slice(0, length)))
  })
  return [bytesOf(index.heads.slice(0, index.feeds)), ...columns]
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/**
 * Restores an index from its bytes. `gone` is the number of chunks that were dropped. The index takes over the memory
 * of the blocks where it can, because copying all of it takes long.
 */
export function feedIndexOf([headBytes = noBytes, ...columns]: readonly Uint8Array[], gone = 0): FeedIndex {
  const feeds = headBytes.length / Int32Array.BYTES_PER_ELEMENT
  const heads = new Int32Array(Math.max(64, feeds * 2))
  new Uint8Array(heads.buffer).set(headBytes)
  const index: FeedIndex = { heads, feeds, chunks: [], gone, size: gone * CHUNK, isForgetful: false }
  for (let i = 0; i < columns.length; i += 3) {
    const [previous = noBytes, positions = noBytes, times = noBytes] = columns.slice(i, i + 3)
    index.chunks.push({
      previous: new Int32Array(wholeColumn(previous, CHUNK * Int32Array.BYTES_PER_ELEMENT)),
      positions: new Float64Array(wholeColumn(positions, CHUNK * Float64Array.BYTES_PER_ELEMENT)),
      times: new Float64Array(wholeColumn(times, CHUNK * Float64Array.BYTES_PER_ELEMENT)),
    })
    index.size += previous.length / Int32Array.BYTES_PER_ELEMENT
  }
  return index
}

const noBytes = new Uint8Array()

/**
 * Returns the memory of a full column that does not share its buffer. Otherwise returns a copy with room for the
 * remaining records.
 */
function wholeColumn(bytes: Uint8Array, length: number): ArrayBufferLike {
  if (bytes.length === length && bytes.buffer.byteLength === length) return bytes.buffer
  const column = new Uint8Array(length)
  column.set(bytes)
  return column.buffer
}
