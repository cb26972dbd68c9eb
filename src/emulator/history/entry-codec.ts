import type { Entry } from '../../game/kernel/entry.ts'

/** Converts an entry of one format to the next. */
export type Lift = (entry: Entry) => Entry

/** Converts entries to their texts and back. No other code makes an `Entry` of a text or of a parsed value. */
export interface EntryCodec {
  /** Returns the text for the journal. */
  readonly text: (entry: Entry) => string
  /**
   * Parses a text, and converts the entry to the present format. Throws if the text is not an entry that this version
   * reads.
   */
  readonly read: (text: string) => Entry
  /** Converts a parsed text to an entry in the present format. */
  readonly lift: (value: unknown) => Entry
  /**
   * Returns whether a text can contain an event whose name begins with `event`, after its conversion to the present
   * format. This is far cheaper than parsing it.
   */
  readonly canHold: (text: string, event: string) => boolean
}

/**
 * Creates a codec that reads formats 1 to one more than the number of lifts, and writes the last of them. `lifts[0]`
 * converts format 1 to format 2, and so on. An entry has its format in `v`. Entries of format 1 do not have it.
 */
export function createEntryCodec(lifts: readonly Lift[]): EntryCodec {
  const present = lifts.length + 1
  const lift = (value: unknown): Entry => {
    if (!isEntry(value)) throw new Error('it is not an entry of a history')
    const format = value.v ?? 1
    if (format > present) throw new Error(`it has format ${format}, but this version of gamify reads format ${present}`)
    // Most entries do not have the field: they need no copy without it.
    if (value.v === undefined && present === 1) return value
    const { v: _, ...entry } = value
    return lifts.slice(format - 1).reduce<Entry>((lifted, each) => each(lifted), entry)
  }
  /** Only events of the present format have the names that callers know. */
  const isPresent = (text: string): boolean => present === 1 || text.startsWith(`{"v":${present},`)
  return {
    text: (entry) => JSON.stringify(present === 1 ? entry : { v: present, ...entry }),
    read: (text) => lift(JSON.parse(text)),
    lift,
    canHold: (text, event) => !isPresent(text) || text.includes(`"event":"${event}`),
  }
}

/** The codec of this version. */
export const entryCodec = createEntryCodec([])

type Kept = Entry & { readonly v?: number }

/** Checks only the frame of an entry, because checksums prove that this program wrote the rest. */
function isEntry(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { v = 1, seq, at, chain, op, caller, events } = value as Partial<Kept>
  return (
    [v, seq, at, chain].every(Number.isSafeInteger) &&
    v >= 1 &&
    typeof op === 'string' &&
    typeof caller === 'object' &&
    Array.isArray(events)
  )
}
