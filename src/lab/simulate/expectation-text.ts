import { boundsOf } from './bounds.ts'
import type { Interval } from './repeated.ts'
import type { EndExpectation } from './report.ts'
import type { Expectation, FlowFigure, MetricFigure } from './simulation.ts'

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
  given: (metric) => `total of ${metric} given`,
  taken: (metric) => `total of ${metric} taken`,
  taken_per_given: (metric) => `ratio of ${metric} taken to ${metric} given`,
}

/** Describes the figure that an expectation is about: `share of the grinder players who reach rank:Gold by day 5`. */
export function figureText(expectation: Expectation | EndExpectation): string {
  const { persona } = expectation
  const players = persona === undefined ? 'all players' : `the ${persona} players`
  const ofPersona = persona === undefined ? '' : `, ${players}`
  if ('reach' in expectation) {
    const { reach, by_day } = expectation
    const end = by_day === undefined ? '' : ` by day ${by_day}`
    if ('share' in expectation) return `share of ${players} who reach ${reach}${end}`
    return `median ${'median_days' in expectation ? 'days' : 'plays'} until ${players} reach ${reach}${end}`
  }
  if ('metric' in expectation) {
    const { metric, of, day } = expectation
    return `${metricNames[of]} of ${metric} ${day === undefined ? 'at the end' : `after day ${day}`}${ofPersona}`
  }
  if ('flow' in expectation) return `${flowNames[expectation.of](expectation.flow)}${ofPersona}`
  if ('refused' in expectation) return `share of tries refused with ${expectation.refused}${ofPersona}`
  return `share of ${players} who come on day ${expectation.day}`
}

/** Describes the bounds of an expectation: `at least 90 %`, `3 to 7`, `exactly 1`. Empty if there are none. */
export function boundsText(expectation: Expectation | EndExpectation): string {
  const { min, max } = boundsOf(expectation)
  const text = (bound: number): string => numberIn(expectation, bound)
  if (min === undefined) return max === undefined ? '' : `at most ${text(max)}`
  if (max === undefined) return `at least ${text(min)}`
  return min === max ? `exactly ${text(min)}` : `${text(min)} to ${text(max)}`
}

/**
 * Describes what was seen of a figure, a share as a percentage: `98.2 %`. The mean of several runs is followed by its
 * interval, unless all runs saw the same: `98.2 % (97 % to 99.4 %)`. The interval ends where the figure can be no smaller or larger.
 */
export function seenText(expectation: Expectation | EndExpectation, seen: number | Interval | null): string {
  const text = (value: number | null): string => (value === null ? NOTHING : numberIn(expectation, value))
  if (seen === null || typeof seen === 'number') return text(seen)
  const { mean, low, high } = seen
  if (low === null || high === null || low === high) return text(mean)
  const [least, most] = rangeOf(expectation)
  return `${text(mean)} (${text(Math.max(low, least))} to ${text(Math.min(high, most))})`
}

/** Returns the smallest and the largest number that a figure can be. Scores can be negative. */
function rangeOf(expectation: Expectation | EndExpectation): readonly [least: number, most: number] {
  const isGini = 'metric' in expectation && expectation.of === 'gini'
  if ('share' in expectation || isGini) return [0, 1]
  return ['metric' in expectation ? -Infinity : 0, Infinity]
}

/** What is said of a figure that does not exist, such as the median of nobody. */
const NOTHING = 'nothing to measure'

function numberIn(expectation: Expectation | EndExpectation, value: number): string {
  return 'share' in expectation ? `${formatted(value * 100)} %` : formatted(value)
}

/** The number of digits, so that a figure just outside of its bounds looks so. */
const DIGITS = 4

/** From here on, numbers are written with an exponent. */
const HUGE = 1e15

const inDigits = new Intl.NumberFormat('en', {
  maximumSignificantDigits: DIGITS,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
})

function formatted(value: number): string {
  return Math.abs(value) < HUGE ? inDigits.format(value) : value.toExponential(DIGITS - 1)
}
