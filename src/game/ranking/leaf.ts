import { compare, type Amount } from '../kernel/decimal.ts'

/** What puts a row in its place. `score` is the double next to the amount, `exact` its text if no number says it. */
export interface Standing {
  score: number
  exact: string | undefined
  since: number
  entity: number
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

/** The amount of a double and its text. */
export function amountOf(score: number, exact: string | undefined): Amount {
  return exact ?? score
}
