import type { Journal } from '../../storage/journal.ts'
import { entryCodec } from './entry-codec.ts'

/** The most entries whose times are read to describe a history, however long it is. */
const MAX_MARKS = 1_024

/** An entry of the history with its game time in ms. */
interface Mark {
  readonly seq: number
  readonly at: number
}

/** A part of the time of a history: it begins at `at`, and `entries` entries are in it, of which `seq` is the first. */
interface Bucket extends Mark {
  readonly entries: number
}

/** How the entries of a history are spread over its game time, in parts of `widthMs`. */
export interface Density {
  /** The first and the last entry that are kept; null if none is. */
  readonly first: Mark | null
  readonly last: Mark | null
  readonly widthMs: number
  readonly buckets: readonly Bucket[]
}

const nothing: Density = { first: null, last: null, widthMs: 0, buckets: [] }

/** The times of entries that were read, by the journal that they are in: an entry never changes. */
const known = new WeakMap<Journal, Map<number, number>>()

/**
 * Returns how the kept entries are spread over game time, in at most `count` parts of equal length. It is exact for up to
 * `MAX_MARKS` entries. Of a longer history it reads every n-th entry, once, and takes those in between as spread evenly, so
 * that a part is wrong by less than two n. Playing costs nothing for it. Throws StorageError. Spec 8.2.
 */
export async function densityOf(journal: Journal, count: number): Promise<Density> {
  const marks = await marksOf(journal)
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last) return nothing
  const widthMs = Math.max(1, Math.ceil((last.at - first.at + 1) / count))
  const parts = Math.ceil((last.at - first.at + 1) / widthMs)
  const begins = Array.from({ length: parts + 1 }, (_, i) => first.at + i * widthMs)
  const before = entriesBefore(marks, begins)
  const buckets = Array.from({ length: parts }, (_, i) => {
    const [from = 0, to = 0] = [before[i], before[i + 1]]
    return { at: begins[i] ?? first.at, seq: first.seq + from, entries: to - from }
  })
  return { first, last, widthMs, buckets }
}

/** Reads the times of the first and the last entry, and of those in between whose numbers are multiples of a power of two. */
async function marksOf(journal: Journal): Promise<readonly Mark[]> {
  const { firstSeq, lastSeq } = journal
  if (lastSeq < firstSeq) return []
  const stride = 2 ** Math.max(0, Math.ceil(Math.log2((lastSeq - firstSeq + 1) / MAX_MARKS)))
  const seqs = [firstSeq]
  for (let seq = (Math.floor(firstSeq / stride) + 1) * stride; seq < lastSeq; seq += stride) seqs.push(seq)
  if (lastSeq > firstSeq) seqs.push(lastSeq)
  const times = await timesOf(journal, seqs)
  return seqs.flatMap((seq) => {
    const at = times.get(seq)
    return at === undefined ? [] : [{ seq, at }]
  })
}

async function timesOf(journal: Journal, seqs: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const times = known.get(journal) ?? new Map<number, number>()
  known.set(journal, times)
  const wanted = new Set(seqs)
  const missing = seqs.filter((seq) => !times.has(seq))
  const texts = missing.length === 0 ? [] : await journal.texts(missing)
  missing.forEach((seq, i) => {
    const text = texts[i]
    if (text !== undefined) times.set(seq, entryCodec.read(text).at)
  })
  // A growing history has a new last entry each time, and needs every second of the others no more when its stride grows.
  if (times.size > 4 * MAX_MARKS) known.set(journal, new Map([...times].filter(([seq]) => wanted.has(seq))))
  return times
}

/** Returns how many entries are before each of some times, which ascend from the time of the first mark. */
function entriesBefore(marks: readonly Mark[], times: readonly number[]): readonly number[] {
  const first = marks[0]?.seq ?? 1
  let next = 0
  return times.map((time) => {
    while ((marks[next]?.at ?? time) < time) next += 1
    const [low, high] = [marks[next - 1], marks[next]]
    if (!low) return 0
    if (!high) return low.seq - first + 1
    const between = high.seq - low.seq - 1
    const share = (time - low.at) / (high.at - low.at)
    return low.seq - first + 1 + Math.min(between, Math.floor((between + 1) * share))
  })
}
