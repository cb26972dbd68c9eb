/**
 * The maximum number of entries of a history. An entry number and the index of an event together have 53 bits, so that
 * a position fits in one number.
 */
export const MAX_SEQ = 2 ** 35 - 1
/** The maximum number of events of an entry. */
export const MAX_EVENTS_AN_ENTRY = 2 ** 18

/** The position of an event: the number of its entry and its index among the events of that entry. */
export interface EventPosition {
  readonly seq: number
  readonly index: number
}

/** Packs a position into one number. Later positions have larger numbers. */
export function packPosition({ seq, index }: EventPosition): number {
  return seq * MAX_EVENTS_AN_ENTRY + index
}

/** Returns the position that was packed. */
export function unpackPosition(packed: number): EventPosition {
  const index = packed % MAX_EVENTS_AN_ENTRY
  return { seq: (packed - index) / MAX_EVENTS_AN_ENTRY, index }
}

/** Texts of three hexadecimal digits, made on first use: V8 looks one up faster than it formats a number. */
const threeDigits = Array.from<string | undefined>({ length: 0x1000 })

const hex3 = (value: number): string => (threeDigits[value] ??= value.toString(16).padStart(3, '0'))
const hex6 = (value: number): string => hex3(value >>> 12) + hex3(value & 0xfff)
const hex4 = (value: number): string => value.toString(16).padStart(4, '0')

/**
 * Returns 20 bits that identify the history, so that the id of an event in a game with another history is not found
 * here.
 */
const fingerprint = (chain: number): number => (chain ^ (chain >>> 12)) & 0xfffff

/**
 * Returns the id of an event: a UUIDv7 of its time, whose other bits are entry number (36), index (18) and the
 * fingerprint of the history before it (20). Ids sort in the order of the events, and lead back to their entry without
 * a map.
 */
export function eventId(entry: { at: number; seq: number; chain: number }, index: number): string {
  const position = hex6(((entry.seq & 0x3ff) << 14) | (index >>> 4))
  const history = hex6(((index & 0xf) << 20) | fingerprint(entry.chain))
  // `join` is used because a text concatenated with `+` is several times slower to convert to JSON.
  return [idPrefix(entry.at, Math.floor(entry.seq / 1024)), position + history].join('')
}

/** Returns an id for something that an entry creates without a name: `team_<24 hex>`. Spec 4.9, 4.10. */
export function generatedId(kind: string, entry: { at: number; seq: number; chain: number }): string {
  // Omits the most significant bits of the time, which vary least.
  return `${kind}_${eventId(entry, 0).replaceAll('-', '').slice(8)}`
}

let lastAt = Number.NaN
let lastBlock = Number.NaN
let lastPrefix = ''

/**
 * Returns the common beginning of the ids of one time in 1024 entries. Remembers the last result, because ids are made
 * in order.
 */
function idPrefix(at: number, block: number): string {
  if (at !== lastAt || block !== lastBlock) {
    lastAt = at
    lastBlock = block
    const time = hex6(Math.floor(at / 0x1000000)) + hex6(at % 0x1000000)
    const high = Math.floor(block / 0x4000)
    const parts = [time.slice(0, 8), time.slice(8), hex4(0x7000 | high), hex4(0x8000 | (block & 0x3fff)), '']
    lastPrefix = parts.join('-')
  }
  return lastPrefix
}

const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/

/**
 * Returns the position that an id encodes, or undefined if the text is not such an id. Compare the id with `eventId` of
 * the entry at that position to find out whether the event exists.
 */
export function positionOf(id: string): EventPosition | undefined {
  const [, , , high, middle, tail] = pattern.exec(id) ?? []
  if (high === undefined || middle === undefined || tail === undefined) return undefined
  const bits = Number.parseInt(tail, 16)
  const low = ((Number.parseInt(middle, 16) & 0x3fff) << 10) | Math.floor(bits / 2 ** 38)
  return { seq: Number.parseInt(high, 16) * 0x1000000 + low, index: Math.floor(bits / 2 ** 20) % 2 ** 18 }
}
