import type { Entry } from '../game/kernel/entry.ts'
import type { Journal } from '../storage/journal.ts'
import { TimeSlice } from './time-slice.ts'

/** Recent entries whose texts are held ready, and their characters: most feeds that are read are of these. */
const RECENT = 4096
const RECENT_CHARS = 8 << 20

/** The entries of a runtime: the journal, with the recent ones at hand. */
export class History {
  readonly #journal: Journal
  /** As texts: the objects in them would live long enough for the garbage collector to copy them all. */
  readonly #recent = new Map<number, string>()
  #oldestRecent = 0
  #recentChars = 0

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Takes in the entry just appended. */
  add(seq: number, text: string): void {
    if (this.#recent.size === 0) this.#oldestRecent = seq
    this.#recent.set(seq, text)
    this.#recentChars += text.length
    while (this.#recent.size > RECENT || this.#recentChars > RECENT_CHARS) this.#forgetOldest()
  }

  /** The entries of these numbers, as far as they are still kept. */
  async find(seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, Entry>> {
    const found = new Map<number, Entry>()
    const slice = new TimeSlice()
    for (const text of await this.#texts([...seqs])) {
      const entry = JSON.parse(text) as Entry
      found.set(entry.seq, entry)
      if (slice.over) await slice.next()
    }
    return found
  }

  async #texts(seqs: readonly number[]): Promise<readonly string[]> {
    const recent = seqs.map((seq) => this.#recent.get(seq))
    const missing = seqs.filter((_, i) => recent[i] === undefined).toSorted((a, b) => a - b)
    const read = missing.length === 0 ? [] : await this.#journal.texts(missing)
    return [...recent, ...read].filter((text) => text !== undefined)
  }

  #forgetOldest(): void {
    this.#recentChars -= this.#recent.get(this.#oldestRecent)?.length ?? 0
    this.#recent.delete(this.#oldestRecent)
    this.#oldestRecent += 1
  }
}
