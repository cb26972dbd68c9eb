import { boundsOf } from './bounds.ts'
import type { Expectation, FlowFigure, MetricFigure } from './simulation.ts'
import { numberText } from './summary/figures.ts'

const metricNames: Readonly<Record<MetricFigure, string>> = {
  total: 'total',
  mean: 'mean',
  p5: '5th percentile',
  p25: '25th percentile',
  median: 'median',
  p75: '75th percentile',
  p95: '95th percentile',
  gini: 'Gini coefficient',
}

const flowNames: Readonly<Record<FlowFigure, (metric: string) => string>> = {
  given: (metric) => `${metric} given`,
  taken: (metric) => `${metric} taken`,
  taken_per_given: (metric) => `${metric} taken for each one given`,
}

/** Describes the figure that an expectation is about: `share of the grinder players who reach rank:Gold by day 5`. */
export function figureText(expectation: Expectation): string {
  const { persona } = expectation
  const players = persona === undefined ? 'all players' : `the ${persona} players`
  const ofPersona = persona === undefined ? '' : `, ${players}`
  if ('reach' in expectation) {
    const { reach, by_day } = expectation
    const end = by_day === undefined ? '' : ` by day ${by_day}`
    if ('share' in expectation) return `share of ${players} who reach ${reach}${end}`
    return `median ${'median_days' in expectation ? 'days' : 'plays'} until ${players} reach ${reach}${end}`
  }
  if ('metric' in expectation)
    return `${metricNames[expectation.of]} of ${expectation.metric} after day ${expectation.day}${ofPersona}`
  if ('flow' in expectation) return `${flowNames[expectation.of](expectation.flow)}${ofPersona}`
  if ('refused' in expectation) return `share of tries refused with ${expectation.refused}${ofPersona}`
  return `share of ${players} who play on day ${expectation.day}`
}

/** Describes the bounds of an expectation: `at least 90 %`, `3 to 7`. Empty if there are none. */
export function boundsText(expectation: Expectation): string {
  const { min, max } = boundsOf(expectation)
  const text = (bound: number): string => seenText(expectation, bound)
  if (min === undefined) return max === undefined ? '' : `at most ${text(max)}`
  return max === undefined ? `at least ${text(min)}` : `${text(min)} to ${text(max)}`
}

/** The number of digits of what was seen, so that a figure just outside of its bounds looks so. */
const DIGITS = 4

/** Formats a figure of an expectation: a share as a percentage. */
export function seenText(expectation: Expectation, seen: number): string {
  if ('share' in expectation) return `${Number((seen * 100).toPrecision(DIGITS))} %`
  return Number.isInteger(seen) ? numberText(seen) : String(Number(seen.toPrecision(DIGITS)))
}
