import { compare, type Amount } from '../kernel/decimal.ts'

/** What puts a row in its place. `score` is the double next to the amount, `exact` its text if no number says it. */
export interface SortKey {
  score: number
  exact: string | undefined
  since: number
  entity: number
}

/** A row: `since` is the sequence of the entry that brought the entity to its score. */
export interface RankedRow {
  readonly entity: number
  readonly score: Amount
  readonly since: number
}

/** The id of an entity: the last to decide. */
export type IdOf = (entity: number) => string

/** Rows in board order as columns; `exact` has the decimal text, by index, where a score is no safe integer. */
export interface Rows {
  readonly entities: Int32Array
  readonly scores: Float64Array
  readonly sinces: Float64Array
  readonly exact: ReadonlyMap<number, string>
}

/** Of two amounts with the same double: whether the first is more. */
export function isMore(score: number, exact: string | undefined, thanExact: string | undefined): boolean {
  return exact !== thanExact && compare(exact ?? score, thanExact ?? score) > 0
}

/** Which of two entries puts its row first among rows of the same amount: the earlier one. Rows on disk are in this order. */
export const isSooner = (since: number, otherSince: number): boolean => since < otherSince

/**
 * Of two rows with the same amount, whether the first stands before the second: who reached it by the earlier entry, then
 * who has the lower id. Spec 4.16.
 */
export function isEarlier(since: number, entity: number, row: Pick<SortKey, 'since' | 'entity'>, idOf: IdOf): boolean {
  if (since !== row.since) return isSooner(since, row.since)
  return entity !== row.entity && idOf(entity) < idOf(row.entity)
}

/** The amount of a double and its text. */
export function amountOf(score: number, exact: string | undefined): Amount {
  return exact ?? score
}
