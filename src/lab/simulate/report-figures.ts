import type {
  BoardPeriod,
  Counted,
  DayRow,
  FlowRow,
  GroupReport,
  PointsRow,
  Quartiles,
  Reached,
  SetRow,
  SimulationReport,
  StateRow,
} from './report.ts'

/** The fields that say which row it is. They are no figures. */
type Kept = 'day' | 'cycle' | 'start' | 'metric' | 'source'

/** A part of a report in which an F replaces each figure: each number, each amount, and null. */
export type WithFigures<T, F> = T extends number | string | null
  ? F
  : { readonly [K in keyof T]: K extends Kept ? T[K] : WithFigures<T[K], F> }

/** The parts of reports in which all figures are folded. */
export type FoldedReport<F> = WithFigures<
  Pick<SimulationReport, 'players' | 'plays' | 'refused' | 'all' | 'personas' | 'boards'>,
  F
>

/** Makes one figure of those that several reports have in the same place, in the order of the reports. */
export interface Fold<F> {
  /**
   * Folds counts and shares. Undefined if a report has no such row, since nothing was counted there. Amounts are those
   * figures that a report has as exact texts.
   */
  readonly count: (values: readonly (number | string | undefined)[], isAmount: boolean) => F
  /** Folds measures, which exist only where there is something to measure. */
  readonly measure: (values: readonly (number | string | null)[], isAmount: boolean) => F
}

/** Folds several reports into one with the same rows. It has each row that any of them has. */
export function foldReports<F>(reports: readonly SimulationReport[], fold: Fold<F>): FoldedReport<F> {
  return report(reports, fold)
}

/** The figures of one report, in the form in which reports have them. */
type Figures = Pick<SimulationReport, keyof FoldedReport<unknown>>

/** Returns a folded report with a number instead of each figure. Null is 0 for a figure that reports always have. */
export function withNumbers<F>(folded: FoldedReport<F>, numberOf: (figure: F) => number | null): Figures {
  const take = (figure: unknown): number | null => numberOf(figure as F)
  const written = (value: number, isAmount: boolean): number | string => (isAmount ? String(value) : value)
  // The walk looks at no figure, so that it does not matter what the figures are.
  return foldReports<number | string | null>([folded as unknown as SimulationReport], {
    count: ([figure], isAmount) => written(take(figure) ?? 0, isAmount),
    measure: ([figure], isAmount) => {
      const value = take(figure)
      return value === null ? null : written(value, isAmount)
    },
  }) as unknown as Figures
}

/** Folds a part that several reports have in the same place; undefined if a report does not have it. */
type Walk<T> = <F>(parts: readonly (T | undefined)[], fold: Fold<F>) => WithFigures<T, F>

const count: Walk<number> = (parts, fold) => fold.count(parts, false)
const amount: Walk<string> = (parts, fold) => fold.count(parts, true)

const measure: Walk<number | null> = (parts, fold) =>
  fold.measure(
    parts.map((part) => part ?? null),
    false,
  )
const amountOrNone: Walk<string | null> = (parts, fold) =>
  fold.measure(
    parts.map((part) => part ?? null),
    true,
  )

/** Returns the first part, for a field that is the same in all. */
const kept = <T>(parts: readonly T[]): T | undefined => parts.find((part) => part !== undefined)

type FieldWalks<T> = { readonly [K in keyof T]: K extends Kept ? typeof kept : Walk<T[K]> }

function fields<T extends object>(walks: FieldWalks<T>): Walk<T> {
  return <F>(parts: readonly (T | undefined)[], fold: Fold<F>) =>
    mapNames(Object.keys(walks), (name) => {
      const walk = walks[name as keyof T] as Walk<T[keyof T]>
      return walk(
        parts.map((part) => part?.[name as keyof T]),
        fold,
      )
    }) as WithFigures<T, F>
}

type ByName<T> = Readonly<Record<string, T>>

/** Folds values by name. The names keep the order in which the reports have them. */
function byName<T>(walk: Walk<T>): Walk<ByName<T>> {
  return <F>(parts: readonly (ByName<T> | undefined)[], fold: Fold<F>) =>
    mapNames(namesIn(parts), (name) =>
      walk(
        parts.map((part) => ownValue(part, name)),
        fold,
      ),
    ) as WithFigures<ByName<T>, F>
}

/** Folds counts by name, in the order of the names. */
const counted: Walk<Counted> = (parts, fold) =>
  mapNames(namesIn(parts).toSorted(), (name) =>
    count(
      parts.map((part) => ownValue(part, name)),
      fold,
    ),
  )

/** Folds rows that have the same key. */
function rows<T>(keyOf: (row: T) => string, walk: Walk<T>): Walk<readonly T[]> {
  return <F>(parts: readonly (readonly T[] | undefined)[], fold: Fold<F>) => {
    const byKey = parts.map((part) => new Map(part?.map((row) => [keyOf(row), row])))
    const keys = new Set(byKey.flatMap((all) => [...all.keys()]))
    return [...keys].map((key) =>
      walk(
        byKey.map((all) => all.get(key)),
        fold,
      ),
    ) as WithFigures<readonly T[], F>
  }
}

const byDay = ({ day }: { readonly day: number }): string => String(day)

const pointsRows = rows(
  byDay,
  fields<PointsRow>({
    day: kept,
    total: amount,
    mean: measure,
    p5: amountOrNone,
    p25: amountOrNone,
    median: amountOrNone,
    p75: amountOrNone,
    p95: amountOrNone,
    gini: measure,
  }),
)
const stateRows = rows(byDay, fields<StateRow>({ day: kept, share: counted }))
const setRows = rows(byDay, fields<SetRow>({ day: kept, holders: counted, items: byName(amount) }))

type MetricRows = GroupReport['metrics'][string]

const isPoints = (part: MetricRows): part is readonly PointsRow[] => 'total' in (part[0] ?? {})
const isStates = (part: MetricRows): part is readonly StateRow[] => 'share' in (part[0] ?? {})
const isSet = (part: MetricRows): part is readonly SetRow[] => 'holders' in (part[0] ?? {})

/** Folds the rows of a metric. If it has changed its type, only the reports with the type of the last one have it. */
const metric: Walk<MetricRows> = (parts, fold) => {
  const last = parts.findLast((part) => part !== undefined && part.length > 0) ?? []
  const only = <T extends MetricRows>(is: (part: MetricRows) => part is T): (T | undefined)[] =>
    parts.map((part) => (part !== undefined && is(part) ? part : undefined))
  if (isStates(last)) return stateRows(only(isStates), fold)
  return isSet(last) ? setRows(only(isSet), fold) : pointsRows(only(isPoints), fold)
}

const quartiles = fields<Quartiles>({ p25: measure, median: measure, p75: measure })

const group = fields<GroupReport>({
  players: count,
  days: rows(
    byDay,
    fields<DayRow>({
      day: kept,
      joined: count,
      active: count,
      left: count,
      plays: count,
      refused: counted,
      reached: counted,
    }),
  ),
  metrics: byName(metric),
  flows: rows(
    (row) => JSON.stringify([row.metric, row.source]),
    fields<FlowRow>({ metric: kept, source: kept, given: amount, taken: amount, times: count }),
  ),
  reached: byName(fields<Reached>({ players: count, share: count, days: quartiles, plays: quartiles })),
})

const period = fields<BoardPeriod>({
  cycle: kept,
  start: kept,
  scores: fields<BoardPeriod['scores']>({ '1': amountOrNone, '10': amountOrNone, '100': amountOrNone }),
  first_ten: fields<BoardPeriod['first_ten']>({ personas: counted, joined_days_ago: measure }),
})

const report = fields<Figures>({
  players: count,
  plays: count,
  refused: counted,
  all: group,
  personas: byName(group),
  boards: byName(rows(({ cycle, start }) => JSON.stringify([cycle, start]), period)),
})

/** Returns the value of a name, which can be any text; undefined if there is no such name. */
function ownValue<T>(values: ByName<T> | undefined, name: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
}

function namesIn(parts: readonly (object | undefined)[]): string[] {
  return [...new Set(parts.flatMap((part) => Object.keys(part ?? {})))]
}

function mapNames<T>(names: readonly string[], valueOf: (name: string) => T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}
