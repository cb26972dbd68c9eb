import type { EventPlace } from './operation.ts'

/** Entries a history can hold: their numbers share 53 bits with an event's index, so that a place fits one number. */
export const MAX_SEQ = 2 ** 35 - 1
/** Events an entry can hold. */
export const MAX_EVENTS_AN_ENTRY = 2 ** 18

/** A place in one number; later places are larger. */
export function packPlace({ seq, index }: EventPlace): number {
  return seq * MAX_EVENTS_AN_ENTRY + index
}

/** The place that was packed. */
export function unpackPlace(packed: number): EventPlace {
  const index = packed % MAX_EVENTS_AN_ENTRY
  return { seq: (packed - index) / MAX_EVENTS_AN_ENTRY, index }
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** 20 bits that tell one history from another: an id made in a game that went otherwise leads nowhere. */
const fingerprint = (chain: number): number => (chain ^ (chain >>> 12)) & 0xfffff

/**
 * The id of an event: a UUIDv7 of its time, whose other bits are entry number (36), index (18) and the fingerprint of
 * the history before it (20). Ids sort as the events happened, and lead back to their entry without a map.
 */
export function eventId(entry: { at: number; seq: number; chain: number }, index: number): string {
  const low = entry.seq % 0x1000000
  const high = (entry.seq - low) / 0x1000000
  // Numbers of 24 bits, and parts that are joined: V8 writes larger numbers, and strings put together by `+`, several
  // times slower, the latter when they come to be JSON.
  const place = hex(((low & 0x3ff) << 14) | (index >>> 4), 6)
  const history = hex(((index & 0xf) << 20) | fingerprint(entry.chain), 6)
  return [timeText(entry.at), hex(0x7000 | high, 4), hex(0x8000 | (low >>> 10), 4), place + history].join('-')
}

/** An id for what an entry makes and nobody has named: `team_<24 hex>`. Spec 4.9, 4.10. */
export function generatedId(kind: string, entry: { at: number; seq: number; chain: number }): string {
  // Without the years of its time, which say the least.
  return `${kind}_${eventId(entry, 0).replaceAll('-', '').slice(8)}`
}

let lastAt = Number.NaN
let lastText = ''

/** The first 48 bits of an id; the last ones are remembered, as ids come in order of time. */
function timeText(at: number): string {
  if (at !== lastAt) {
    lastAt = at
    const early = hex(Math.floor(at / 0x1000000), 6)
    const late = hex(at % 0x1000000, 6)
    lastText = [early + late.slice(0, 2), late.slice(2)].join('-')
  }
  return lastText
}

const pattern = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([89ab][0-9a-f]{3})-([0-9a-f]{12})$/

/** Where the event of an id would stand; undefined if the text is no such id. Whether it does stand there, `eventId` of the entry found tells. */
export function placeOf(id: string): EventPlace | undefined {
  const [, , , high, middle, tail] = pattern.exec(id) ?? []
  if (high === undefined || middle === undefined || tail === undefined) return undefined
  const bits = Number.parseInt(tail, 16)
  const low = ((Number.parseInt(middle, 16) & 0x3fff) << 10) | Math.floor(bits / 2 ** 38)
  return { seq: Number.parseInt(high, 16) * 0x1000000 + low, index: Math.floor(bits / 2 ** 20) % 2 ** 18 }
}
