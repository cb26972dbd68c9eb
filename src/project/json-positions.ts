import { isContainer, skipSpace, skipValue, walkMembers } from './json-walk.ts'
import type { Position } from './problem.ts'

/** Leads from the whole of a JSON text to a value in it. */
export type Path = readonly (string | number)[]

/** Paths that are looked for, as far as they go the same way. */
interface Ways {
  /** Which of the paths lead here, or past it. */
  readonly paths: number[]
  readonly next: Map<string | number, Ways>
}

/**
 * Where in a JSON text that could be parsed the values at some paths stand, or the last ones on the way to them. The text
 * is looked through once for all of them, and what no path leads to is passed over. The largest file takes some 20 ms;
 * `parseTree` of jsonc-parser takes 300 ms for it, during which the emulator answers nobody.
 */
export function positionsIn(text: string, paths: readonly Path[]): readonly Position[] {
  const offsets = paths.map(() => 0)
  const visit = ({ paths: here, next }: Ways, at: number): number => {
    for (const path of here) offsets[path] = at
    if (next.size === 0 || !isContainer(text, at)) return skipValue(text, at)
    return walkMembers(text, at, (step, valueAt) => {
      const ways = next.get(step)
      return ways ? visit(ways, valueAt) : skipValue(text, valueAt)
    })
  }
  visit(waysOf(paths), skipSpace(text, 0))
  const positionAt = positionsOf(text)
  return offsets.map(positionAt)
}

function waysOf(paths: readonly Path[]): Ways {
  const root: Ways = { paths: [], next: new Map() }
  for (const [i, path] of paths.entries()) {
    let here = root
    here.paths.push(i)
    for (const step of path) {
      const next: Ways = here.next.get(step) ?? { paths: [], next: new Map() }
      here.next.set(step, next)
      here = next
      here.paths.push(i)
    }
  }
  return root
}

/** Tells line and column of an offset into a text. */
export function positionsOf(text: string): (offset: number) => Position {
  const lineStarts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineStarts.push(end + 1)
  return (offset) => {
    const line = countUpTo(lineStarts, offset)
    return { line, column: offset - (lineStarts[line - 1] ?? 0) + 1 }
  }
}

/** How many of ascending numbers are not above a limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? limit) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
