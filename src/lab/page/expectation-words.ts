import type { Bounds, Expectation } from '../simulate/simulation.ts'
import { NO_FIGURE, number, percent } from './figures/numbers.ts'

/** An expectation in words. */
export interface ExpectationWords {
  /** What is measured: `Median days to reach rank:Gold`. */
  readonly figure: string
  readonly bounds: string
  /** Writes a figure in the unit of the expectation. */
  readonly write: (value: number | null) => string
}

/** Returns what an expectation says in words. */
export function expectationWords(expectation: Expectation): ExpectationWords {
  if ('reach' in expectation) {
    const { reach, by_day: day } = expectation
    const until = day === undefined ? '' : ` by day ${day}`
    if ('share' in expectation) return shares(`Share who reach ${reach}${until}`, expectation.share)
    if ('median_days' in expectation) return numbers(`Median days to reach ${reach}${until}`, expectation.median_days)
    return numbers(`Median plays to reach ${reach}${until}`, expectation.median_plays)
  }
  if ('metric' in expectation)
    return numbers(`${expectation.of} of ${expectation.metric} after day ${expectation.day}`, expectation)
  if ('flow' in expectation)
    return numbers(`${expectation.of.replaceAll('_', ' ')} of ${expectation.flow}`, expectation)
  if ('refused' in expectation) return shares(`Share of tries refused with ${expectation.refused}`, expectation.share)
  return shares(`Share active on day ${expectation.day}`, expectation.share)
}

const shares = (figure: string, bounds: Bounds): ExpectationWords => inWords(figure, bounds, percent)
const numbers = (figure: string, bounds: Bounds): ExpectationWords => inWords(capitalised(figure), bounds, number)

function inWords(figure: string, { min, max }: Bounds, write: (value: number) => string): ExpectationWords {
  return {
    figure,
    bounds: boundsIn(min === undefined ? min : write(min), max === undefined ? max : write(max)),
    write: (value) => (value === null ? NO_FIGURE : write(value)),
  }
}

function boundsIn(min: string | undefined, max: string | undefined): string {
  if (min === undefined) return max === undefined ? 'any' : `at most ${max}`
  if (max === undefined) return `at least ${min}`
  return min === max ? `exactly ${min}` : `${min} to ${max}`
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
