import { csv } from '../../terminal/render/leaderboard-csv.ts'
import type { GroupReport, PointsRow, SetRow, SimulationReport, StateRow } from './report.ts'

/** A value of a row. Null is an empty cell, and so is a column that a row does not have. */
type Cell = string | number | null
type Row<Column extends string> = Readonly<Partial<Record<Column, Cell>>>

/** The group of all players, next to the personas. */
const ALL = 'all'

/**
 * Returns the tables of reports as CSV (RFC 4180, lines end with CRLF), by file name. Each row is one observation of one
 * simulation and group: all players, or those of one persona. Spec 7.1 `--csv`.
 */
export function csvTables(reports: readonly SimulationReport[]): Readonly<Record<string, string>> {
  return {
    'days.csv': table(dayColumns, reports, ofGroups(dayRows)),
    'metrics.csv': table(metricColumns, reports, ofGroups(metricRows)),
    'flows.csv': table(flowColumns, reports, ofGroups(flowRows)),
    'reached.csv': table(reachedColumns, reports, ofGroups(reachedRows)),
    'boards.csv': table(boardColumns, reports, boardRows),
  }
}

function table<Column extends string>(
  columns: readonly Column[],
  reports: readonly SimulationReport[],
  rowsOf: (report: SimulationReport) => readonly (Row<Column> & { readonly group: string })[],
): string {
  const lines = reports.flatMap((report) =>
    rowsOf(report).map((row) => [report.simulation, row.group, ...columns.map((column) => String(row[column] ?? ''))]),
  )
  return csv([['simulation', 'group', ...columns], ...lines])
}

/** Returns a function that gives the rows of each group of a report. */
function ofGroups<Column extends string>(rowsOf: (group: GroupReport) => readonly Row<Column>[]) {
  return ({ all, personas }: SimulationReport): (Row<Column> & { readonly group: string })[] =>
    [[ALL, all] as const, ...Object.entries(personas)].flatMap(([group, report]) =>
      rowsOf(report).map((row) => ({ ...row, group })),
    )
}

const dayColumns = ['day', 'code', 'joined', 'active', 'left', 'plays', 'refused'] as const

/** Returns a row for each day, and one for each error code of it. Only the latter have `refused`. */
function dayRows({ days }: GroupReport): Row<(typeof dayColumns)[number]>[] {
  return days.flatMap(({ refused, ...row }) => [
    row,
    ...Object.entries(refused).map(([code, times]) => ({ day: row.day, code, refused: times })),
  ])
}

const pointColumns = ['total', 'mean', 'p5', 'p25', 'median', 'p75', 'p95', 'gini'] as const
const metricColumns = ['day', 'metric', 'item', ...pointColumns, 'share', 'count'] as const
type MetricRow = Row<(typeof metricColumns)[number]>

/** Returns a row for each day of a point metric, and one for each item or state of each day of the others. */
function metricRows({ metrics }: GroupReport): MetricRow[] {
  return Object.entries(metrics).flatMap(([metric, rows]) =>
    rows.flatMap((row) => valuesOn(row).map((values) => ({ ...values, day: row.day, metric }))),
  )
}

function valuesOn(row: PointsRow | StateRow | SetRow): readonly MetricRow[] {
  if ('total' in row) return [row]
  if ('share' in row) return Object.entries(row.share).map(([item, share]) => ({ item, share }))
  const { holders, items } = row
  return [...new Set([...Object.keys(holders), ...Object.keys(items)])].map((item) => ({
    item,
    share: own(holders, item),
    count: own(items, item),
  }))
}

const flowColumns = ['metric', 'source', 'given', 'taken', 'times'] as const

const flowRows = ({ flows }: GroupReport): readonly Row<(typeof flowColumns)[number]>[] => flows

const reachedColumns = [
  'reached',
  'players',
  'share',
  'days_p25',
  'days_median',
  'days_p75',
  'plays_p25',
  'plays_median',
  'plays_p75',
] as const

function reachedRows({ reached }: GroupReport): Row<(typeof reachedColumns)[number]>[] {
  return Object.entries(reached).map(([name, { players, share, days, plays }]) => ({
    reached: name,
    players,
    share,
    days_p25: days.p25,
    days_median: days.median,
    days_p75: days.p75,
    plays_p25: plays.p25,
    plays_median: plays.median,
    plays_p75: plays.p75,
  }))
}

const boardColumns = [
  'board',
  'cycle',
  'start',
  'score_1',
  'score_10',
  'score_100',
  'joined_days_ago',
  'first_ten',
] as const

/** Returns a row for each period of a board, and one for each persona among its first ten: how many of them there are. */
function boardRows({ boards }: SimulationReport): (Row<(typeof boardColumns)[number]> & { readonly group: string })[] {
  return Object.entries(boards).flatMap(([board, periods]) =>
    periods.flatMap(({ cycle, start, scores, first_ten: { personas, joined_days_ago } }) => {
      const period = { board, cycle, start }
      const shown = { score_1: scores['1'], score_10: scores['10'], score_100: scores['100'], joined_days_ago }
      const first = Object.values(personas).reduce((sum, players) => sum + players, 0)
      return [
        { group: ALL, ...period, ...shown, first_ten: first },
        ...Object.entries(personas).map(([group, players]) => ({ group, ...period, first_ten: players })),
      ]
    }),
  )
}

function own<T>(values: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null
}
