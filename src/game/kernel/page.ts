import { pause, type Steps } from './operation.ts'

/** Which part of a list is asked for. */
export interface PageRange {
  readonly skip: number
  readonly limit: number
}

/** A page of a list, with how many there are in all. Spec 1 "Conventions". */
export interface Paged<T> {
  readonly data: readonly T[]
  readonly total: number
}

/** Which records a page has, and what it shows of each. */
export interface Page<T, S> extends PageRange {
  /** All where it is left out. */
  readonly matches?: (record: T) => boolean
  readonly show: (record: T) => S
}

/** Rows that are looked at before others may have their turn. */
const STRIDE = 1024

/** A page of some rows in their order, and how many match in all; undefined stands for a row that has gone. */
export function* pageFrom<T extends object, S>(
  rows: Iterable<T | undefined>,
  { skip, limit, matches, show }: Page<T, S>,
): Steps<Paged<S>> {
  const data: S[] = []
  let looked = 0
  let total = 0
  for (const row of rows) {
    looked += 1
    if (looked % STRIDE === 0) yield pause
    if (row === undefined || (matches && !matches(row))) continue
    if (total >= skip && data.length < limit) data.push(show(row))
    total += 1
  }
  return { data, total }
}

/** The rows of a list as long as it is now: what comes while they are walked through is left out. */
export function* rowsOf<T>(rows: readonly (T | undefined)[]): Generator<T | undefined> {
  const { length } = rows
  for (let place = 0; place < length; place += 1) yield rows[place]
}

/** Whether a text holds the parts of a pattern between its `*`, in their order, case aside. Spec 4.15 "Search". */
export function matcher(pattern: string): (text: string) => boolean {
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
