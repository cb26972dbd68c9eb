import assert from 'node:assert/strict'
import { checksum } from './checksum.ts'
import type { Journal, JournalLine } from './journal.ts'

const KEPT = Promise.resolve()

/** A journal that keeps its texts in memory and nothing on disk (`--memory`). */
export class MemoryJournal implements Journal {
  readonly failure = undefined
  #texts: string[] = []
  #firstSeq = 1
  #lastSum = 0

  get firstSeq(): number {
    return this.#firstSeq
  }

  get lastSeq(): number {
    return this.#firstSeq + this.#texts.length - 1
  }

  get lastSum(): number {
    return this.#lastSum
  }

  append(seq: number, text: string, sum: number): Promise<void> {
    assert.equal(seq, this.lastSeq + 1, 'entries are appended in order')
    this.#texts.push(text)
    this.#lastSum = sum
    return KEPT
  }

  settled(): undefined {
    return undefined
  }

  read(from: number): AsyncIterable<JournalLine> {
    return this.#readUntil(from, this.lastSeq)
  }

  async texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]> {
    return seqs.map((seq) => this.#text(seq))
  }

  async dropBefore(seq: number): Promise<void> {
    const dropped = Math.min(Math.max(seq - this.#firstSeq, 0), this.#texts.length)
    this.#texts = this.#texts.slice(dropped)
    this.#firstSeq += dropped
  }

  async close(): Promise<void> {
    this.#texts = []
  }

  async *#readUntil(from: number, to: number): AsyncGenerator<JournalLine> {
    for (let seq = Math.max(from, this.#firstSeq); seq <= to; seq += 1) {
      const text = this.#text(seq)
      if (text !== undefined) yield { seq, text, sum: checksum(text) }
    }
  }

  #text(seq: number): string | undefined {
    return this.#texts[seq - this.#firstSeq]
  }
}
