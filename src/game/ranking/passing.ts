import { doublesFrom, type Chunk } from './leaf-memory.ts'

// Nothing is called in these loops: the processor's time for what a row passes is a good part of that of an update, and
// after a call all that is read here would be looked up anew.

/** Moves down by one each the rows before a place in a leaf that have less than a score; gives the place that is left. */
export function passLower({ doubles, slots, places }: Chunk, start: number, from: number, score: number): number {
  const scores = doublesFrom(start)
  let at = from
  for (; at > 0; at--) {
    const above = doubles[scores + at - 1] ?? 0
    if (above >= score) break
    doubles[scores + at] = above
    const slot = slots[start + at - 1] ?? 0
    slots[start + at] = slot
    places[start + slot] = (places[start + slot] ?? 0) + 1
  }
  return at
}

/** Moves up by one each the rows behind a place, up to the last, that have more than a score; gives the place that is left. */
export function passHigher(
  { doubles, slots, places }: Chunk,
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
    places[start + slot] = (places[start + slot] ?? 0) - 1
  }
  return at
}
