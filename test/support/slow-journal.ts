import type { HeldEntries, Journal, JournalLine } from '../../src/storage/journal.ts'
import { MemoryJournal } from '../../src/storage/memory-journal.ts'
import type { StorageError } from '../../src/storage/storage-error.ts'

/** A journal in memory whose appends are kept when the test says so, or fail. */
export class SlowJournal implements Journal {
  failure: StorageError | undefined
  readonly #entries = new MemoryJournal()
  #waiting: PromiseWithResolvers<void>[] = []

  get firstSeq(): number {
    return this.#entries.firstSeq
  }
  get lastSeq(): number {
    return this.#entries.lastSeq
  }
  get lastSum(): number {
    return this.#entries.lastSum
  }
  append(seq: number, text: string, sum: number): Promise<void> {
    void this.#entries.append(seq, text, sum)
    const waiting = Promise.withResolvers<void>()
    this.#waiting.push(waiting)
    return waiting.promise
  }
  settled(): Promise<void> | undefined {
    if (this.failure) return Promise.reject(this.failure)
    if (this.#waiting.length === 0) return undefined
    return Promise.all(this.#waiting.map(({ promise }) => promise)).then(() => undefined)
  }
  read(from: number): AsyncIterable<JournalLine> {
    return this.#entries.read(from)
  }
  texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    return this.#entries.texts(seqs)
  }
  dropBefore(seq: number): Promise<void> {
    return this.#entries.dropBefore(seq)
  }
  hold(): HeldEntries {
    return this.#entries.hold()
  }
  close(): Promise<void> {
    return this.#entries.close()
  }

  keep(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve()
  }
  keepNewest(): void {
    this.#waiting.pop()?.resolve()
  }
  fail(error: StorageError): void {
    this.failure = error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
