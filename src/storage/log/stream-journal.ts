import { BatchQueue } from '../batch-queue.ts'
import { sealBatch, type Batch } from '../batch.ts'
import type { HeldEntries, Journal, JournalLine, JournalWork } from '../journal.ts'
import { StorageError } from '../storage-error.ts'
import { batchContent, MESSAGE_BYTES, type HistoryName } from './log-message.ts'
import type { LogWriter } from './log-writer.ts'

/** How much can wait for the log before nothing more is decided. */
const MAX_WAITING = { entries: 10_000, bytes: 64 * 1024 * 1024 }

/** What the journal needs of the writer of a log. */
interface LogAppender {
  append(content: Parameters<LogWriter['append']>[0]): Promise<unknown>
}

/**
 * The journal of a node of a log. Each entry is in the archive, the journal of this machine, which has nothing that does not
 * count, and from which all reading is done. As long as another node writes the history, the entries that are appended are
 * in the log already. Where this node writes it, an entry counts when the log has it, and goes into the archive after that.
 * A generation that is not live yet does not go into the log: it is in the archive only, until `continueIn`.
 */
export class StreamJournal implements Journal {
  #writer: LogAppender | undefined
  readonly #history: HistoryName
  readonly #archive: Journal
  /** What waits for the log; undefined while another node writes the history. */
  #queue: BatchQueue | undefined
  /** The entries that are not in the archive yet. */
  readonly #lines: JournalLine[] = []

  /** `archive` has every entry of the history that the log has. Another node writes the history until `continueIn`. */
  constructor(history: HistoryName, archive: Journal) {
    this.#history = history
    this.#archive = archive
  }

  /** Creates the journal of a generation that is begun, and not live yet. */
  static begun(history: HistoryName, archive: Journal): StreamJournal {
    const journal = new StreamJournal(history, archive)
    journal.#queue = journal.#newQueue()
    return journal
  }

  #newQueue(): BatchQueue {
    const archive = this.#archive
    return new BatchQueue({
      lastSeq: archive.lastSeq,
      lastSum: archive.lastSum,
      takes: ({ bytes }, text) => bytes + text.length <= MESSAGE_BYTES,
      write: (batch) => this.#write(batch),
      failureOf: (cause) => (cause instanceof Error ? cause : new Error(String(cause))),
    })
  }

  get firstSeq(): number {
    return this.#archive.firstSeq
  }

  get lastSeq(): number {
    return (this.#queue ?? this.#archive).lastSeq
  }

  get lastSum(): number {
    return (this.#queue ?? this.#archive).lastSum
  }

  get failure(): Error | undefined {
    return this.#queue?.failure ?? this.#archive.failure
  }

  get isHeldUp(): boolean {
    if (!this.#queue) return true
    const { entries, bytes } = this.#queue.waiting
    return entries >= MAX_WAITING.entries || bytes >= MAX_WAITING.bytes
  }

  get work(): JournalWork | undefined {
    return this.#archive.work
  }

  /** Lets this node write the history from now on. The log has everything before. */
  continueIn(writer: LogAppender): void {
    this.#writer = writer
    this.#queue ??= this.#newQueue()
  }

  append(seq: number, text: string, sum: number): Promise<void> {
    const queue = this.#queue
    if (!queue) return this.#archive.append(seq, text, sum)
    const stored = queue.append(seq, text, sum)
    if (queue.lastSeq === seq) this.#lines.push({ seq, text, sum })
    return stored
  }

  /** Resolves when the log has everything that was appended. */
  settled(): Promise<void> | undefined {
    return this.#queue?.settled()
  }

  read(from: number): AsyncIterable<JournalLine> {
    return this.#readUntil(from, this.lastSeq)
  }

  async texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    if ((seqs.at(-1) ?? 0) > this.#archive.lastSeq) await this.settled()
    return this.#archive.texts(seqs)
  }

  fileOf(seq: number): string | undefined {
    return this.#archive.fileOf?.(seq)
  }

  dropBefore(seq: number): Promise<void> {
    return this.#archive.dropBefore(seq)
  }

  hold(): HeldEntries {
    const { firstSeq, files, release } = this.#archive.hold()
    const until = this.lastSeq
    return { firstSeq, files, release, read: (from) => this.#readUntil(from, until) }
  }

  async close(): Promise<void> {
    const settled = this.settled()
    this.#queue?.stop(new StorageError('The journal is closed'))
    try {
      await settled
    } finally {
      await this.#archive.close()
    }
  }

  async *#readUntil(from: number, until: number): AsyncGenerator<JournalLine> {
    if (this.#archive.lastSeq < until) await this.settled()
    for await (const line of this.#archive.read(from)) {
      if (line.seq > until) return
      yield line
    }
  }

  async #write(batch: Batch): Promise<void> {
    await this.#writer?.append(batchContent(this.#history, sealBatch(batch)))
    const stored = this.#lines.splice(0, batch.last - batch.first + 1)
    await Promise.all(stored.map(({ seq, text, sum }) => this.#archive.append(seq, text, sum)))
  }
}
