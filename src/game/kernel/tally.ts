/** A count for a component, and counts for its parts by name: the items of a set metric, the lanes of a process. */
export interface TallyEntry {
  whole: number
  readonly parts: Map<string, number>
}

/**
 * Counts by the key of a component, which includes its kind. They change in place. Entries that are 0 throughout are
 * removed, so that equal games have equal tallies.
 */
export type Tally = Map<string, TallyEntry>

/** Returns the entry of a key to be changed. Adds an entry with 0 if there is none. */
export function tallyEntry(tally: Tally, key: string): TallyEntry {
  let found = tally.get(key)
  if (!found) tally.set(key, (found = { whole: 0, parts: new Map() }))
  return found
}

/** Returns the count of a component or of a part of it. */
export function numberOf(tally: Tally, key: string, part?: string): number {
  const found = tally.get(key)
  return (part === undefined ? found?.whole : found?.parts.get(part)) ?? 0
}

/** Adds to the count of a component. */
export function countWhole(tally: Tally, key: string, by: number): void {
  const found = tallyEntry(tally, key)
  found.whole += by
  removeIfEmpty(tally, key, found)
}

/** Adds to the count of a part of a component. */
export function countPart(tally: Tally, key: string, part: string, by: number): void {
  const found = tallyEntry(tally, key)
  const now = (found.parts.get(part) ?? 0) + by
  if (now === 0) found.parts.delete(part)
  else found.parts.set(part, now)
  removeIfEmpty(tally, key, found)
}

function removeIfEmpty(tally: Tally, key: string, { whole, parts }: TallyEntry): void {
  if (whole === 0 && parts.size === 0) tally.delete(key)
}
