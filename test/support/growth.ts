/** What settles may still grow by so much from the middle of a run to its end. */
const MOST_GROWTH = 1.25
/** Fewer values do not tell. */
const FEWEST = 9

/** Whether values that are to settle, such as memory in use, still grow: the last third of them beside the middle one. */
export function hasGrown(values: readonly number[]): boolean {
  if (values.length < FEWEST) return false
  const third = Math.floor(values.length / 3)
  return medianOf(values.slice(-third)) > medianOf(values.slice(-2 * third, -third)) * MOST_GROWTH
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
