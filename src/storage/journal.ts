/**
 * How much an acknowledged entry survives: `batch` and `always` a power failure, `off` only the end of the program (and
 * a power failure as far as a checkpoint was made of it).
 */
export type Durability = 'batch' | 'always' | 'off'

/** One entry as it was appended: `text` is its line of JSON, `sum` the checksum of that text. */
export interface JournalLine {
  readonly seq: number
  readonly text: string
  readonly sum: number
}

/** The entries of a journal up to a moment, which stay as long as they are held. */
export interface HeldEntries extends Pick<Journal, 'firstSeq' | 'read'> {
  readonly release: () => void
}

/**
 * A history of entries with gapless sequence numbers, written in order. One writer. After a failed write or sync the
 * journal is dead, because what is in memory may be ahead of what is kept: `failure` tells why, and `append` and
 * `settled` reject with it until the journal is opened again.
 */
export interface Journal {
  /** The oldest seq that is still kept; `lastSeq + 1` when nothing is. */
  readonly firstSeq: number
  /** The newest seq appended, kept yet or not; 0 in a new journal. */
  readonly lastSeq: number
  /** The sum of the newest entry appended: the next entry's `chain`; 0 in a new journal. */
  readonly lastSum: number
  /** Why the journal is dead; undefined while it works. */
  readonly failure: Error | undefined
  /**
   * Queues one entry, a line of JSON without its newline; resolves when it is kept. `seq` must be `lastSeq + 1` and
   * `sum` the checksum of `text`.
   */
  append(seq: number, text: string, sum: number): Promise<void>
  /** Resolves when everything appended so far is kept; undefined when nothing waits. */
  settled(): Promise<void> | undefined
  /** The entries from `from` (or the oldest kept) on, streamed in bounded memory; later appends are not included. */
  read(from: number): AsyncIterable<JournalLine>
  /** The texts of these seqs, which must ascend; undefined for one that is not kept any more or not appended yet. */
  texts(seqs: readonly number[]): Promise<readonly (string | undefined)[]>
  /** The file that an entry is kept in; nothing in memory has one. */
  fileOf?(seq: number): string | undefined
  /** Lets go of entries older than `seq`; an implementation may keep some of them longer. */
  dropBefore(seq: number): Promise<void>
  /**
   * What has been appended so far, to be read until it is released: whatever is let go of meanwhile, and also when the
   * journal is closed.
   */
  hold(): HeldEntries
  /** Takes in nothing more, waits for what was appended, then lets go of everything held open. */
  close(): Promise<void>
}
