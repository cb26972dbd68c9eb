import { pause, type Steps } from '../../kernel/operation.ts'
import type { Ranking } from '../../ranking/ranking.ts'
import type { RankedRow } from '../../ranking/row-order.ts'
import { eachRow } from './finished.ts'

/** The number of rows that are processed before other work can run. */
const ROWS_PER_STEP = 1024

/** The rows of a board that a call requests. */
export interface RequestedRows {
  readonly sort: 'ascending' | 'descending'
  readonly skip: number
  readonly limit: number
  /**
   * The entity to centre the page on, which replaces `skip` and `limit`. Null is an entity that does not exist; undefined
   * means that the page is not centred.
   */
  readonly around: number | null | undefined
  /** The number of rows on each side of that entity. */
  readonly radius: number
}

/** A row of a board with its rank. */
export type RowWithRank = RankedRow & { readonly rank: number }

/**
 * Returns the rows of a page as `show` formats them; rows for which it returns undefined are left out. Ascending order is
 * descending order reversed. Spec 4.16.
 */
export function* pageOfRows<S>(
  ranking: Ranking,
  requested: RequestedRows,
  show: (row: RowWithRank) => S | undefined,
): Steps<S[]> {
  const { size } = ranking
  const ascending = requested.sort === 'ascending'
  const [first, end] = rangeIn(ranking, requested)
  const shown = yield* shownBetween(
    ranking,
    ...(ascending ? ([size - end, size - first] as const) : ([first, end] as const)),
    show,
  )
  return ascending ? shown.reverse() : shown
}

/** Returns the range of a page in the requested order: the first index (inclusive) and the last (exclusive). */
function rangeIn(ranking: Ranking, { sort, skip, limit, around, radius }: RequestedRows): readonly [number, number] {
  const { size } = ranking
  if (around === undefined) return [Math.min(skip, size), Math.min(skip + limit, size)]
  const index = around === null ? undefined : ranking.indexOf(around)
  if (index === undefined) return [0, 0]
  const position = sort === 'ascending' ? size - 1 - index : index
  return [Math.max(position - radius, 0), Math.min(position + radius + 1, size)]
}

/** Looks up a small number of rows directly. For more, iterates over all rows as they are now. */
function* shownBetween<S>(
  ranking: Ranking,
  from: number,
  to: number,
  show: (row: RowWithRank) => S | undefined,
): Steps<S[]> {
  if (to - from <= ROWS_PER_STEP) return ranking.rows(from, to).flatMap((row) => show(row) ?? [])
  const shown: S[] = []
  let index = 0
  let [rank, score] = [0, undefined as RankedRow['score'] | undefined]
  for (const row of eachRow(ranking)) {
    if (index === to) break
    if (row.score !== score) [rank, score] = [index + 1, row.score]
    const found = index < from ? undefined : show({ ...row, rank })
    if (found !== undefined) shown.push(found)
    index += 1
    if (index % ROWS_PER_STEP === 0) yield pause
  }
  return shown
}
