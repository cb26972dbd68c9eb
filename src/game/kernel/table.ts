import { pause, type Steps } from './operation.ts'
import { pageFrom, rowsOf, type Page, type Paged } from './page.ts'
import { addIndex, dropIndex, findIndex, emptyIdIndex, type IdIndex } from './id-index.ts'

/**
 * Records by place, in the order in which they came, with a hole where one has gone. A record is replaced and never
 * changed in place. A place is never taken again while the program runs: lists show records in the order of their places,
 * and a walk that pauses goes on by them. A start closes the holes.
 */
export interface Table<T extends { readonly id: string }> {
  readonly index: IdIndex
  readonly records: (T | undefined)[]
}

export function emptyTable<T extends { readonly id: string }>(): Table<T> {
  return { index: emptyIdIndex(), records: [] }
}

/** The record of an id. */
export function findRecord<T extends { readonly id: string }>(
  { index: places, records }: Table<T>,
  id: string,
): T | undefined {
  const place = findIndex(places, records, id)
  return place === undefined ? undefined : records[place]
}

/** Puts in a new record of an id, or the first. */
export function putRecord<T extends { readonly id: string }>({ index: places, records }: Table<T>, record: T): void {
  const place = findIndex(places, records, record.id)
  if (place !== undefined) {
    records[place] = record
    return
  }
  addIndex(places, records, record.id, records.length)
  records.push(record)
}

/** Takes a record out, and gives it. */
export function removeRecord<T extends { readonly id: string }>(
  { index: places, records }: Table<T>,
  id: string,
): T | undefined {
  const place = findIndex(places, records, id)
  if (place === undefined) return undefined
  const record = records[place]
  records[place] = undefined
  dropIndex(places)
  return record
}

/** Records that are looked at before others may have their turn. */
const STRIDE = 1024

/** A page of records in the order in which they came. */
export function* pageOf<T extends { readonly id: string }, S>(
  { records }: Table<T>,
  { skip, limit, matches, show }: Page<T, S>,
): Steps<S[]> {
  const page: S[] = []
  const { length } = records
  let passed = 0
  for (let place = 0; place < length && page.length < limit; place += 1) {
    if (place % STRIDE === STRIDE - 1) yield pause
    const record = records[place]
    if (!record || (matches && !matches(record))) continue
    if (passed >= skip) page.push(show(record))
    passed += 1
  }
  return page
}

/** As `pageOf`, with how many match in all; every record is looked at. */
export function* pageAndTotal<T extends { readonly id: string }, S>(
  { records }: Table<T>,
  page: Required<Page<T, S>>,
): Steps<Paged<S>> {
  return yield* pageFrom(rowsOf(records), page)
}

/** Ids of what each player owns. */
export type Owned = Map<string, Set<string>>

/** Notes that something has another owner; null for none. */
export function changeOwner(owned: Owned, id: string, before: string | null, after: string | null): void {
  if (before === after) return
  if (before !== null) {
    const theirs = owned.get(before)
    theirs?.delete(id)
    if (theirs?.size === 0) owned.delete(before)
  }
  if (after === null) return
  const theirs = owned.get(after)
  if (theirs) theirs.add(id)
  else owned.set(after, new Set([id]))
}
