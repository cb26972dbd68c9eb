/** Lines that are remembered: so far back it is noticed that the game was put back while nobody listened. */
const MAX_LINES = 1_000

/** An entry of the journal as its line tells it. */
export interface TellableEntry {
  readonly seq: number
  readonly line: string
}

/**
 * What an entry that was read is: one that was told before; one that was told before as well, what was told after it being
 * no more, since the game was put back; a new one; or a new one that stands where others did, since the game was put back.
 */
export type Told = 'known' | 'back' | 'new' | 'instead'

/** What has been told of a history, so that it can be gone on with after a break: nothing twice, nothing left out. */
export interface ToldEntries {
  /** The number to read from when a reading begins; undefined before anything was told. */
  begin(): number | undefined
  /** What an entry that was read is. */
  take(entry: TellableEntry): Told
}

/** Begins with nothing told. */
export function toldEntries(): ToldEntries {
  const told: TellableEntry[] = []
  /** Those before this have been read again. */
  let next = 0
  return {
    begin() {
      next = 0
      return told[0]?.seq
    },
    take(entry) {
      // What is not kept any more is not read again.
      while ((told[next]?.seq ?? entry.seq) < entry.seq) next += 1
      if (told[next]?.line === entry.line) {
        next += 1
        return 'known'
      }
      const { length } = told
      // What stood after this number is no more.
      while ((told.at(-1)?.seq ?? 0) > entry.seq) told.pop()
      if (told.at(-1)?.line === entry.line) {
        next = told.length
        return next < length ? 'back' : 'known'
      }
      if (told.at(-1)?.seq === entry.seq) told.pop()
      const isInstead = told.length < length
      told.push(entry)
      if (told.length > MAX_LINES) told.shift()
      next = told.length
      return isInstead ? 'instead' : 'new'
    },
  }
}
