/** The number of slots of a new table, which is always a power of two. Small, because simulations begin many small games. */
const FIRST_SLOTS = 16

/**
 * The number of slots of the previous table that each insertion moves, so that all are moved long before the new table
 * is full.
 */
const MOVED_AT_ONCE = 64

/** A hash table of indices. */
interface Slots {
  /**
   * An index plus 1 per slot, or 0 for an empty slot. Slots are never emptied, and a record that a slot leads to can be
   * deleted.
   */
  readonly slots: Int32Array
  /** The hash of the id in each slot. */
  readonly hashes: Int32Array
}

/** A table that has become too small, and the number of its slots that were moved to the next one. */
interface Earlier extends Slots {
  moved: number
}

/**
 * Finds the index of a record in a list by its id. It is a hash table in typed arrays that contains only indices and
 * reads the ids in the list: a Map of a million strings takes four times as long to fill. When it grows, it moves its
 * entries into a larger table step by step, which avoids a long pause.
 */
export interface IdIndex {
  /** The number of records in the list. */
  size: number
  table: Slots
  /** The number of slots of the table that are not 0. */
  used: number
  /** The previous table, until all its entries are moved. */
  earlier: Earlier | undefined
}

/** Records by index, undefined for deleted ones. */
type List = readonly ({ readonly id: string } | undefined)[]

/** Returns the index of an empty list. */
export function emptyIdIndex(): IdIndex {
  return { size: 0, table: slotsFor(0), used: 0, earlier: undefined }
}

let lastList: List | undefined
let lastIndex = 0

/**
 * Returns the index of the record with an id, or undefined if the list does not contain it. Remembers the last result,
 * because one call looks up the same id again and again.
 */
export function findIndex({ table, earlier }: IdIndex, list: List, id: string): number | undefined {
  if (lastList === list && list[lastIndex]?.id === id) return lastIndex
  const hash = hashOf(id)
  const index = indexIn(table, list, id, hash) ?? (earlier && indexIn(earlier, list, id, hash))
  if (index === undefined) return undefined
  lastList = list
  lastIndex = index
  return index
}

function indexIn({ slots, hashes }: Slots, list: List, id: string, hash: number): number | undefined {
  const last = slots.length - 1
  for (let slot = hash & last; ; slot = (slot + 1) & last) {
    const index = (slots[slot] ?? 0) - 1
    if (index < 0) return undefined
    if (hashes[slot] === hash && list[index]?.id === id) return index
  }
}

/** Adds the index of the record with an id that is not in the table yet. */
export function addIndex(idIndex: IdIndex, list: List, id: string, index: number): void {
  if (idIndex.used * 2 >= idIndex.table.slots.length) grow(idIndex, list)
  put(idIndex, hashOf(id), index)
  idIndex.size += 1
  move(idIndex, list, MOVED_AT_ONCE)
}

/** Records that a record was deleted from the list. */
export function dropIndex(idIndex: IdIndex): void {
  idIndex.size -= 1
}

function put(idIndex: IdIndex, hash: number, index: number): void {
  const { slots, hashes } = idIndex.table
  const last = slots.length - 1
  let slot = hash & last
  while (slots[slot] !== 0) slot = (slot + 1) & last
  slots[slot] = index + 1
  hashes[slot] = hash
  idIndex.used += 1
}

/** Starts a new table with room for the present records, without the deleted ones. */
function grow(idIndex: IdIndex, list: List): void {
  move(idIndex, list, Infinity)
  idIndex.earlier = { ...idIndex.table, moved: 0 }
  idIndex.table = slotsFor(idIndex.size)
  idIndex.used = 0
}

/** Moves up to `most` slots of the previous table into the new one. */
function move(idIndex: IdIndex, list: List, most: number): void {
  const { earlier } = idIndex
  if (!earlier) return
  const { slots, hashes } = earlier
  const end = Math.min(slots.length, earlier.moved + most)
  for (; earlier.moved < end; earlier.moved += 1) {
    const held = slots[earlier.moved] ?? 0
    if (held !== 0 && list[held - 1]) put(idIndex, hashes[earlier.moved] ?? 0, held - 1)
  }
  if (end === slots.length) idIndex.earlier = undefined
}

/** Returns empty slots for twice as many records as there are. */
function slotsFor(size: number): Slots {
  let length = FIRST_SLOTS
  while (length < size * 4) length *= 2
  return { slots: new Int32Array(length), hashes: new Int32Array(length) }
}

/** Returns a 32-bit hash of a text (FNV-1a), mixed so that its lowest bits differ too. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
