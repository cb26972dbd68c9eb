import { doublesFrom, type Chunk } from './leaf-memory.ts'

// These loops call no functions: they take much of the time of an update, and after a call the processor would have to
// load everything that they read again.

/**
 * Moves each row before a position of a leaf that has a lower score by one to the end. Returns the position that
 * becomes free.
 */
export function passLower({ doubles, slots, positions }: Chunk, start: number, from: number, score: number): number {
  const scores = doublesFrom(start)
  let at = from
  for (; at > 0; at--) {
    const above = doubles[scores + at - 1] ?? 0
    if (above >= score) break
    doubles[scores + at] = above
    const slot = slots[start + at - 1] ?? 0
    slots[start + at] = slot
    positions[start + slot] = (positions[start + slot] ?? 0) + 1
  }
  return at
}

/**
 * Moves each row after a position, up to `last`, that has a higher score by one to the front. Returns the position that
 * becomes free.
 */
export function passHigher(
  { doubles, slots, positions }: Chunk,
  start: number,
  from: number,
  last: number,
  score: number,
): number {
  const scores = doublesFrom(start)
  let at = from
  for (; at < last; at++) {
    const below = doubles[scores + at + 1] ?? 0
    if (below <= score) break
    doubles[scores + at] = below
    const slot = slots[start + at + 1] ?? 0
    slots[start + at] = slot
    positions[start + slot] = (positions[start + slot] ?? 0) - 1
  }
  return at
}
