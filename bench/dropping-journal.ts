import type { Journal } from '../src/storage/journal.ts'

const KEPT = Promise.resolve()

/** A journal that takes entries and forgets them, so that only what comes before it is measured. */
export function droppingJournal(): Journal {
  let last = { seq: 0, sum: 0 }
  return {
    get firstSeq() {
      return last.seq + 1
    },
    get lastSeq() {
      return last.seq
    },
    get lastSum() {
      return last.sum
    },
    failure: undefined,
    append(seq, _, sum) {
      last = { seq, sum }
      return KEPT
    },
    settled: () => undefined,
    async *read() {},
    texts: async (seqs) => seqs.map(() => undefined),
    dropBefore: () => KEPT,
    hold: () => ({ firstSeq: last.seq + 1, files: [], async *read() {}, release: () => {} }),
    close: () => KEPT,
  }
}
