import { compare, type Amount } from '../kernel/decimal.ts'

/**
 * What decides the rank of a row. `score` is the double nearest to the amount, and `exact` the text of an amount that
 * is not a number.
 */
export interface SortKey {
  score: number
  exact: string | undefined
  since: number
  entity: number
}

/** A row. `since` is the number of the entry that gave the entity its score. */
export interface RankedRow {
  readonly entity: number
  readonly score: Amount
  readonly since: number
}

/** Returns the id of an entity, which decides between rows that are equal otherwise. */
export type IdOf = (entity: number) => string

/**
 * Rows in the order of a leaderboard, as columns. `exact` has the decimal text, by index, of a score that is not a safe
 * integer.
 */
export interface Rows {
  readonly entities: Int32Array
  readonly scores: Float64Array
  readonly sinces: Float64Array
  readonly exact: ReadonlyMap<number, string>
}

/** Whether the first of two amounts with the same double is greater. */
export function isMore(score: number, exact: string | undefined, thanExact: string | undefined): boolean {
  return exact !== thanExact && compare(exact ?? score, thanExact ?? score) > 0
}

/**
 * Whether a row comes first among rows with the same amount: the row of the earlier entry does. Rows on disk are in
 * this order.
 */
export const hasEarlierEntry = (since: number, otherSince: number): boolean => since < otherSince

/**
 * Whether the first of two rows with the same amount comes before the second: the row that reached the amount with the
 * earlier entry, then the row with the lower id. Spec 4.16.
 */
export function comesFirstOfEqualScores(
  since: number,
  entity: number,
  row: Pick<SortKey, 'since' | 'entity'>,
  idOf: IdOf,
): boolean {
  if (since !== row.since) return hasEarlierEntry(since, row.since)
  return entity !== row.entity && idOf(entity) < idOf(row.entity)
}

/** Returns the amount, given its double and its exact text. */
export function amountOf(score: number, exact: string | undefined): Amount {
  return exact ?? score
}
