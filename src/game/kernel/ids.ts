/** Entries a history can hold: their numbers share 53 bits with an event's index, so that a place fits one number. */
export const MAX_SEQ = 2 ** 35 - 1
/** Events an entry can hold. */
export const MAX_EVENTS_AN_ENTRY = 2 ** 18

/** Where an event stands in the history: entry number and index among its events. */
export interface EventPosition {
  readonly seq: number
  readonly index: number
}

/** A place in one number; later places are larger. */
export function packPosition({ seq, index }: EventPosition): number {
  return seq * MAX_EVENTS_AN_ENTRY + index
}

/** The place that was packed. */
export function unpackPosition(packed: number): EventPosition {
  const index = packed % MAX_EVENTS_AN_ENTRY
  return { seq: (packed - index) / MAX_EVENTS_AN_ENTRY, index }
}

/** Texts of three hexadecimal digits, each made when it is first asked for: V8 looks one up sooner than it writes a number. */
const threeDigits = Array.from<string | undefined>({ length: 0x1000 })

const hex3 = (value: number): string => (threeDigits[value] ??= value.toString(16).padStart(3, '0'))
const hex6 = (value: number): string => hex3(value >>> 12) + hex3(value & 0xfff)
const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/** 20 bits that tell one history from another: an id made in a game that went otherwise leads nowhere. */
const fingerprint = (chain: number): number => (chain ^ (chain >>> 12)) & 0xfffff

/**
 * The id of an event: a UUIDv7 of its time, whose other bits are entry number (36), index (18) and the fingerprint of
 * the history before it (20). Ids sort as the events happened, and lead back to their entry without a map.
 */
export function eventId(entry: { at: number; seq: number; chain: number }, index: number): string {
  const place = hex6(((entry.seq & 0x3ff) << 14) | (index >>> 4))
  const history = hex6(((index & 0xf) << 20) | fingerprint(entry.chain))
  // Joined: a text put together by `+` is several times slower to become JSON.
  return [beginning(entry.at, Math.floor(entry.seq / 1024)), place + history].join('')
}

/** An id for what an entry makes and nobody has named: `team_<24 hex>`. Spec 4.9, 4.10. */
export function generatedId(kind: string, entry: { at: number; seq: number; chain: number }): string {
  // Without the years of its time, which say the least.
  return `${kind}_${eventId(entry, 0).replaceAll('-', '').slice(8)}`
}

let lastAt = Number.NaN
let lastThousand = Number.NaN
let lastBeginning = ''

/** What ids of one time begin with, as far as 1024 entries have it in common; the last is remembered, as ids come in order. */
function beginning(at: number, thousand: number): string {
  if (at !== lastAt || thousand !== lastThousand) {
    lastAt = at
    lastThousand = thousand
    const time = hex6(Math.floor(at / 0x1000000)) + hex6(at % 0x1000000)
    const high = Math.floor(thousand / 0x4000)
    const parts = [time.slice(0, 8), time.slice(8), hex4(0x7000 | high), hex4(0x8000 | (thousand & 0x3fff)), '']
    lastBeginning = parts.join('-')
  }
  return lastBeginning
}

const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/

/** Where the event of an id would stand; undefined if the text is no such id. Whether it does stand there, `eventId` of the entry found tells. */
export function positionOf(id: string): EventPosition | undefined {
  const [, , , high, middle, tail] = pattern.exec(id) ?? []
  if (high === undefined || middle === undefined || tail === undefined) return undefined
  const bits = Number.parseInt(tail, 16)
  const low = ((Number.parseInt(middle, 16) & 0x3fff) << 10) | Math.floor(bits / 2 ** 38)
  return { seq: Number.parseInt(high, 16) * 0x1000000 + low, index: Math.floor(bits / 2 ** 20) % 2 ** 18 }
}
