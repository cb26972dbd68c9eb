/**
 * Indices of a list, ascending and without duplicates. A new index is higher than all others, so it is appended, and an
 * index is found by binary search. Such a list takes a tenth of the memory of a Set, and never pauses when it grows.
 */
export type SortedIndexes = number[]

/**
 * An empty list, which is never changed: `withIndex` starts a new list with the first index, because an array that
 * grows from empty allocates room for 17.
 */
export const noIndexes: SortedIndexes = []

/** Appends an index. Returns the same list, or a new one if it was empty. */
export function withIndex(indexes: SortedIndexes, index: number): SortedIndexes {
  if (indexes.length === 0) return [index]
  indexes.push(index)
  return indexes
}

/** Removes an index. Does nothing if the list does not contain it. */
export function removeIndex(indexes: SortedIndexes, index: number): void {
  if (indexes.at(-1) === index) {
    indexes.pop()
    return
  }
  const position = positionAfter(indexes, index) - 1
  if (indexes[position] === index) indexes.splice(position, 1)
}

/** Yields each index. The list can change meanwhile: an index that stays is yielded exactly once. */
export function* eachIndex(indexes: Readonly<SortedIndexes>): Generator<number> {
  for (let position = 0; position < indexes.length;) {
    const index = indexes[position] ?? 0
    yield index
    position = indexes[position] === index ? position + 1 : positionAfter(indexes, index)
  }
}

/** Returns the position of the first index that is higher. */
function positionAfter(indexes: Readonly<SortedIndexes>, index: number): number {
  let low = 0
  for (let high = indexes.length; low < high;) {
    const middle = (low + high) >> 1
    if ((indexes[middle] ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return low
}
