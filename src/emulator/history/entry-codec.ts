import type { Entry } from '../../game/kernel/entry.ts'

/** Turns an entry of one format into the next. */
export type Lift = (entry: Entry) => Entry

/** The only way from entries to their texts and back: nothing else parses an entry, or takes a value for one. */
export interface EntryCodec {
  /** The text that a journal keeps. */
  readonly text: (entry: Entry) => string
  /** The entry of a text, lifted to the present format. Throws where the text is not an entry that this version reads. */
  readonly read: (text: string) => Entry
  /** The same of what such a text was parsed to. */
  readonly lift: (value: unknown) => Entry
  /** Whether a text can hold an event whose name begins so; a look at the text is far cheaper than reading it. */
  readonly canHold: (text: string, event: string) => boolean
}

/**
 * A codec that reads formats 1 to one more than there are lifts, and writes the last of them. `lifts[0]` turns format 1 into
 * format 2, and so on. An entry says its format in `v`; entries of format 1 do not have it.
 */
export function entryCodec(lifts: readonly Lift[]): EntryCodec {
  const present = lifts.length + 1
  const lift = (value: unknown): Entry => {
    if (!isEntry(value)) throw new Error('it is not an entry of a history')
    const { v = 1 } = value
    if (v === present) return value
    if (v > present) throw new Error(`it has format ${v}, but this version of gamify reads format ${present}`)
    const { v: _, ...entry } = value
    return lifts.slice(v - 1).reduce<Entry>((lifted, each) => each(lifted), entry)
  }
  return {
    text: (entry) => JSON.stringify(present === 1 ? entry : { v: present, ...entry }),
    read: (text) => lift(JSON.parse(text)),
    lift,
    canHold: (text, event) => text.includes(`"event":"${event}`),
  }
}

/** The codec of this version. */
export const entries = entryCodec([])

type Kept = Entry & { readonly v?: number }

/** Looks at the frame of an entry alone: checksums tell that this program wrote the rest. */
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
