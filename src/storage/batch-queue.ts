import assert from 'node:assert/strict'
import { addEntry, newBatch, type Batch } from './batch.ts'
import { isEntryText } from './segment-format.ts'

/** Where the entries of a journal go. */
export interface BatchWriting {
  /** The last entry that the journal has, and its checksum. */
  readonly lastSeq: number
  readonly lastSum: number
  /** Whether a batch that waits takes another entry. */
  readonly takes: (batch: Batch, text: string) => boolean
  /** Stores a batch. The next one waits for it. */
  readonly write: (batch: Batch) => Promise<void>
  /** Returns why the journal is dead after a batch that was not stored. */
  readonly failureOf: (cause: unknown) => Error
}

/**
 * The entries that wait to be stored. Those that are appended during a write form the next batch, so that batches grow with
 * what waits. The number of callers that wait for an answer bounds it. After a failure nothing is stored any more.
 */
export class BatchQueue {
  readonly #writing: BatchWriting
  #lastSeq: number
  #lastSum: number
  #storedSeq: number
  #failure: Error | undefined
  /** The waiting batches, oldest first. The last one still accepts entries. */
  readonly #waiting: Batch[] = []
  #isWriting = false
  /** The promise of the newest entry, until that is stored. */
  #unsettled: Promise<void> | undefined
  /** Rejects with the reason after a failure or a stop; undefined while entries are accepted. */
  #rejection: Promise<void> | undefined

  constructor(writing: BatchWriting) {
    this.#writing = writing
    this.#lastSeq = writing.lastSeq
    this.#lastSum = writing.lastSum
    this.#storedSeq = writing.lastSeq
  }

  get lastSeq(): number {
    return this.#lastSeq
  }

  get lastSum(): number {
    return this.#lastSum
  }

  get failure(): Error | undefined {
    return this.#failure
  }

  /** The entries that are not stored yet, and the bytes of those whose write has not begun. */
  get waiting(): { readonly entries: number; readonly bytes: number } {
    const bytes = this.#waiting.reduce((sum, batch) => sum + batch.bytes, 0)
    return { entries: this.#lastSeq - this.#storedSeq, bytes }
  }

  /** Adds an entry. See `Journal.append`. */
  append(seq: number, text: string, sum: number): Promise<void> {
    if (this.#rejection) return this.#rejection
    assert.equal(seq, this.#lastSeq + 1, 'entries are appended in order')
    assert(isEntryText(text), 'an entry is one line of JSON')
    const batch = this.#openBatch(text)
    addEntry(batch, text, sum)
    this.#lastSeq = seq
    this.#lastSum = sum
    this.#unsettled = batch.done.promise
    if (!this.#isWriting) this.#start()
    return batch.done.promise
  }

  /** See `Journal.settled`. */
  settled(): Promise<void> | undefined {
    return this.#rejection ?? this.#unsettled
  }

  /** Accepts no more entries. Those that wait are still stored. */
  stop(failure: Error): void {
    this.#failure ??= failure
    this.#rejection = Promise.reject(this.#failure)
    this.#rejection.catch(() => {})
  }

  #openBatch(text: string): Batch {
    const newest = this.#waiting.at(-1)
    if (newest && this.#writing.takes(newest, text)) return newest
    const batch = newBatch(this.#lastSeq + 1, this.#lastSum)
    this.#waiting.push(batch)
    return batch
  }

  /** Starts at the end of this turn of the event loop, so that the first entry can share its write. */
  #start(): void {
    this.#isWriting = true
    setImmediate(() => void this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    for (let batch = this.#waiting.shift(); batch; batch = this.#waiting.shift()) {
      try {
        await this.#writing.write(batch)
      } catch (cause) {
        return this.#fail(batch, cause)
      }
      this.#storedSeq = batch.last
      if (this.#unsettled === batch.done.promise) this.#unsettled = undefined
      batch.done.resolve()
    }
    this.#isWriting = false
  }

  /** Stops: neither this batch nor a later one may be acknowledged. */
  #fail(batch: Batch, cause: unknown): void {
    const failure = this.#writing.failureOf(cause)
    this.stop(failure)
    for (const { done } of [batch, ...this.#waiting]) done.reject(failure)
    this.#waiting.length = 0
  }
}
