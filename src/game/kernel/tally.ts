/** A number of a component, and those of its parts by their names: the items of a set metric, the lanes of a process. */
export interface Tallied {
  whole: number
  readonly parts: Map<string, number>
}

/**
 * Numbers of components by key, which tells their kind; they change in place. What is 0 throughout is not there, so that
 * equal games have equal tallies.
 */
export type Tally = Map<string, Tallied>

/** That of a key, to be changed; all 0 where there was none. */
export function tallied(tally: Tally, key: string): Tallied {
  let found = tally.get(key)
  if (!found) tally.set(key, (found = { whole: 0, parts: new Map() }))
  return found
}

/** How many there are of a component, or of a part of it. */
export function numberOf(tally: Tally, key: string, part?: string): number {
  const found = tally.get(key)
  return (part === undefined ? found?.whole : found?.parts.get(part)) ?? 0
}

/** Counts so many more of a component. */
export function countWhole(tally: Tally, key: string, by: number): void {
  const found = tallied(tally, key)
  found.whole += by
  leaveOutNothing(tally, key, found)
}

/** Counts so many more of a part of a component. */
export function countPart(tally: Tally, key: string, part: string, by: number): void {
  const found = tallied(tally, key)
  const now = (found.parts.get(part) ?? 0) + by
  if (now === 0) found.parts.delete(part)
  else found.parts.set(part, now)
  leaveOutNothing(tally, key, found)
}

function leaveOutNothing(tally: Tally, key: string, { whole, parts }: Tallied): void {
  if (whole === 0 && parts.size === 0) tally.delete(key)
}
