/** Slots of a new table; always a power of two. */
const FIRST_SLOTS = 1024

/**
 * Where in a list the record of each id stands: a hash table in typed arrays, which holds places alone and reads the ids
 * in the list. A Map of a million strings takes four times as long to fill, and holds everything up when it grows.
 */
export interface Places {
  /** How many records the list has. */
  size: number
  /** A place and 1 in each slot, 0 where there is none; no slot is ever emptied, what it leads to may be gone. */
  slots: Int32Array
  /** The hash of the id in each slot. */
  hashes: Int32Array
  /** Slots that are not 0. */
  used: number
}

/** Records by place, undefined where one has gone. */
type List = readonly ({ readonly id: string } | undefined)[]

/** A table of an empty list. */
export function noPlaces(): Places {
  return { size: 0, ...slotsFor(0) }
}

/** The place of an id; undefined where the list does not have it. */
export function findPlace({ slots, hashes }: Places, list: List, id: string): number | undefined {
  const hash = hashOf(id)
  const last = slots.length - 1
  for (let slot = hash & last; ; slot = (slot + 1) & last) {
    const place = (slots[slot] ?? 0) - 1
    if (place < 0) return undefined
    if (hashes[slot] === hash && list[place]?.id === id) return place
  }
}

/** Takes in the place of an id that has none yet. */
export function addPlace(places: Places, list: List, id: string, place: number): void {
  if (places.used * 2 >= places.slots.length) rebuild(places, list)
  put(places, hashOf(id), place)
  places.size += 1
}

/** Notes that a record has gone from the list. */
export function dropPlace(places: Places): void {
  places.size -= 1
}

function put(places: Places, hash: number, place: number): void {
  const { slots, hashes } = places
  const last = slots.length - 1
  let slot = hash & last
  while (slots[slot] !== 0) slot = (slot + 1) & last
  slots[slot] = place + 1
  hashes[slot] = hash
  places.used += 1
}

/** Makes room, and leaves out what has gone. */
function rebuild(places: Places, list: List): void {
  const { slots, hashes, used, size } = places
  Object.assign(places, slotsFor(size))
  for (let slot = 0; slot < slots.length; slot += 1) {
    const held = slots[slot] ?? 0
    if (held !== 0 && (used === size || list[held - 1])) put(places, hashes[slot] ?? 0, held - 1)
  }
}

/** Empty slots for so many records and as many again. */
function slotsFor(size: number): Omit<Places, 'size'> {
  let length = FIRST_SLOTS
  while (length < size * 4) length *= 2
  return { slots: new Int32Array(length), hashes: new Int32Array(length), used: 0 }
}

/** 32 bits of a text by FNV-1a, mixed so that the lowest tell it apart too. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
