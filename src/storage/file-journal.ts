import assert from 'node:assert/strict'
import { addEntry, newBatch, sealBatch, type Batch } from './batch.ts'
import { openDirectory } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { isHistoryName } from './history-name.ts'
import type { Durability, HeldEntries, Journal, JournalLine } from './journal.ts'
import { Pins } from './pins.ts'
import { recoverSegments, type JournalLocation, type Recovered, type SegmentLocation } from './recovery.ts'
import { isEntryText, SEGMENT_FORMAT, type SegmentHeader } from './segment-format.ts'
import { readSegment, readTexts } from './segment-reader.ts'
import { createSegment, indexEntry, type Segment } from './segment.ts'
import { orStorageFailure, StorageError, storageFailure } from './storage-error.ts'

/** Most bytes of entries in one write; an entry that is larger goes alone. */
const BATCH_BYTES = 1 << 20

/** A segment is closed before it grows over this, unless one batch does. */
const SEGMENT_BYTES = 64 << 20

/** Where a journal is written, and how. */
export interface JournalWriting extends SegmentLocation {
  /** The version of this program, for the headers of segments. */
  readonly program: string
  readonly durability: Durability
  /** The hash of the design in force, asked when a segment is begun; null before the first one. */
  readonly design: () => string | null
  readonly segmentBytes?: number
  /** Whether another journal is about to go on from these segments: nothing of them is removed meanwhile. */
  readonly isShared?: () => boolean
  /** The segments, by path, that somebody reads still: they are not removed meanwhile. */
  readonly held?: Pins
  /** Whether nobody is answered for an entry yet, so that with durability `always` none has to go alone. */
  readonly isUnanswered?: () => boolean
}

/** A journal that is looked for; the directory holds segments and nothing else, and is made if it is not there. */
export type FileJournalOptions = JournalWriting & JournalLocation

/** Where a generation begins: after the entries of other segments, oldest first, the last of which ends before `first`. */
export interface JournalOrigin extends Pick<SegmentHeader, 'generation' | 'parent' | 'first' | 'chain'> {
  readonly older: readonly Segment[]
}

/** Opens the journal of a runtime, or begins it; a write that was not finished is cut off. Throws StorageError. */
export async function openFileJournal(options: FileJournalOptions): Promise<FileJournal> {
  const { fs, directory, durability } = options
  const writeThrough = durability !== 'off'
  try {
    await openDirectory(fs, directory, isHistoryName)
    const recovered = await recoverSegments(options)
    const newest = recovered.segments.at(-1)
    if (newest) return new FileJournal(options, recovered, await fs.open(newest.path, 'write', { writeThrough }))
    return await begin(options, { generation: recovered.generation, parent: null, first: 1, chain: 0, older: [] })
  } catch (cause) {
    throw storageFailure(`The journal in ${directory} cannot be opened`, cause)
  }
}

/** Begins the journal of another generation, in a directory that was opened: on disk when this resolves. Throws StorageError. */
export async function beginFileJournal(writing: JournalWriting, origin: JournalOrigin): Promise<FileJournal> {
  return orStorageFailure(`The journal in ${writing.directory}`, () => begin(writing, origin))
}

async function begin(writing: JournalWriting, { older, ...place }: JournalOrigin): Promise<FileJournal> {
  const { fs, directory, program, runtime, design, durability } = writing
  const header = { format: SEGMENT_FORMAT, program, runtime, ...place, design: design() }
  const { segment, handle } = await createSegment(fs, directory, header, durability !== 'off')
  return new FileJournal(writing, { segments: [...older, segment], lastSum: place.chain, cutBytes: 0 }, handle)
}

/**
 * A journal in segment files. Everything appended while a write is under way becomes the next one (with durability
 * `always` each entry alone), and a batch is written only after the one before it is on disk.
 */
export class FileJournal implements Journal {
  /** How much of an unfinished write was cut off when the journal was opened. */
  readonly cutBytes: number
  readonly #options: JournalWriting
  /** Closed segments, oldest first. */
  readonly #older: Segment[]
  /** The one that is written; knows what of it is kept. */
  #newest: Segment
  /** Of the newest segment. */
  #handle: FileHandle
  #lastSeq: number
  #lastSum: number
  #failure: StorageError | undefined
  /** Oldest first; the last one still takes entries. Bounded by how many callers wait for their answer. */
  readonly #queue: Batch[] = []
  #writing = false
  /** The promise of the newest entry, until that is kept. */
  #unsettled: Promise<void> | undefined
  /** After a failure, or when it is closed: rejects with the reason. */
  #dead: Promise<void> | undefined
  #closed: Promise<void> | undefined

  /** Goes on from what recovery found; `handle` is the newest segment, open for writing. */
  constructor(
    options: JournalWriting,
    { segments, lastSum, cutBytes }: Omit<Recovered, 'generation'>,
    handle: FileHandle,
  ) {
    const newest = segments.at(-1)
    assert(newest, 'a journal is opened with a segment')
    this.#options = options
    this.#older = segments.slice(0, -1)
    this.#newest = newest
    this.#handle = handle
    this.#lastSeq = newest.last
    this.#lastSum = lastSum
    this.cutBytes = cutBytes
  }

  get firstSeq(): number {
    return (this.#older[0] ?? this.#newest).first
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get lastSum(): number {
    return this.#lastSum
  }

  get failure(): StorageError | undefined {
    return this.#failure
  }

  get generation(): number {
    return this.#newest.header.generation
  }

  /** What it is in, oldest first; of those of other generations, what it goes on from. */
  get segments(): readonly Segment[] {
    return [...this.#older, this.#newest]
  }

  /** Whether a state of this generation at this seq is part of the live history, and all entries after it are kept. */
  holds(generation: number, seq: number): boolean {
    return this.segments.some(
      ({ header, first, last }) => header.generation === generation && seq >= first - 1 && seq <= last,
    )
  }

  append(seq: number, text: string, sum: number): Promise<void> {
    if (this.#dead) return this.#dead
    assert.equal(seq, this.#lastSeq + 1, 'entries are appended in order')
    assert(isEntryText(text), 'an entry is one line of JSON')
    const batch = this.#openBatch(text)
    addEntry(batch, text, sum)
    this.#lastSeq = seq
    this.#lastSum = sum
    this.#unsettled = batch.done.promise
    if (!this.#writing) this.#startWriting()
    return batch.done.promise
  }

  settled(): Promise<void> | undefined {
    return this.#dead ?? this.#unsettled
  }

  /** Resolves when everything appended so far is on disk, with durability `off` too. Throws StorageError. */
  async sync(): Promise<void> {
    await this.settled()
    const { fs, durability } = this.#options
    if (durability === 'off')
      await orStorageFailure(`The journal ${this.#newest.path} cannot be synced`, () => syncFile(fs, this.#newest.path))
  }

  read(from: number): AsyncIterable<JournalLine> {
    return this.#readUntil(from, this.#lastSeq)
  }

  fileOf(seq: number): string | undefined {
    return this.segments.find(({ first, last }) => seq >= first && seq <= last)?.path
  }

  async texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    if ((seqs.at(-1) ?? 0) > this.#newest.last) await this.settled()
    const { segments } = this
    const found = new Map<number, string>()
    for (const [segment, held] of Map.groupBy(seqs, (seq) => segments.findLast((one) => holdsEntry(one, seq)))) {
      if (!segment) continue
      try {
        const texts = await readTexts(this.#options.fs, segment, held)
        held.forEach((seq, index) => found.set(seq, texts[index] ?? ''))
      } catch (cause) {
        this.#throwUnlessDropped(segment, cause)
      }
    }
    return seqs.map((seq) => found.get(seq))
  }

  /** Removes whole segments, so what is older than `seq` in the segment that holds it stays. */
  async dropBefore(seq: number): Promise<void> {
    const { fs, directory, isShared = () => false, held = new Pins() } = this.#options
    try {
      for (let oldest = this.#older[0]; oldest && oldest.last < seq; oldest = this.#older[0]) {
        if (isShared() || held.has(oldest.path)) return
        this.#older.shift()
        await fs.unlink(oldest.path)
        // One at a time: a later one that vanished before an earlier one would leave a gap.
        await fs.syncDirectory(directory)
      }
    } catch (cause) {
      throw storageFailure(`Old parts of the journal in ${directory} cannot be removed`, cause)
    }
  }

  hold(): HeldEntries {
    const { firstSeq } = this
    const until = this.#lastSeq
    const { held = new Pins() } = this.#options
    const release = held.add(() => this.segments.map(({ path }) => path))
    return { firstSeq, read: (from) => this.#readUntil(from, until), release }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    const settled = this.settled()
    if (!this.#failure) this.#die(new StorageError(`The journal in ${this.#options.directory} is closed`))
    try {
      await settled
      await this.#handle.sync()
    } catch (cause) {
      throw storageFailure(`The journal ${this.#newest.path} cannot be closed`, cause)
    } finally {
      await this.#handle.close()
    }
  }

  async *#readUntil(from: number, to: number): AsyncGenerator<JournalLine> {
    if (this.#newest.last < to) await this.settled()
    for (const segment of this.segments) {
      const first = Math.max(from, segment.first)
      const last = Math.min(to, segment.last)
      if (first > last) continue
      try {
        yield* readSegment(this.#options.fs, segment, first, last)
      } catch (cause) {
        this.#throwUnlessDropped(segment, cause)
      }
    }
  }

  #throwUnlessDropped(segment: Segment, cause: unknown): void {
    if (this.segments.includes(segment)) throw storageFailure(`The journal ${segment.path} cannot be read`, cause)
  }

  /** The batch that the next entry goes into. */
  #openBatch(text: string): Batch {
    const newest = this.#queue.at(-1)
    const { durability, isUnanswered = () => false } = this.#options
    const alone = durability === 'always' && !isUnanswered()
    if (newest && !alone && newest.bytes + text.length <= BATCH_BYTES) return newest
    const batch = newBatch(this.#lastSeq + 1, this.#lastSum)
    this.#queue.push(batch)
    return batch
  }

  /** Starts when this turn of the event loop is over, so that the first entry does not go alone. */
  #startWriting(): void {
    this.#writing = true
    setImmediate(() => void this.#writeQueue())
  }

  async #writeQueue(): Promise<void> {
    for (let batch = this.#queue.shift(); batch; batch = this.#queue.shift()) {
      try {
        await this.#write(batch)
      } catch (cause) {
        return this.#fail(batch, cause)
      }
      if (this.#unsettled === batch.done.promise) this.#unsettled = undefined
      batch.done.resolve()
    }
    this.#writing = false
  }

  async #write(batch: Batch): Promise<void> {
    const bytes = sealBatch(batch)
    const { segmentBytes = SEGMENT_BYTES } = this.#options
    if (this.#newest.end + bytes.length > segmentBytes && this.#newest.last >= this.#newest.first) {
      await this.#beginSegment(batch.first, batch.chain)
    }
    const segment = this.#newest
    await this.#handle.write(bytes, segment.end)
    for (const { seq, offset } of batch.blocks) indexEntry(segment, seq, segment.end + offset)
    segment.last = batch.last
    segment.end += bytes.length
  }

  async #beginSegment(first: number, chain: number): Promise<void> {
    const { fs, directory, program, durability, design } = this.#options
    await this.#handle.sync()
    const header: SegmentHeader = { ...this.#newest.header, program, first, chain, design: design() }
    const { segment, handle } = await createSegment(fs, directory, header, durability !== 'off')
    const old = this.#handle
    this.#older.push(this.#newest)
    this.#newest = segment
    this.#handle = handle
    await old.close()
  }

  /** Nothing is written any more: neither this batch nor one after it may be answered. */
  #fail(batch: Batch, cause: unknown): void {
    const failure = storageFailure(`The journal ${this.#newest.path} cannot be written`, cause)
    this.#die(failure)
    for (const { done } of [batch, ...this.#queue]) done.reject(failure)
    this.#queue.length = 0
  }

  /** Nothing is taken in any more. */
  #die(failure: StorageError): void {
    this.#failure = failure
    this.#dead = Promise.reject(failure)
    this.#dead.catch(() => {})
  }
}

/** By a handle of its own: the one that is written may be closed meanwhile, having been synced then. */
async function syncFile(fs: FileSystem, path: string): Promise<void> {
  const handle = await fs.open(path, 'write')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function holdsEntry({ first, last }: Segment, seq: number): boolean {
  return seq >= first && seq <= last
}
