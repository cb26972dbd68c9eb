import assert from 'node:assert/strict'
import { checksum } from './checksum.ts'
import type { HeldEntries, Journal, JournalLine } from './journal.ts'
import { StorageError } from './storage-error.ts'

/** The entries `first` to `last` of a history. The first of them is the first of `texts`, which can have more. */
interface Span {
  readonly first: number
  readonly last: number
  readonly texts: readonly string[]
}

/** Where a journal continues: `chain` is the checksum of the entry before `first`. */
interface MemoryOrigin {
  readonly first: number
  readonly chain: number
  readonly older: readonly Span[]
}

/** A journal that keeps its texts in memory and nothing on disk (`--memory`). */
export class MemoryJournal implements Journal {
  /** Set once it is closed, with what rejects from then on. */
  #closed: { readonly failure: StorageError; readonly rejection: Promise<void> } | undefined
  /** The entries that it continues, oldest first. Their texts are shared with the journals that they come from. */
  #older: readonly Span[]
  #texts: string[] = []
  /** The seq of the first of its own texts. */
  #first: number
  #lastSum: number
  #round: Promise<void> | undefined

  constructor({ first, chain, older }: MemoryOrigin = { first: 1, chain: 0, older: [] }) {
    this.#older = older
    this.#first = first
    this.#lastSum = chain
  }

  get failure(): StorageError | undefined {
    return this.#closed?.failure
  }

  get firstSeq(): number {
    return this.#older[0]?.first ?? this.#first
  }

  get lastSeq(): number {
    return this.#first + this.#texts.length - 1
  }

  get lastSum(): number {
    return this.#lastSum
  }

  append(seq: number, text: string, sum: number): Promise<void> {
    if (this.#closed) return this.#closed.rejection
    assert.equal(seq, this.lastSeq + 1, 'entries are appended in order')
    this.#texts.push(text)
    this.#lastSum = sum
    return this.#endOfRound()
  }

  settled(): Promise<void> | undefined {
    return this.#closed?.rejection ?? this.#round
  }

  /**
   * Resolves when Node has handled everything that has arrived, as a write to a disk would. The answers to entries that come
   * together then go out together: each by itself would wake a caller that has nothing else to do, and that takes the system
   * longer than a play.
   */
  #endOfRound(): Promise<void> {
    this.#round ??= new Promise((resolve) =>
      setImmediate(() => {
        this.#round = undefined
        resolve()
      }),
    )
    return this.#round
  }

  read(from: number): AsyncIterable<JournalLine> {
    return readSpans(this.#spans(), from)
  }

  async texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    const spans = this.#spans()
    return seqs.map((seq) => {
      const span = spans.findLast(({ first, last }) => seq >= first && seq <= last)
      return span?.texts[seq - span.first]
    })
  }

  async dropBefore(seq: number): Promise<void> {
    this.#older = this.#older.flatMap((span) => dropFrom(span, seq))
    const dropped = Math.min(Math.max(seq - this.#first, 0), this.#texts.length)
    this.#texts = this.#texts.slice(dropped)
    this.#first += dropped
  }

  hold(): HeldEntries {
    const spans = this.before(this.lastSeq + 1)
    return { firstSeq: this.firstSeq, files: [], read: (from) => readSpans(spans, from), release: () => {} }
  }

  /**
   * Returns what another journal, whose first own entry is `first`, continues from here: as much as is stored, without
   * a copy.
   */
  before(first: number): readonly Span[] {
    return this.#spans().flatMap((span) => {
      const last = Math.min(span.last, first - 1)
      return last < span.first ? [] : [{ ...span, last }]
    })
  }

  async close(): Promise<void> {
    await this.#round
    if (this.#closed) return
    const failure = new StorageError('The journal is closed')
    const rejection = Promise.reject(failure)
    rejection.catch(() => {})
    this.#closed = { failure, rejection }
  }

  #spans(): Span[] {
    return [...this.#older, { first: this.#first, last: this.lastSeq, texts: this.#texts }]
  }
}

function dropFrom({ first, last, texts }: Span, seq: number): Span[] {
  if (last < seq) return []
  const dropped = Math.max(seq - first, 0)
  return [{ first: first + dropped, last, texts: texts.slice(dropped, last - first + 1) }]
}

async function* readSpans(spans: readonly Span[], from: number): AsyncGenerator<JournalLine> {
  for (const { first, last, texts } of spans) {
    for (let seq = Math.max(from, first); seq <= last; seq += 1) {
      const text = texts[seq - first]
      assert(text !== undefined, 'a span holds what it says')
      yield { seq, text, sum: checksum(text) }
    }
  }
}
