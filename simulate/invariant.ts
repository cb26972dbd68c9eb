import { isDeepStrictEqual } from 'node:util'

/** Something that must hold did not: which, and what there is in the place of what there has to be. */
export class Violation extends Error {
  override readonly name = 'Violation'
  readonly invariant: string
  readonly expected: unknown
  readonly found: unknown

  constructor(invariant: string, expected: unknown, found: unknown) {
    super(`${invariant}: expected ${shown(expected)}, found ${shown(found)}`)
    this.invariant = invariant
    this.expected = expected
    this.found = found
  }
}

/** Throws a Violation where the two are not the same. */
export function mustBe(invariant: string, expected: unknown, found: unknown): void {
  if (!isDeepStrictEqual(expected, found)) throw new Violation(invariant, expected, found)
}

/** Two long texts of lines are the same; the first line that differs says more than all of them. */
export function mustBeSameLines(invariant: string, expected: string, found: string): void {
  if (expected === found) return
  const [wanted, there] = [expected.split('\n'), found.split('\n')]
  const at = wanted.findIndex((line, index) => line !== there[index])
  const index = at === -1 ? wanted.length : at
  const [a = 'the end', b = 'the end'] = [wanted[index], there[index]]
  throw new Violation(`${invariant} (line ${index + 1})`, ...aroundDifference(a, b))
}

/** So much of each of two texts as tells where they begin to differ. */
function aroundDifference(a: string, b: string): [string, string] {
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  const from = Math.max(0, start - 200)
  return [a.slice(from, start + 300), b.slice(from, start + 300)]
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
}
