/**
 * The number that a player or team has on boards. Each takes two feeds, so that half of the first one's number is its own;
 * it is the same after a restart and in every replay, and one that is made again under an old id has another.
 */
export function entityOf({ feed }: { readonly feed: number }): number {
  return feed >> 1
}

/** The record of a number among records in the order in which they came; undefined where it has gone. */
export function recordOfEntity<T extends { readonly feed: number }>(
  records: readonly (T | undefined)[],
  entity: number,
): T | undefined {
  let low = 0
  let high = records.length
  while (high > 0 && records[high - 1] === undefined) high -= 1
  // Numbers of records from `low` to before `high` are from `first` to before `end`.
  let first = 0
  let end = entityOf(records[high - 1] ?? { feed: 0 }) + 1
  // Numbers come evenly, so that it is mostly near where it would be if they did wholly; where not, halves lead there.
  for (let guesses = true; low < high && entity >= first && entity < end; guesses = !guesses) {
    const share = guesses ? (entity - first) / (end - first) : 0.5
    const middle = low + Math.floor(share * (high - low))
    let place = middle
    while (place < high && records[place] === undefined) place += 1
    const record = place < high ? records[place] : undefined
    const found = record ? entityOf(record) : end
    if (found === entity) return record
    if (found > entity) [high, end] = [middle, found]
    else [low, first] = [place + 1, found + 1]
  }
  return undefined
}
