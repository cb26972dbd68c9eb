import assert from 'node:assert/strict'
import { BatchQueue } from './batch-queue.ts'
import { sealBatch, type Batch } from './batch.ts'
import { openDirectory } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { isHistoryName } from './history-name.ts'
import type { Durability, HeldEntries, Journal, JournalLine, JournalWork } from './journal.ts'
import { Pins } from './pins.ts'
import { recoverSegments, type JournalLocation, type Recovered, type SegmentLocation } from './recovery.ts'
import { SEGMENT_FORMAT, type SegmentHeader } from './segment-format.ts'
import { readSegment, readTexts } from './segment-reader.ts'
import { createSegment, indexEntry, type Segment } from './segment.ts'
import { orStorageFailure, StorageError, storageFailure } from './storage-error.ts'

/** The maximum size of the entries in one write. A larger entry is written alone. */
const BATCH_BYTES = 1 << 20

/** A segment is closed before it becomes larger than this, unless a single batch is larger. */
const SEGMENT_BYTES = 64 << 20

/** Where and how a journal is written. */
export interface JournalWriting extends SegmentLocation {
  /** The version of gamify, for the headers of segments. */
  readonly program: string
  readonly durability: Durability
  /** Returns the hash of the deployed design when a segment begins; null before the first deployment. */
  readonly design: () => string | null
  readonly segmentBytes?: number
  /** Whether another journal is about to continue from these segments, so that none of them may be removed. */
  readonly isShared?: () => boolean
  /** The paths of segments that are still being read, so that they may not be removed. */
  readonly held?: Pins
  /** Whether no caller is answered for an entry yet, so that with durability `always` entries can share a write. */
  readonly isUnanswered?: () => boolean
  /** Counts what is written, across generations. By default each journal counts for itself. */
  readonly written?: WrittenCount
}

/** Counts what journals write. */
export type WrittenCount = { -readonly [Field in keyof Omit<JournalWork, 'waiting'>]: JournalWork[Field] }

/** Returns a count of nothing. */
export const nothingWritten = (): WrittenCount => ({ batches: 0, entries: 0, writeMs: 0, waitMs: 0 })

/** The journal to open. The directory contains only segments, and is created if it does not exist. */
export type FileJournalOptions = JournalWriting & JournalLocation

/**
 * Where a generation begins: after the entries of older segments, oldest first, the last of which ends before `first`.
 */
export interface JournalOrigin extends Pick<SegmentHeader, 'generation' | 'parent' | 'first' | 'chain'> {
  readonly older: readonly Segment[]
}

/** Opens the journal of a runtime, or begins it. An unfinished write at the end is cut off. Throws StorageError. */
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

/**
 * Begins the journal of another generation, in an open directory. It is on disk when this resolves. Throws
 * StorageError.
 */
export async function beginFileJournal(writing: JournalWriting, origin: JournalOrigin): Promise<FileJournal> {
  return orStorageFailure(`The journal in ${writing.directory}`, () => begin(writing, origin))
}

async function begin(writing: JournalWriting, { older, ...position }: JournalOrigin): Promise<FileJournal> {
  const { fs, directory, program, runtime, design, durability } = writing
  const header = { format: SEGMENT_FORMAT, program, runtime, ...position, design: design() }
  const { segment, handle } = await createSegment(fs, directory, header, durability !== 'off')
  return new FileJournal(writing, { segments: [...older, segment], lastSum: position.chain, cutBytes: 0 }, handle)
}

/**
 * A journal in segment files. The entries that are appended during a write form the next batch (with durability
 * `always`, each entry is a batch of its own). A batch is written only after the previous one is on disk.
 */
export class FileJournal implements Journal {
  /** The size of the unfinished write that was cut off when the journal was opened. */
  readonly cutBytes: number
  readonly #options: JournalWriting
  readonly #written: WrittenCount
  /** Closed segments, oldest first. */
  readonly #older: Segment[]
  /** The segment that is being written, as far as it is stored. */
  #newest: Segment
  /** The handle of the newest segment. */
  #handle: FileHandle
  readonly #queue: BatchQueue
  #closed: Promise<void> | undefined

  /** Continues from what recovery found. `handle` is the newest segment, open for writing. */
  constructor(
    options: JournalWriting,
    { segments, lastSum, cutBytes }: Omit<Recovered, 'generation'>,
    handle: FileHandle,
  ) {
    const newest = segments.at(-1)
    assert(newest, 'a journal is opened with a segment')
    this.#options = options
    this.#written = options.written ?? nothingWritten()
    this.#older = segments.slice(0, -1)
    this.#newest = newest
    this.#handle = handle
    this.cutBytes = cutBytes
    const { durability, isUnanswered = () => false } = options
    this.#queue = new BatchQueue({
      lastSeq: newest.last,
      lastSum,
      takes: ({ bytes }, text) => bytes + text.length <= BATCH_BYTES && (durability !== 'always' || isUnanswered()),
      write: (batch) => this.#write(batch),
      failureOf: (cause) => storageFailure(`The journal ${this.#newest.path} cannot be written`, cause),
    })
  }

  get firstSeq(): number {
    return (this.#older[0] ?? this.#newest).first
  }

  get lastSeq(): number {
    return this.#queue.lastSeq
  }

  get lastSum(): number {
    return this.#queue.lastSum
  }

  get failure(): Error | undefined {
    return this.#queue.failure
  }

  get work(): JournalWork {
    return { ...this.#written, waiting: this.lastSeq - this.#newest.last }
  }

  get generation(): number {
    return this.#newest.header.generation
  }

  /** The segments of the journal, oldest first, including those of the generations that it continues. */
  get segments(): readonly Segment[] {
    return [...this.#older, this.#newest]
  }

  /**
   * Whether a state of this generation at this seq is part of the live history, and all entries after it are stored.
   */
  holds(generation: number, seq: number): boolean {
    return this.segments.some(
      ({ header, first, last }) => header.generation === generation && seq >= first - 1 && seq <= last,
    )
  }

  append(seq: number, text: string, sum: number): Promise<void> {
    return this.#queue.append(seq, text, sum)
  }

  settled(): Promise<void> | undefined {
    return this.#queue.settled()
  }

  /** Resolves when everything appended so far is on disk, also with durability `off`. Throws StorageError. */
  async sync(): Promise<void> {
    await this.settled()
    const { fs, durability } = this.#options
    if (durability === 'off')
      await orStorageFailure(`The journal ${this.#newest.path} cannot be synced`, () => syncFile(fs, this.#newest.path))
  }

  read(from: number): AsyncIterable<JournalLine> {
    return this.#readUntil(from, this.lastSeq)
  }

  fileOf(seq: number): string | undefined {
    return this.segments.find(({ first, last }) => seq >= first && seq <= last)?.path
  }

  async texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    if ((seqs.at(-1) ?? 0) > this.#newest.last) await this.settled()
    const { segments } = this
    const found = new Map<number, string>()
    for (const [segment, held] of Map.groupBy(seqs, (seq) =>
      segments.findLast((candidate) => holdsEntry(candidate, seq)),
    )) {
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

  /** Removes whole segments, so entries older than `seq` stay if they are in the same segment as `seq`. */
  async dropBefore(seq: number): Promise<void> {
    const { fs, directory, isShared = () => false, held = new Pins() } = this.#options
    try {
      for (let oldest = this.#older[0]; oldest && oldest.last < seq; oldest = this.#older[0]) {
        if (isShared() || held.has(oldest.path)) return
        this.#older.shift()
        await fs.unlink(oldest.path)
        // One at a time: if a newer segment vanished before an older one, there would be a gap.
        await fs.syncDirectory(directory)
      }
    } catch (cause) {
      throw storageFailure(`Old parts of the journal in ${directory} cannot be removed`, cause)
    }
  }

  hold(): HeldEntries {
    const { firstSeq } = this
    const until = this.lastSeq
    const { held = new Pins() } = this.#options
    const release = held.add(() => this.segments.map(({ path }) => path))
    const files = this.segments.map(({ path, end: size }) => ({ path, size }))
    return { firstSeq, files, read: (from) => this.#readUntil(from, until), release }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    const settled = this.settled()
    this.#queue.stop(new StorageError(`The journal in ${this.#options.directory} is closed`))
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

  #count({ first, last, begunMs }: Batch, startMs: number): void {
    const nowMs = performance.now()
    this.#written.batches += 1
    this.#written.entries += last - first + 1
    this.#written.writeMs += nowMs - startMs
    this.#written.waitMs += nowMs - begunMs
  }

  async #write(batch: Batch): Promise<void> {
    const startMs = performance.now()
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
    this.#count(batch, startMs)
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
}

/** Uses a handle of its own, because the one being written may be closed meanwhile, after it was synced. */
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
