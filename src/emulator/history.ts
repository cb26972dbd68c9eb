import type { Entry } from '../game/kernel/entry.ts'
import type { Journal } from '../storage/journal.ts'

/** Recent entries that are held ready: most feeds that are read are of these. */
const RECENT = 4096

/** Parsing old entries holds the loop no longer than this at a time. */
const SLICE_MS = 10

/** The entries of a runtime: the journal, with the recent ones at hand. */
export class History {
  readonly #journal: Journal
  readonly #recent: Entry[] = []

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Takes in the entry just appended. */
  add(entry: Entry): void {
    this.#recent[entry.seq % RECENT] = entry
  }

  /** The entries of these numbers, as far as they are still kept; undefined instead of a promise where none has to be read. */
  find(seqs: ReadonlySet<number>): ReadonlyMap<number, Entry> | Promise<ReadonlyMap<number, Entry>> {
    const found = new Map<number, Entry>()
    const missing: number[] = []
    for (const seq of seqs) {
      const entry = this.#recent[seq % RECENT]
      if (entry?.seq === seq) found.set(seq, entry)
      else missing.push(seq)
    }
    return missing.length === 0
      ? found
      : this.#read(
          missing.toSorted((a, b) => a - b),
          found,
        )
  }

  async #read(seqs: readonly number[], found: Map<number, Entry>): Promise<ReadonlyMap<number, Entry>> {
    let sliceStart = performance.now()
    for (const text of await this.#journal.texts(seqs)) {
      if (text === undefined) continue
      const entry = JSON.parse(text) as Entry
      found.set(entry.seq, entry)
      if (performance.now() - sliceStart < SLICE_MS) continue
      await new Promise(setImmediate)
      sliceStart = performance.now()
    }
    return found
  }
}
