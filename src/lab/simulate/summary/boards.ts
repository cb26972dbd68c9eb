import { firstFew } from '../../../game/kernel/message-text.ts'
import type { BoardPeriod, GroupReport, SimulationReport } from '../report.ts'
import { numberText } from './figures.ts'
import { joinedBy } from './groups.ts'
import { fittedTable, largest, sentence, type SummaryStyle } from './layout.ts'
import type { LeftOut } from './left-out.ts'

/** The number of lines for boards and cycles; the last one counts the others if there are more. */
const MAX_LINES = 20

/** The number of personas that are named for a board. */
const MAX_PERSONAS = 3

/** The first ten joined early if they joined this many times as long ago as all players. */
const EARLY = 1.1

const HEAD = ['BOARD', 'CYCLE', '1ST', '10TH', '100TH', 'FIRST TEN', 'JOINED DAYS AGO']
const TO_RIGHT: ReadonlySet<number> = new Set([2, 3, 4, 6])

/** Describes the boards at the end, whether a newcomer can be seen on them, and which boards the report leaves out. */
export function boards(report: SimulationReport, leftOut: LeftOut, style: SummaryStyle): string[] {
  const latest = Object.entries(report.boards).flatMap(([board, periods]) =>
    latestOf(periods).map((period) => [board, period] as const),
  )
  if (latest.length === 0) return teamBoardsText(leftOut)
  const { few, more } = firstFew(latest, MAX_LINES)
  const rows = few.map(([board, period]) => cellsOf(board, period))
  return [
    style.paint.strong('The boards at the end, and who the first ten are'),
    ...fittedTable(HEAD, rows, TO_RIGHT, style),
    ...more,
    ...newcomers(report, latest),
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
function zoneText(latest: readonly (readonly [string, BoardPeriod])[], { timezone }: LeftOut): string[] {
  if (timezone === 'UTC' || latest.every(([, { cycle }]) => cycle === 'alltime')) return []
  return sentence(
    `Periods of boards begin at midnight in UTC, weeks on Sunday. Days of players begin at midnight in ${timezone}.`,
  )
}

/** Returns the last period of each cycle. */
function latestOf(periods: readonly BoardPeriod[]): BoardPeriod[] {
  return [...new Map(periods.map((period) => [period.cycle, period])).values()]
}

function cellsOf(board: string, { cycle, scores, first_ten: { personas, joined_days_ago } }: BoardPeriod): string[] {
  const who = Object.entries(personas).map(([persona, players]) => [persona, players, numberText(players)] as const)
  return [
    board,
    cycle,
    ...[scores['1'], scores['10'], scores['100']].map(numberText),
    largest(who, MAX_PERSONAS),
    numberText(joined_days_ago),
  ]
}

/** Says on which boards the first ten joined much earlier than all players. */
function newcomers({ all, days }: SimulationReport, latest: readonly (readonly [string, BoardPeriod])[]): string[] {
  const age = meanAge(all, days)
  const ages = latest.flatMap(([board, { cycle, first_ten }]) =>
    first_ten.joined_days_ago === null ? [] : [{ name: `${board} (${cycle})`, joined: first_ten.joined_days_ago }],
  )
  if (ages.length === 0) return []
  if (joinedBy(all, 1) === joinedBy(all, days))
    return sentence('All players joined on day 1, so the boards do not show how newcomers fare.')
  const early = ages.filter(({ joined }) => joined > age * EARLY).map(({ name }) => name)
  const verdict =
    early.length === 0
      ? 'newcomers can be seen on each board'
      : `players who joined early hold the first places of ${early.join(', ')}`
  return sentence(`All players joined ${numberText(age)} days ago on average: ${verdict}.`)
}

/** Returns the mean number of days since players joined, at the end. They join as a day begins. */
function meanAge(group: GroupReport, days: number): number {
  const ages = group.days.reduce((sum, { day, joined }) => sum + joined * (days - day + 1), 0)
  return ages / joinedBy(group, days)
}
