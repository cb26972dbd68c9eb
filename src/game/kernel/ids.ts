import type { EventPlace } from './operation.ts'

/** Entries a history can hold: their numbers share 53 bits with an event's index, so that a place fits one number. */
export const MAX_SEQ = 2 ** 35
/** Events an entry can hold. */
export const MAX_EVENTS_AN_ENTRY = 2 ** 18

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** 20 bits that tell one history from another: an id made in a game that went otherwise leads nowhere. */
const fingerprint = (chain: number): number => (chain ^ (chain >>> 12)) & 0xfffff

/**
 * The id of an event: a UUIDv7 of its time, whose other bits are entry number (36), index (18) and the fingerprint of
 * the history before it (20). Ids sort as the events happened, and lead back to their entry without a map.
 */
export function eventId(entry: { at: number; seq: number; chain: number }, index: number): string {
  const time = hex(entry.at, 12)
  const low = entry.seq % 0x1000000
  const high = (entry.seq - low) / 0x1000000
  const tail = (low & 0x3ff) * 2 ** 38 + index * 2 ** 20 + fingerprint(entry.chain)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(high, 3)}-${hex(0x8000 | (low >>> 10), 4)}-${hex(tail, 12)}`
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
