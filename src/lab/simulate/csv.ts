import { csv } from '../../terminal/render/leaderboard-csv.ts'
import { isRepeated, type Interval, type RepeatedReport } from './repeated.ts'
import type { FoldedReport, WithFigures } from './report-figures.ts'
import type { GroupReport, PointsRow, SetRow, SimulationReport, StateRow } from './report.ts'

/** A figure of one run, or of several. */
type Figure = number | string | null | Interval

/** A value of a row. Null is an empty cell, and so is a column that a row does not have. */
type Row<Column extends string> = Readonly<Partial<Record<Column, Figure>>>

type Group = WithFigures<GroupReport, Figure>

/** The columns of a table: those that say what a row is about, and those with its figures. */
interface Columns<Key extends string, Column extends string> {
  readonly keys: readonly Key[]
  readonly figures: readonly Column[]
}

/** The rows of a table. */
type RowOf<Of> = Of extends Columns<infer Key, infer Column> ? Row<Key | Column> : never

/** The group of all players, next to the personas. */
const ALL = 'all'

/** The files of the tables. */
export const tableNames = ['days.csv', 'metrics.csv', 'flows.csv', 'reached.csv', 'boards.csv'] as const

/**
 * Returns the tables of reports as CSV (RFC 4180, lines end with CRLF), by file name. Each row is one observation of one
 * simulation and group: all players, or those of one persona. Of reports of several runs, each figure has three columns:
 * its mean, as `plays`, and the ends of its interval, as `plays_low` and `plays_high`. Spec 7.1 `--csv`.
 */
export function csvTables(
  reports: readonly SimulationReport[] | readonly RepeatedReport[],
): Readonly<Record<string, string>> {
  return {
    'days.csv': table(dayColumns, reports, ofGroups(dayRows)),
    'metrics.csv': table(metricColumns, reports, ofGroups(metricRows)),
    'flows.csv': table(flowColumns, reports, ofGroups(flowRows)),
    'reached.csv': table(reachedColumns, reports, ofGroups(reachedRows)),
    'boards.csv': table(boardColumns, reports, boardRows),
  } satisfies Record<(typeof tableNames)[number], string>
}

/** A report of one run, or of several. */
type Report = FoldedReport<Figure>

function table<Key extends string, Column extends string>(
  { keys, figures }: Columns<Key, Column>,
  reports: readonly SimulationReport[] | readonly RepeatedReport[],
  rowsOf: (report: Report) => readonly (Row<Key | Column> & { readonly group: string })[],
): string {
  const hasIntervals = reports.some(isRepeated)
  const columns = hasIntervals ? figures.flatMap((name) => [name, `${name}_low`, `${name}_high`]) : figures
  const cells = (figure: Figure = null): readonly string[] => {
    if (!hasIntervals) return [cell(figure)]
    const { mean, low, high } = isInterval(figure) ? figure : { mean: figure, low: null, high: null }
    return [mean, low, high].map(cell)
  }
  const lines = reports.flatMap((report) =>
    rowsOf(report).map((row) => [
      report.simulation,
      row.group,
      ...keys.map((key) => cell(row[key] ?? null)),
      ...figures.flatMap((figure) => cells(row[figure])),
    ]),
  )
  return csv([['simulation', 'group', ...keys, ...columns], ...lines])
}

const isInterval = (figure: Figure): figure is Interval => typeof figure === 'object' && figure !== null

const cell = (figure: Figure): string => (figure === null || isInterval(figure) ? '' : String(figure))

/** Returns a function that gives the rows of each group of a report. */
function ofGroups<Column extends string>(rowsOf: (group: Group) => readonly Row<Column>[]) {
  return ({ all, personas }: Report): (Row<Column> & { readonly group: string })[] =>
    [[ALL, all] as const, ...Object.entries(personas)].flatMap(([group, report]) =>
      rowsOf(report).map((row) => ({ ...row, group })),
    )
}

const dayColumns = {
  keys: ['day', 'code', 'reached'],
  figures: ['joined', 'active', 'left', 'plays', 'refused', 'players'],
} as const

/**
 * Returns a row for each day, one for each error code of it, with `refused`, and one for each thing that was reached, with
 * the `players` who did.
 */
function dayRows({ days }: Group): RowOf<typeof dayColumns>[] {
  return days.flatMap(({ refused, reached, ...row }) => [
    row,
    ...Object.entries(refused).map(([code, times]) => ({ day: row.day, code, refused: times })),
    ...Object.entries(reached).map(([key, players]) => ({ day: row.day, reached: key, players })),
  ])
}

const metricColumns = {
  keys: ['day', 'metric', 'item'],
  figures: ['total', 'mean', 'p5', 'p25', 'median', 'p75', 'p95', 'gini', 'share', 'count'],
} as const
type MetricRow = RowOf<typeof metricColumns>

/** Returns a row for each day of a point metric, and one for each item or state of each day of the others. */
function metricRows({ metrics }: Group): MetricRow[] {
  return Object.entries(metrics).flatMap(([metric, rows]) =>
    rows.flatMap((row) => valuesOn(row).map((values) => ({ ...values, day: row.day, metric }))),
  )
}

function valuesOn(row: WithFigures<PointsRow | StateRow | SetRow, Figure>): readonly MetricRow[] {
  if ('total' in row) return [row]
  if ('share' in row) return Object.entries(row.share).map(([item, share]) => ({ item, share }))
  const { holders, items } = row
  return [...new Set([...Object.keys(holders), ...Object.keys(items)])].map((item) => ({
    item,
    share: own(holders, item),
    count: own(items, item),
  }))
}

const flowColumns = { keys: ['metric', 'source'], figures: ['given', 'taken', 'times'] } as const

const flowRows = ({ flows }: Group): readonly RowOf<typeof flowColumns>[] => flows

const reachedColumns = {
  keys: ['reached'],
  figures: ['players', 'share', 'days_p25', 'days_median', 'days_p75', 'plays_p25', 'plays_median', 'plays_p75'],
} as const

function reachedRows({ reached }: Group): RowOf<typeof reachedColumns>[] {
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

const boardColumns = {
  keys: ['board', 'cycle', 'start'],
  figures: ['score_1', 'score_10', 'score_100', 'joined_days_ago', 'first_ten'],
} as const

/** Returns a row for each period of a board, and one for each persona among its first ten: how many of them there are. */
function boardRows({ boards }: Report): (RowOf<typeof boardColumns> & { readonly group: string })[] {
  return Object.entries(boards).flatMap(([board, periods]) =>
    periods.flatMap(({ cycle, start, scores, first_ten: { personas, joined_days_ago } }) => {
      const period = { board, cycle, start }
      const shown = { score_1: scores['1'], score_10: scores['10'], score_100: scores['100'], joined_days_ago }
      const first = Object.values(personas).reduce<number>((sum, players) => sum + countOf(players), 0)
      return [
        { group: ALL, ...period, ...shown, first_ten: first },
        ...Object.entries(personas).map(([group, players]) => ({ group, ...period, first_ten: players })),
      ]
    }),
  )
}

/** Returns a count, or its mean over several runs. A sum of means has no interval of its own. */
const countOf = (figure: Figure): number => Number(isInterval(figure) ? figure.mean : figure)

function own<T>(values: Readonly<Record<string, T>>, name: string): T | null {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null
}
