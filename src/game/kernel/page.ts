import { pause, type Steps } from './operation.ts'

/** The part of a list that a caller requests. */
export interface PageRange {
  readonly skip: number
  readonly limit: number
}

/** A page of a list, with the total number of its items. Spec 1 "Conventions". */
export interface Paged<T> {
  readonly data: readonly T[]
  readonly total: number
}

/** Which records a page contains, and how it shows each of them. */
export interface Page<T, S> extends PageRange {
  /** Default: every record. */
  readonly matches?: (record: T) => boolean
  readonly show: (record: T) => S
}

/** The number of rows that are examined before other work can run. */
const STRIDE = 1024

/** Returns a page of rows in their order, and the total number of matches. Skips undefined, which is a deleted row. */
export function* pageFrom<T extends object, S>(
  rows: Iterable<T | undefined>,
  { skip, limit, matches, show }: Page<T, S>,
): Steps<Paged<S>> {
  const data: S[] = []
  let examined = 0
  let total = 0
  for (const row of rows) {
    examined += 1
    if (examined % STRIDE === 0) yield pause
    if (row === undefined || (matches && !matches(row))) continue
    if (total >= skip && data.length < limit) data.push(show(row))
    total += 1
  }
  return { data, total }
}

/** Yields the rows of a list up to its present length: rows that are added during the iteration are left out. */
export function* rowsOf<T>(rows: readonly (T | undefined)[]): Generator<T | undefined> {
  const { length } = rows
  for (let index = 0; index < length; index += 1) yield rows[index]
}

/**
 * Returns a function that finds out whether a text contains the parts of a pattern between its `*`, in their order.
 * Ignores case. Spec 4.15 "Search".
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const parts = pattern
    .toLowerCase()
    .split('*')
    .filter((part) => part !== '')
  if (parts.length === 0) return () => true
  return (text) => {
    const lower = text.toLowerCase()
    let from = 0
    return parts.every((part) => {
      const found = lower.indexOf(part, from)
      from = found + part.length
      return found !== -1
    })
  }
}
