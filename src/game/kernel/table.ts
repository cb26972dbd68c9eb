import { addIndex, dropIndex, findIndex, emptyIdIndex, type IdIndex } from './id-index.ts'
import { pause, type Steps } from './operation.ts'
import { pageFrom, rowsOf, type Page, type Paged } from './page.ts'

/**
 * Records by index, in the order in which they were added; a deleted record leaves undefined. A record is replaced and
 * never changed in place. An index is not reused while the program runs: lists show records in the order of their
 * indices, and a walk that pauses continues from an index. A start closes the gaps.
 */
export interface Table<T extends { readonly id: string }> {
  readonly index: IdIndex
  readonly records: (T | undefined)[]
}

/** Creates a table without records. */
export function emptyTable<T extends { readonly id: string }>(): Table<T> {
  return { index: emptyIdIndex(), records: [] }
}

/** Returns the record with an id. */
export function findRecord<T extends { readonly id: string }>(
  { index: idIndex, records }: Table<T>,
  id: string,
): T | undefined {
  const index = findIndex(idIndex, records, id)
  return index === undefined ? undefined : records[index]
}

/** Replaces the record with its id, or adds it. */
export function putRecord<T extends { readonly id: string }>({ index: idIndex, records }: Table<T>, record: T): void {
  const index = findIndex(idIndex, records, record.id)
  if (index !== undefined) {
    records[index] = record
    return
  }
  addIndex(idIndex, records, record.id, records.length)
  records.push(record)
}

/** Removes a record and returns it. */
export function removeRecord<T extends { readonly id: string }>(
  { index: idIndex, records }: Table<T>,
  id: string,
): T | undefined {
  const index = findIndex(idIndex, records, id)
  if (index === undefined) return undefined
  const record = records[index]
  records[index] = undefined
  dropIndex(idIndex)
  return record
}

/** The number of records that are examined before other work can run. */
const STRIDE = 1024

/** Returns a page of records in the order in which they were added. */
export function* pageOf<T extends { readonly id: string }, S>(
  { records }: Table<T>,
  { skip, limit, matches, show }: Page<T, S>,
): Steps<S[]> {
  const page: S[] = []
  const { length } = records
  let passed = 0
  for (let index = 0; index < length && page.length < limit; index += 1) {
    if (index % STRIDE === STRIDE - 1) yield pause
    const record = records[index]
    if (!record || (matches && !matches(record))) continue
    if (passed >= skip) page.push(show(record))
    passed += 1
  }
  return page
}

/** Like `pageOf`, with the total number of matches. Examines every record. */
export function* pageAndTotal<T extends { readonly id: string }, S>(
  { records }: Table<T>,
  page: Required<Page<T, S>>,
): Steps<Paged<S>> {
  return yield* pageFrom(rowsOf(records), page)
}

/** The ids of the records that each player owns. */
export type Owned = Map<string, Set<string>>

/** Records that the owner of a record changes; null stands for no owner. */
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
