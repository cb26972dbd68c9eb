import { boundsOf, isWithin } from './bounds.ts'
import { foldReports, type Fold, type FoldedReport } from './report-figures.ts'
import type { SimulationReport } from './report.ts'
import type { Expectation } from './simulation.ts'
import { studentT } from './student-t.ts'

/** The mean of a figure over several runs, and its 95 % interval. The interval needs two runs with this figure. */
export interface Interval {
  readonly mean: number | null
  readonly low: number | null
  readonly high: number | null
}

/** What an expectation came to in several runs. It holds if the mean is within its bounds. */
export interface JudgedRuns {
  readonly seen: Interval
  readonly holds: boolean
  /** The number of runs in which it holds. */
  readonly runs_holding: number
}

/** The report of a simulation that ran several times: an interval for each figure. Spec 7.1 `--runs`. */
export interface RepeatedReport extends FoldedReport<Interval> {
  readonly simulation: string
  readonly design: string
  /** The seed of all runs. The first one has the seed `<seed>/1`. */
  readonly random_seed: string
  readonly runs: number
  readonly days: number
  /** Present if a run was interrupted. */
  readonly partial?: true
  readonly expect: readonly (Expectation & JudgedRuns)[]
}

/** Whether a report is of several runs. */
export function isRepeated(report: SimulationReport | RepeatedReport): report is RepeatedReport {
  return 'runs' in report
}

/** Combines the reports of runs that differ only in their seeds, of which there must be one. */
export function combineRuns(reports: readonly SimulationReport[]): RepeatedReport {
  const [first] = reports
  if (first === undefined) throw new Error('there are no runs to combine')
  const { simulation, design, random_seed, days, expect } = first
  const { players, plays, refused, ...groups } = foldReports(reports, intervals)
  return {
    simulation,
    design,
    random_seed: random_seed.replace(/\/1$/, ''),
    runs: reports.length,
    days,
    players,
    plays,
    refused,
    ...(reports.some(({ partial }) => partial) ? { partial: true } : {}),
    expect: expect.map((expectation, place) => {
      const judged = reports.flatMap((report) => report.expect[place] ?? [])
      const seen = intervalOf(judged.flatMap((each) => each.seen ?? []))
      const holds = isWithin(seen.mean, boundsOf(expectation))
      return { ...expectation, seen, holds, runs_holding: judged.filter((each) => each.holds).length }
    }),
    ...groups,
  }
}

const intervals: Fold<Interval> = {
  count: (values) => intervalOf(values.map((value) => Number(value ?? 0))),
  measure: (values) => intervalOf(values.flatMap((value) => (value === null ? [] : Number(value)))),
}

/** The share of such intervals that have the true mean in them. */
const CONFIDENCE = 0.95

/** Returns the mean of values and its 95 % interval, by Student's distribution. */
export function intervalOf(values: readonly number[]): Interval {
  const [first] = values
  if (first === undefined) return { mean: null, low: null, high: null }
  const count = values.length
  // The mean of equal values is exactly their value.
  const mean = first + values.reduce((sum, value) => sum + (value - first), 0) / count
  if (count === 1) return { mean, low: null, high: null }
  const deviation = Math.hypot(...values.map((value) => value - mean)) / Math.sqrt(count - 1)
  const toEachSide = (tOf(count - 1) * deviation) / Math.sqrt(count)
  return { mean, low: mean - toEachSide, high: mean + toEachSide }
}

const known = new Map<number, number>()

/** Returns t for the intervals. A report has thousands of figures, nearly all with the same degrees of freedom. */
function tOf(degrees: number): number {
  const t = known.get(degrees) ?? studentT(CONFIDENCE, degrees)
  known.set(degrees, t)
  return t
}
