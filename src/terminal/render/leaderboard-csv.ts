import { csv, csvText } from './csv.ts'
import { rankedOf, rankIn, scoresOf, type ShownRow, type ShownTrend } from './leaderboard-rows.ts'

/** Rows of a board as CSV, `others` being what the scores of boards that are merged in are headed. */
export function boardCsv(rows: readonly ShownRow[], others: readonly string[]): string {
  return csv([
    ['rank', 'id', 'name', 'score', ...others],
    ...rows.map((row) => {
      const { id, name } = rankedOf(row)
      return [String(row.rank), id, csvText(name), ...scoresOf(row)]
    }),
  ])
}

/** Trends as CSV, a line for each period of each player or team; without a rank there is neither rank nor score. */
export function trendCsv(trends: readonly ShownTrend[]): string {
  return csv([
    ['id', 'name', 'date', 'rank', 'score'],
    ...trends.flatMap((trend) => {
      const { id, name } = rankedOf(trend)
      return trend.data.map((period) => [
        id,
        csvText(name),
        period.date,
        String(rankIn(period) ?? ''),
        period.score ?? '',
      ])
    }),
  ])
}
