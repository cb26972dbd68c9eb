import type { Entry } from '../../game/kernel/entry.ts'
import type { Journal, JournalLine } from '../../storage/journal.ts'
import { entries } from './entry-codec.ts'
import { TimeSlice } from '../../async/time-slice.ts'

/** Recent entries whose texts are held ready, and their characters: most feeds that are read are of these. */
const RECENT = 4096
const RECENT_CHARS = 8 << 20

/** The entries of a runtime: the journal, with the recent ones at hand. */
export class History {
  readonly #journal: Journal
  /** Each at its number modulo RECENT. As texts: objects would live long enough for the collector to copy them all. */
  readonly #recent: (string | undefined)[] = []
  /** The first and the last that are held. */
  #oldest = 1
  #newest = 0
  #recentChars = 0

  constructor(journal: Journal) {
    this.#journal = journal
    this.#recent.length = RECENT
  }

  /** Takes in the entry just appended. */
  add(seq: number, text: string): void {
    if (this.#newest < this.#oldest) this.#oldest = seq
    if (seq - this.#oldest === RECENT) this.#forgetOldest()
    this.#newest = seq
    this.#recent[seq % RECENT] = text
    this.#recentChars += text.length
    while (this.#recentChars > RECENT_CHARS) this.#forgetOldest()
  }

  /** The entries of these numbers, as far as they are still kept. */
  async find(seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, Entry>> {
    const found = new Map<number, Entry>()
    const slice = new TimeSlice()
    for (const text of await this.#texts([...seqs])) {
      const entry = entries.read(text)
      found.set(entry.seq, entry)
      if (slice.over) await slice.next()
    }
    return found
  }

  /** The entries from a number on that are there now, once they are kept; recent ones cost no look into the journal. */
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

  /** The text of an entry that is held ready, whether it is kept yet or not; of none that is kept no more. */
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
