import { pause, type Steps } from '../kernel/operation.ts'

/** Places that are looked at before others may have their turn. */
export const STRIDE = 1024

/** One list of all places, the newest first and each once, from lists of which each has the newest first. */
export function* mergedNewestFirst(lists: readonly number[][]): Steps<number[]> {
  let left = lists
  let taken = 0
  while (left.length > 1) {
    const merged: number[][] = []
    for (let i = 0; i < left.length; i += 2) {
      const [one = [], other = []] = left.slice(i, i + 2)
      const both: number[] = []
      for (let a = 0, b = 0; a < one.length || b < other.length;) {
        const place = Math.max(one[a] ?? -1, other[b] ?? -1)
        if (one[a] === place) a += 1
        if (other[b] === place) b += 1
        both.push(place)
        taken += 1
        if (taken % STRIDE === 0) yield pause
      }
      merged.push(both)
    }
    left = merged
  }
  return left[0] ?? []
}
