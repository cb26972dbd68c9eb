/** A number of a score, and those of its parts by their names: the items of a set metric, or the states. */
export interface OfScore {
  whole: number
  readonly parts: Map<string, number>
}

/** Numbers by the keys of scores; they change in place. */
export type ByScore = Map<string, OfScore>

/** Those of a score, to be changed; all 0 where there were none. */
export function ofScore(numbers: ByScore, key: string): OfScore {
  let found = numbers.get(key)
  if (!found) numbers.set(key, (found = { whole: 0, parts: new Map() }))
  return found
}
