import { pause, type Steps } from '../../kernel/operation.ts'
import type { RankedRow } from '../../ranking/leaf.ts'
import { eachRow } from './finished.ts'
import type { Ranking } from '../../ranking/ranking.ts'

/** Rows that are shown before others may have their turn. */
const STRIDE = 1024

/** Which rows of a board are asked for. */
export interface RowsWanted {
  readonly sort: 'ascending' | 'descending'
  readonly skip: number
  readonly limit: number
  /** Centred on this entity in place of `skip` and `limit`: null is one that is not there; undefined asks for none. */
  readonly around: number | null | undefined
  /** Rows on each side of that entity. */
  readonly radius: number
}

/** A row of a board with its rank. */
export type Placed = RankedRow & { readonly rank: number }

/** The rows of a page, each as it is shown; undefined leaves one out. Ascending order is the other one turned round. Spec 4.16. */
export function* pageOfRows<S>(ranking: Ranking, wanted: RowsWanted, show: (row: Placed) => S | undefined): Steps<S[]> {
  const { size } = ranking
  const ascending = wanted.sort === 'ascending'
  const [first, end] = rangeIn(ranking, wanted)
  const shown = yield* shownBetween(
    ranking,
    ...(ascending ? ([size - end, size - first] as const) : ([first, end] as const)),
    show,
  )
  return ascending ? shown.reverse() : shown
}

/** Which rows a page has, in its own order: from the first up to, but without, the second. */
function rangeIn(ranking: Ranking, { sort, skip, limit, around, radius }: RowsWanted): readonly [number, number] {
  const { size } = ranking
  if (around === undefined) return [Math.min(skip, size), Math.min(skip + limit, size)]
  const index = around === null ? undefined : ranking.indexOf(around)
  if (index === undefined) return [0, 0]
  const place = sort === 'ascending' ? size - 1 - index : index
  return [Math.max(place - radius, 0), Math.min(place + radius + 1, size)]
}

/** A few rows are looked up; many are walked through, as they are now. */
function* shownBetween<S>(
  ranking: Ranking,
  from: number,
  to: number,
  show: (row: Placed) => S | undefined,
): Steps<S[]> {
  if (to - from <= STRIDE) return ranking.rows(from, to).flatMap((row) => show(row) ?? [])
  const shown: S[] = []
  let index = 0
  let [rank, score] = [0, undefined as RankedRow['score'] | undefined]
  for (const row of eachRow(ranking)) {
    if (index === to) break
    if (row.score !== score) [rank, score] = [index + 1, row.score]
    const found = index < from ? undefined : show({ ...row, rank })
    if (found !== undefined) shown.push(found)
    index += 1
    if (index % STRIDE === 0) yield pause
  }
  return shown
}
