import { packPosition, type EventPosition } from '../kernel/ids.ts'

/** Records in a column of a chunk: 20 bytes each. */
const CHUNK = 16_384
const NONE = -1

interface Chunk {
  /** The record before this one in the same feed. */
  readonly previous: Int32Array
  /** Entry and index of the event, in one number. */
  readonly places: Float64Array
  readonly times: Float64Array
}

/**
 * Which events stand in which feed: chains through typed columns that all feeds share, newest first from each feed's
 * head. The events themselves are in the journal; a record costs 20 bytes.
 */
export interface FeedIndex {
  /** The newest record of each feed, by feed number. */
  heads: Int32Array
  feeds: number
  readonly chunks: Chunk[]
  /** Chunks before these that were let go of: what leads into them leads nowhere. */
  gone: number
  /** Records that there ever were: each keeps its number. */
  size: number
}

/** Feed number of the game's own feed. */
export const GAME_FEED = 0

/** An index with the game's feed alone, empty. */
export function emptyFeedIndex(): FeedIndex {
  const index: FeedIndex = { heads: new Int32Array(64), feeds: 0, chunks: [], gone: 0, size: 0 }
  openFeed(index)
  return index
}

/**
 * Makes a new empty feed and gives its number. That of a player who went is not taken again: 4 bytes are not worth it.
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

const newChunk = (): Chunk => ({
  previous: new Int32Array(CHUNK),
  places: new Float64Array(CHUNK),
  times: new Float64Array(CHUNK),
})

/** Puts an event at the end of a feed; events come in the order of time. */
export function addToFeed(index: FeedIndex, feed: number, place: EventPosition, atMs: number): void {
  const offset = index.size % CHUNK
  if (offset === 0) index.chunks.push(newChunk())
  const chunk = index.chunks.at(-1)
  if (!chunk || feed >= index.feeds) throw new Error(`no feed ${feed} in an index of ${index.feeds}`)
  chunk.previous[offset] = index.heads[feed] ?? NONE
  chunk.places[offset] = packPosition(place)
  chunk.times[offset] = atMs
  index.heads[feed] = index.size
  index.size += 1
}

const chunkOf = ({ chunks, gone }: FeedIndex, record: number): Chunk | undefined =>
  chunks[Math.floor(record / CHUNK) - gone]

/** How many records are there. */
export const recordCount = ({ size, gone }: FeedIndex): number => size - gone * CHUNK

/** Lets go of records of entries before this one, as far as they fill whole chunks. */
export function forgetRecords(index: FeedIndex, seq: number): void {
  const first = packPosition({ seq, index: 0 })
  const kept = index.chunks.findIndex(
    ({ places }, i) => (index.gone + i + 1) * CHUNK > index.size || (places[CHUNK - 1] ?? 0) >= first,
  )
  const forgotten = kept < 0 ? index.chunks.length : kept
  index.chunks.splice(0, forgotten)
  index.gone += forgotten
}

/** The packed places of a feed's events from `startMs` to `endMs`, both inclusive, newest first. Spec 5.3. */
export function* positionsInFeed(index: FeedIndex, feed: number, startMs: number, endMs: number): Generator<number> {
  for (let record = index.heads[feed] ?? NONE; record !== NONE;) {
    const chunk = chunkOf(index, record)
    const offset = record % CHUNK
    const at = chunk?.times[offset] ?? 0
    if (!chunk || at < startMs) return
    if (at <= endMs) yield chunk.places[offset] ?? 0
    record = chunk.previous[offset] ?? NONE
  }
}

/** The packed place of the newest event of all; undefined where there is none. */
export function lastPosition(index: FeedIndex): number | undefined {
  const record = index.size - 1
  return chunkOf(index, record)?.places[record % CHUNK]
}

/** The packed place of the first event of all that is not before an instant; Infinity where there is none. */
export function firstPositionFrom(index: FeedIndex, startMs: number): number {
  const { gone, size } = index
  const column = (record: number, of: 'times' | 'places') => chunkOf(index, record)?.[of][record % CHUNK] ?? 0
  let low = gone * CHUNK
  for (let high = size; low < high;) {
    const middle = Math.floor((low + high) / 2)
    if (column(middle, 'times') < startMs) low = middle + 1
    else high = middle
  }
  return low < size ? column(low, 'places') : Infinity
}

/** The index as blocks of bytes, for a saved state; full chunks never change again, so only the last one is copied. */
export function feedIndexBytes(index: FeedIndex): Uint8Array[] {
  const columns = index.chunks.flatMap(({ previous, places, times }, i) => {
    const length = Math.min(CHUNK, index.size - (index.gone + i) * CHUNK)
    const full = length === CHUNK
    return [previous, places, times].map((column) => bytesOf(full ? column : column.slice(0, length)))
  })
  return [bytesOf(index.heads.slice(0, index.feeds)), ...columns]
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/**
 * The index that gave these bytes, and had let go of so many chunks; their memory becomes its own where it can, for
 * copies of it all take long.
 */
export function feedIndexOf([headBytes = none, ...columns]: readonly Uint8Array[], gone = 0): FeedIndex {
  const feeds = headBytes.length / Int32Array.BYTES_PER_ELEMENT
  const heads = new Int32Array(Math.max(64, feeds * 2))
  new Uint8Array(heads.buffer).set(headBytes)
  const index: FeedIndex = { heads, feeds, chunks: [], gone, size: gone * CHUNK }
  for (let i = 0; i < columns.length; i += 3) {
    const [previous = none, places = none, times = none] = columns.slice(i, i + 3)
    index.chunks.push({
      previous: new Int32Array(wholeColumn(previous, CHUNK * Int32Array.BYTES_PER_ELEMENT)),
      places: new Float64Array(wholeColumn(places, CHUNK * Float64Array.BYTES_PER_ELEMENT)),
      times: new Float64Array(wholeColumn(times, CHUNK * Float64Array.BYTES_PER_ELEMENT)),
    })
    index.size += previous.length / Int32Array.BYTES_PER_ELEMENT
  }
  return index
}

const none = new Uint8Array()

/** The memory of a full column that has it to itself; else a copy with room for the rest. */
function wholeColumn(bytes: Uint8Array, length: number): ArrayBufferLike {
  if (bytes.length === length && bytes.buffer.byteLength === length) return bytes.buffer
  const column = new Uint8Array(length)
  column.set(bytes)
  return column.buffer
}
