/** Slots of a new table; always a power of two. */
const FIRST_SLOTS = 1024

/** Slots of the table before that are looked at with each id that comes: it is empty long before the new one is full. */
const MOVED_AT_ONCE = 64

/** A hash table of places. */
interface Slots {
  /** A place and 1 in each slot, 0 where there is none; no slot is ever emptied, what it leads to may be gone. */
  readonly slots: Int32Array
  /** The hash of the id in each slot. */
  readonly hashes: Int32Array
}

/** A table that has become too small, and how many of its slots have gone over into the next. */
interface Earlier extends Slots {
  moved: number
}

/**
 * Where in a list the record of each id stands: a hash table in typed arrays, which holds places alone and reads the ids
 * in the list. A Map of a million strings takes four times as long to fill. Neither does this one hold everything up when
 * it grows: what it held goes over into a larger one little by little.
 */
export interface IdIndex {
  /** How many records the list has. */
  size: number
  table: Slots
  /** Slots of the table that are not 0. */
  used: number
  /** The table before, as long as not all of it has gone over. */
  earlier: Earlier | undefined
}

/** Records by place, undefined where one has gone. */
type List = readonly ({ readonly id: string } | undefined)[]

/** A table of an empty list. */
export function emptyIdIndex(): IdIndex {
  return { size: 0, table: slotsFor(0), used: 0, earlier: undefined }
}

let lastList: List | undefined
let lastIndex = 0

/** The place of an id; undefined where the list does not have it. The last one is remembered: a call asks for the same again and again. */
export function findIndex({ table, earlier }: IdIndex, list: List, id: string): number | undefined {
  if (lastList === list && list[lastIndex]?.id === id) return lastIndex
  const hash = hashOf(id)
  const place = indexIn(table, list, id, hash) ?? (earlier && indexIn(earlier, list, id, hash))
  if (place === undefined) return undefined
  lastList = list
  lastIndex = place
  return place
}

function indexIn({ slots, hashes }: Slots, list: List, id: string, hash: number): number | undefined {
  const last = slots.length - 1
  for (let slot = hash & last; ; slot = (slot + 1) & last) {
    const place = (slots[slot] ?? 0) - 1
    if (place < 0) return undefined
    if (hashes[slot] === hash && list[place]?.id === id) return place
  }
}

/** Takes in the place of an id that has none yet. */
export function addIndex(places: IdIndex, list: List, id: string, place: number): void {
  if (places.used * 2 >= places.table.slots.length) grow(places, list)
  put(places, hashOf(id), place)
  places.size += 1
  move(places, list, MOVED_AT_ONCE)
}

/** Notes that a record has gone from the list. */
export function dropIndex(places: IdIndex): void {
  places.size -= 1
}

function put(places: IdIndex, hash: number, place: number): void {
  const { slots, hashes } = places.table
  const last = slots.length - 1
  let slot = hash & last
  while (slots[slot] !== 0) slot = (slot + 1) & last
  slots[slot] = place + 1
  hashes[slot] = hash
  places.used += 1
}

/** Begins a table with room for what there is, without what has gone. */
function grow(places: IdIndex, list: List): void {
  move(places, list, Infinity)
  places.earlier = { ...places.table, moved: 0 }
  places.table = slotsFor(places.size)
  places.used = 0
}

/** Lets so many slots of the table before go over. */
function move(places: IdIndex, list: List, most: number): void {
  const { earlier } = places
  if (!earlier) return
  const { slots, hashes } = earlier
  const end = Math.min(slots.length, earlier.moved + most)
  for (; earlier.moved < end; earlier.moved += 1) {
    const held = slots[earlier.moved] ?? 0
    if (held !== 0 && list[held - 1]) put(places, hashes[earlier.moved] ?? 0, held - 1)
  }
  if (end === slots.length) places.earlier = undefined
}

/** Empty slots for so many records and as many again. */
function slotsFor(size: number): Slots {
  let length = FIRST_SLOTS
  while (length < size * 4) length *= 2
  return { slots: new Int32Array(length), hashes: new Int32Array(length) }
}

/** 32 bits of a text by FNV-1a, mixed so that the lowest tell it apart too. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
