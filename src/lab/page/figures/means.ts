import { isRepeated, type Interval, type RepeatedReport } from '../../simulate/repeated.ts'
import { withNumbers } from '../../simulate/report-figures.ts'
import type { SimulationReport } from '../../simulate/report.ts'

/** A report as plots show it. */
export interface Averaged {
  /** The report of one run; of several runs, their means. Means of amounts may have many decimals. */
  readonly report: SimulationReport
  /**
   * How far the 95 % interval of each mean reaches to each side, in the form of a report; 0 where there is no interval.
   * Undefined for one run, which has no intervals.
   */
  readonly margins: SimulationReport | undefined
}

/** Returns what plots show of a report, which may be that of several runs. */
export function averaged(report: SimulationReport | RepeatedReport): Averaged {
  if (!isRepeated(report)) return { report, margins: undefined }
  const mean = withFigures(report, ({ mean }) => mean)
  if (report.runs < 2) return { report: mean, margins: undefined }
  return { report: mean, margins: withFigures(report, ({ mean, high }) => (high ?? 0) - (mean ?? 0)) }
}

/** Returns a report with one figure taken of each interval. */
function withFigures(repeated: RepeatedReport, take: (figure: Interval) => number | null): SimulationReport {
  const { simulation, design, random_seed, days, partial, expect } = repeated
  return {
    simulation,
    design,
    random_seed,
    days,
    ...(partial && { partial }),
    expect: expect.map((each) => ({ ...each, seen: take(each.seen) })),
    ...withNumbers(repeated, take),
  }
}
