import type { Entry } from '../game/kernel/entry.ts'
import type { Journal } from '../storage/journal.ts'

/** Recent entries whose texts are held ready: most feeds that are read are of these. */
const RECENT = 4096

/** Parsing entries holds the loop no longer than this at a time. */
const SLICE_MS = 10

/** The entries of a runtime: the journal, with the recent ones at hand. */
export class History {
  readonly #journal: Journal
  /** As texts: the objects in them would live long enough for the garbage collector to copy them all. */
  readonly #recent: { readonly seq: number; readonly text: string }[] = []

  constructor(journal: Journal) {
    this.#journal = journal
  }

  /** Takes in the entry just appended. */
  add(seq: number, text: string): void {
    this.#recent[seq % RECENT] = { seq, text }
  }

  /** The entries of these numbers, as far as they are still kept. */
  async find(seqs: ReadonlySet<number>): Promise<ReadonlyMap<number, Entry>> {
    const found = new Map<number, Entry>()
    let sliceStart = performance.now()
    for (const text of await this.#texts([...seqs])) {
      const entry = JSON.parse(text) as Entry
      found.set(entry.seq, entry)
      if (performance.now() - sliceStart < SLICE_MS) continue
      await new Promise(setImmediate)
      sliceStart = performance.now()
    }
    return found
  }

  async #texts(seqs: readonly number[]): Promise<readonly string[]> {
    const recent = seqs.map((seq) => this.#recentText(seq))
    const missing = seqs.filter((_, i) => recent[i] === undefined).toSorted((a, b) => a - b)
    const read = missing.length === 0 ? [] : await this.#journal.texts(missing)
    return [...recent, ...read].filter((text) => text !== undefined)
  }

  #recentText(seq: number): string | undefined {
    const recent = this.#recent[seq % RECENT]
    return recent?.seq === seq ? recent.text : undefined
  }
}
