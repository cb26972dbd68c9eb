import { rankedOf, rankIn, scoresOf, type ShownRow, type ShownTrend } from '../../inspect/leaderboard-rows.ts'

/** Formats rows of a leaderboard as CSV. `others` are the headings of the scores of merged leaderboards. */
export function boardCsv(rows: readonly ShownRow[], others: readonly string[]): string {
  return csv([
    ['rank', 'id', 'name', 'score', ...others],
    ...rows.map((row) => {
      const { id, name } = rankedOf(row)
      return [String(row.rank), id, csvText(name), ...scoresOf(row)]
    }),
  ])
}

/**
 * Formats rank trends as CSV, a line for each period of each player or team. Without a rank, rank and score are empty.
 */
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

/** The start of a text that spreadsheets evaluate as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Formats rows as CSV (RFC 4180). The last line ends with CRLF as well. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

/** Escapes a text so that a spreadsheet does not evaluate it as a formula. */
export function csvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
