import type { GroupReport, PointsRow, SetRow, SimulationReport, StateRow } from '../../simulate/report.ts'

/** What a page shows of a report: all players, or those of one persona. */
export interface Shown {
  readonly report: SimulationReport
  /** Undefined for all players. */
  readonly persona: string | undefined
  readonly group: GroupReport
  /** The margins of the means of several runs, as `averaged` returns them; undefined for one run. */
  readonly margins?: { readonly report: SimulationReport; readonly group: GroupReport } | undefined
  /** The states of each metric from the first to the last, if the design orders them. */
  readonly orders: Readonly<Record<string, readonly string[]>>
}

/** Returns the players of a persona, or all. */
export function groupOf(report: SimulationReport, persona: string | undefined): GroupReport {
  return (persona === undefined ? undefined : report.personas[persona]) ?? report.all
}

/** Returns the personas in the order of the report, which decides their looks. */
export const personasOf = (report: SimulationReport): readonly string[] => Object.keys(report.personas)

/** The names of metrics with their rows of a kind. */
type Rows<T> = readonly (readonly [metric: string, rows: readonly T[]])[]

/** Returns the metrics that have points, compound ones included. */
export const pointsOf = (group: GroupReport): Rows<PointsRow> => rowsWith<PointsRow>(group, 'total')

/** Returns the metrics that have states. */
export const statesOf = (group: GroupReport): Rows<StateRow> => rowsWith<StateRow>(group, 'share')

/** Returns the metrics that are sets of items. */
export const setsOf = (group: GroupReport): Rows<SetRow> => rowsWith<SetRow>(group, 'holders')

function rowsWith<T extends object>({ metrics }: GroupReport, field: keyof T & string): Rows<T> {
  return Object.entries(metrics).flatMap(([metric, rows]) => {
    const [first] = rows
    return first !== undefined && Object.hasOwn(first, field)
      ? [[metric, rows as unknown as readonly T[]] as const]
      : []
  })
}

/** Returns metrics so that those that an expectation is about come first. */
export function expectedFirst<T>(
  metrics: readonly (readonly [metric: string, of: T])[],
  { expect }: SimulationReport,
): readonly (readonly [metric: string, of: T])[] {
  const named = new Set(
    expect.flatMap((each) => ('metric' in each ? [each.metric] : 'flow' in each ? [each.flow] : [])),
  )
  return metrics.toSorted(([a], [b]) => Number(named.has(b)) - Number(named.has(a)))
}

/** Returns the number of those who have joined by the end of each day. */
export const joinedSoFar = (group: GroupReport): readonly number[] => runningSum(group.days.map(({ joined }) => joined))

/** Returns the number of those who have left for good by the end of each day. */
export const leftSoFar = (group: GroupReport): readonly number[] => runningSum(group.days.map(({ left }) => left))

/** Returns the sum of all values up to each one. */
export function runningSum(values: readonly number[]): readonly number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}

/** Returns all names of counts, in the order of their first use. */
export function namesIn(counts: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(counts.flatMap((one) => Object.keys(one)))]
}
