import type { Judged, SimulationReport } from './report.ts'
import type { Expectation, Simulation } from './simulation.ts'
import type { Variation } from './variation.ts'

/** The report of `--vary`. Spec 7.4. */
export interface VaryReport {
  readonly simulation: string
  readonly random_seed: string
  readonly days: number
  readonly players: number
  /** Present if the simulation was interrupted, so that the last values have no point. */
  readonly partial?: true
  readonly vary: readonly Variation[]
  /** The expectations of the simulation. */
  readonly expect: readonly Expectation[]
  /** The figures that are shown, as `--show` named them. */
  readonly show: readonly string[]
  readonly points: readonly VariedPoint[]
}

/** What one value, or one pair of values, came to. */
export interface VariedPoint {
  readonly values: readonly string[]
  /** Whether all expectations hold; null if there are none. */
  readonly holds: boolean | null
  /** What each expectation came to, in the order of the report. */
  readonly expect: readonly Judged[]
  readonly figures: Readonly<Record<string, number | null>>
}

/** A figure of `--show`, and the expectation without bounds that measures it. */
export interface ShownFigure {
  readonly name: string
  readonly expectation: Expectation
}

/** Returns a simulation that measures figures, too. */
export function withFigures(simulation: Simulation, figures: readonly ShownFigure[]): Simulation {
  return { ...simulation, expect: [...simulation.expect, ...figures.map(({ expectation }) => expectation)] }
}

/** Returns what values came to, from the report of a simulation that `withFigures` returned. */
export function variedPoint(
  values: readonly string[],
  { expect: all }: Pick<SimulationReport, 'expect'>,
  figures: readonly ShownFigure[],
): VariedPoint {
  const own = all.slice(0, all.length - figures.length).map(({ seen, holds }): Judged => ({ seen, holds }))
  const shown = all.slice(own.length)
  return {
    values,
    holds: own.length === 0 ? null : own.every(({ holds }) => holds),
    expect: own,
    figures: Object.fromEntries(figures.map(({ name }, i) => [name, shown[i]?.seen ?? null])),
  }
}
