import { TimeSlice } from '../../async/time-slice.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import type { Journal, JournalLine } from '../../storage/journal.ts'
import { entryCodec } from './entry-codec.ts'

/**
 * The number of recent entries whose texts are kept in memory, and their characters. Most feeds that are read consist
 * of these.
 */
const RECENT = 4096
const RECENT_CHARS = 8 << 20

/** The entries of a runtime: the journal, with the recent ones in memory. */
export class History {
  readonly #journal: Journal
  /**
   * A ring of texts by entry number modulo RECENT. Objects would live long enough for the garbage collector to copy
   * them all.
   */
  readonly #recent: (string | undefined)[] = []
  /** The first and the last entry in memory. */
  #oldest = 1
  #newest = 0
  #recentChars = 0

  constructor(journal: Journal) {
    this.#journal = journal
    this.#recent.length = RECENT
  }

  /** Adds the entry that was just appended. */
  add(seq: number, text: string): void {
    if (this.#newest < this.#oldest) this.#oldest = seq
    if (seq - this.#oldest === RECENT) this.#forgetOldest()
    this.#newest = seq
    this.#recent[seq % RECENT] = text
    this.#recentChars += text.length
    while (this.#recentChars > RECENT_CHARS) this.#forgetOldest()
  }

  /** Returns the entries with these numbers, as far as they still exist. */
  async find(seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, Entry>> {
    const found = new Map<number, Entry>()
    const slice = new TimeSlice()
    for (const text of await this.#texts([...seqs])) {
      const entry = entryCodec.read(text)
      found.set(entry.seq, entry)
      if (slice.over) await slice.next()
    }
    return found
  }

  /** Returns the number of the first entry at a game time, in ms, or later; the number after the last one if there is none. */
  async firstSince(at: number): Promise<number> {
    const { firstSeq, lastSeq } = this.#journal
    await this.#journal.settled()
    let [low, high] = [firstSeq, lastSeq + 1]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const entry = (await this.find(new Set([middle]))).get(middle)
      // An entry that was deleted meanwhile is before all that are left.
      if (!entry || entry.at < at) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Yields the present entries from a number on, when they are on disk. Recent ones are not read from the journal. */
  async *read(from: number): AsyncGenerator<Pick<JournalLine, 'seq' | 'text'>> {
    const last = this.#journal.lastSeq
    await this.#journal.settled()
    let seq = Math.max(from, this.#journal.firstSeq)
    for (let text = this.recent(seq); text !== undefined && seq <= last; text = this.recent(seq)) {
      yield { seq, text }
      seq += 1
    }
    if (seq <= last) yield* this.#journal.read(seq)
  }

  async #texts(seqs: readonly number[]): Promise<readonly string[]> {
    const recent = seqs.map((seq) => this.recent(seq))
    const missing = seqs.filter((_, i) => recent[i] === undefined).toSorted((a, b) => a - b)
    const read = missing.length === 0 ? [] : await this.#journal.texts(missing)
    return [...recent, ...read].filter((text) => text !== undefined)
  }

  /**
   * Returns the text of an entry in memory, on disk or not. Returns undefined for an entry that was deleted from the
   * journal.
   */
  recent(seq: number): string | undefined {
    const first = Math.max(this.#oldest, this.#journal.firstSeq)
    return seq >= first && seq <= this.#newest ? this.#recent[seq % RECENT] : undefined
  }

  #forgetOldest(): void {
    const slot = this.#oldest % RECENT
    this.#recentChars -= this.#recent[slot]?.length ?? 0
    this.#recent[slot] = undefined
    this.#oldest += 1
  }
}
