/**
 * Which failures an acknowledged entry survives: with `batch` and `always` a power failure, with `off` only the end of
 * the program (and a power failure if a checkpoint includes it).
 */
export type Durability = 'batch' | 'always' | 'off'

/** One entry as it was appended: `text` is its line of JSON, `sum` the checksum of that text. */
export interface JournalLine {
  readonly seq: number
  readonly text: string
  readonly sum: number
}

/** What the journals of a store have written since it was opened. */
export interface JournalWork {
  readonly batches: number
  readonly entries: number
  /** How long the writes took in total, until they were on disk. */
  readonly writeMs: number
  /** How long the first entry of each batch waited, in total, from its append until it was on disk. */
  readonly waitMs: number
  /** The entries that are not on disk yet. */
  readonly waiting: number
}

/** A file of a journal, as far as it is written. */
export interface HeldFile {
  readonly path: string
  /** The bytes that hold whole writes; what comes after them may be incomplete. */
  readonly size: number
}

/** The entries of a journal up to a position, which stay as long as they are held. */
export interface HeldEntries extends Pick<Journal, 'firstSeq' | 'read'> {
  /** The files that have these entries, oldest first, and perhaps later ones. A journal in memory has none. */
  readonly files: readonly HeldFile[]
  readonly release: () => void
}

/**
 * A history of entries with gapless sequence numbers, written in order by one writer. After a failed write or sync the
 * journal is dead, because memory may be ahead of what is stored: `failure` has the reason, and `append` and `settled`
 * reject with it until the journal is opened again.
 */
export interface Journal {
  /** The oldest seq that is still stored; `lastSeq + 1` if there is none. */
  readonly firstSeq: number
  /** The newest appended seq, stored yet or not; 0 in a new journal. */
  readonly lastSeq: number
  /** The checksum of the newest appended entry, which is the next entry's `chain`; 0 in a new journal. */
  readonly lastSum: number
  /** Why the journal is dead; undefined while it works. */
  readonly failure: Error | undefined
  /**
   * Whether nothing may be decided now: so much waits to be stored, or another machine writes the history. A journal
   * without it always takes entries.
   */
  readonly isHeldUp?: boolean
  /** What it has written. A journal in memory writes nothing. */
  readonly work?: JournalWork | undefined
  /**
   * Queues one entry, a line of JSON without its newline. Resolves when it is stored. `seq` must be `lastSeq + 1` and
   * `sum` the checksum of `text`.
   */
  append(seq: number, text: string, sum: number): Promise<void>
  /** Resolves when everything appended so far is stored; undefined if nothing waits. */
  settled(): Promise<void> | undefined
  /**
   * Streams the entries from `from` (or the oldest stored one) on, in bounded memory. Does not include later appends.
   */
  read(from: number): AsyncIterable<JournalLine>
  /**
   * Returns the texts of these seqs, which must be in ascending order. An entry that is not stored any longer or not
   * appended yet is undefined.
   */
  texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]>
  /** Returns the file that contains an entry. A journal in memory has no files. */
  fileOf?(seq: number): string | undefined
  /** Drops entries older than `seq`. An implementation may keep some of them longer. */
  dropBefore(seq: number): Promise<void>
  /**
   * Holds what has been appended so far, to be read until it is released, even if it is dropped meanwhile or the
   * journal is closed.
   */
  hold(): HeldEntries
  /** Accepts no more entries, waits for those that were appended, then releases everything held open. */
  close(): Promise<void>
}
