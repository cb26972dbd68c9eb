import { counted } from '../../../terminal/render/counts.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { BoardChoice } from './options.ts'
import type { ShownTrends } from './trends.ts'
import { heading, rangeNote } from './words.ts'

/** What is shown: `top, daily, 10 periods from 2026-11-14 to 2026-11-23`. */
export function trendHeading(id: string, choice: BoardChoice, { board, cycle, dates }: ShownTrends): string {
  const [first, last] = [dates[0], dates.at(-1)]
  const time = first === last ? (first ?? '') : ` from ${first} to ${last}`
  const periods = counted(dates.length, 'period', 'periods')
  return heading(board, id, choice, cycle, first === last ? [periods, time].join(' ').trim() : periods + time)
}

/** Whose trends are shown where nobody was named, if that does not go without saying. */
export function whoseNote(shell: Shell, id: string, choice: BoardChoice, shown: ShownTrends): string | undefined {
  const { dates, rows } = shown
  if (choice.around.length > 0) return undefined
  if (dates.length === 0) return 'no period started in that time'
  if (rows === undefined) return 'nobody was on this leaderboard in that time'
  const { page, date } = rows
  if (page.data.length < page.total) return `${rangeNote(shell, id, choice, page)} (as of ${date})`
  return date === dates.at(-1) ? undefined : `showing the rows of ${date}, the last period with any rows`
}
