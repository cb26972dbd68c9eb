import { firstFew } from '../../../game/kernel/message-text.ts'
import { numberText } from './figures.ts'
import { fittedTable, largest, sentence, type SummaryStyle } from './layout.ts'
import type { LeftOut } from './left-out.ts'
import { meanOf, writer, type SampledReport } from './samples.ts'

/** The number of lines for boards and cycles; the last one counts the others if there are more. */
const MAX_LINES = 20

/** The number of personas that are named for a board. */
const MAX_PERSONAS = 3

/** The first ten joined early if they joined this many times as long ago as all players. */
const EARLY = 1.1

const HEAD = ['BOARD', 'CYCLE', '1ST', '10TH', '100TH', 'FIRST TEN', 'JOINED DAYS AGO']
const TO_RIGHT: ReadonlySet<number> = new Set([2, 3, 4, 6])

/** Describes the boards at the end, whether a newcomer can be seen on them, and which boards the report leaves out. */
export function boards(report: SampledReport, style: SummaryStyle, lastDay: number, leftOut: LeftOut): string[] {
  const latest = Object.entries(report.boards).flatMap(([board, periods]) =>
    latestOf(periods).map((period) => [board, period] as const),
  )
  if (latest.length === 0) return teamBoardsText(leftOut)
  const { few, more } = firstFew(latest, MAX_LINES)
  const rows = few.map(([board, period]) => cellsOf(board, period, style))
  return [
    style.paint.strong('The boards at the end, and who the first ten are'),
    ...fittedTable(HEAD, rows, TO_RIGHT, style),
    ...more,
    ...newcomers(report, latest, lastDay),
    ...teamBoardsText(leftOut),
    ...zoneText(latest, leftOut).map(style.paint.faint),
  ]
}

function teamBoardsText({ teamBoards }: LeftOut): string[] {
  const [only, ...others] = teamBoards
  if (only === undefined) return []
  return sentence(
    others.length === 0
      ? `The board ${only} is over teams, so the report does not have it.`
      : `These boards are over teams, so the report does not have them: ${teamBoards.join(', ')}.`,
  )
}

/** Says whose days the boards have, if they are not those of the simulation. Spec 4.11. */
function zoneText(latest: readonly (readonly [string, Period])[], { timezone }: LeftOut): string[] {
  if (timezone === 'UTC' || latest.every(([, { cycle }]) => cycle === 'alltime')) return []
  return sentence(
    `Periods of boards begin at midnight in UTC, weeks on Sunday. Days of players begin at midnight in ${timezone}.`,
  )
}

type Period = SampledReport['boards'][string][number]

/** Returns the last period of each cycle. */
function latestOf(periods: readonly Period[]): Period[] {
  return [...new Map(periods.map((period) => [period.cycle, period])).values()]
}

function cellsOf(
  board: string,
  { cycle, scores, first_ten: { personas, joined_days_ago } }: Period,
  style: SummaryStyle,
): string[] {
  const write = writer(style)
  // The personas share a cell, which has no room for intervals.
  const who = Object.entries(personas).map(([persona, players]) => {
    const mean = meanOf(players)
    return [persona, mean, numberText(mean)] as const
  })
  return [
    board,
    cycle,
    ...[scores['1'], scores['10'], scores['100']].map(write.number),
    largest(who, MAX_PERSONAS),
    write.number(joined_days_ago),
  ]
}

/** Says on which boards the first ten joined much earlier than all players. */
function newcomers({ all }: SampledReport, latest: readonly (readonly [string, Period])[], lastDay: number): string[] {
  const joined = all.days.map((row) => ({ day: row.day, players: meanOf(row.joined) }))
  const players = joined.reduce((sum, row) => sum + row.players, 0)
  // They join as a day begins.
  const age = joined.reduce((sum, row) => sum + row.players * (lastDay - row.day + 1), 0) / players
  // While the tenth place is empty, nobody keeps anybody out.
  const ages = latest.flatMap(([board, { cycle, first_ten, scores }]) =>
    first_ten.joined_days_ago.every((days) => days === null) || scores['10'].every((score) => score === null)
      ? []
      : [{ name: `${board} (${cycle})`, joined: meanOf(first_ten.joined_days_ago) }],
  )
  if (ages.length === 0) return []
  if (joined.every(({ day, players }) => day === 1 || players === 0))
    return sentence('All players joined on day 1, so the boards do not show how newcomers fare.')
  const early = ages.filter(({ joined }) => joined > age * EARLY).map(({ name }) => name)
  const verdict =
    early.length === 0
      ? 'newcomers can be seen on each board'
      : `players who joined early hold the first places of ${early.join(', ')}`
  return sentence(`All players joined ${numberText(age)} days ago on average: ${verdict}.`)
}
