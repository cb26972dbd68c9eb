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

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as RFC 4180 wants them, the last line ended too. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

/** Free text as a cell: a spreadsheet that opens it shows what it says and computes nothing. */
export function csvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
