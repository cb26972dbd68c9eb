import type { EndExpectation } from './report.ts'
import type { Bounds, Expectation } from './simulation.ts'

/** Returns the bounds of what an expectation is about. */
export function boundsOf(expectation: Expectation | EndExpectation): Bounds {
  if ('share' in expectation) return expectation.share
  if ('median_days' in expectation) return expectation.median_days
  if ('median_plays' in expectation) return expectation.median_plays
  return expectation
}

/** Whether a figure is within bounds. No bounds allow a figure that there is not. */
export function isWithin(seen: number | null, { min = -Infinity, max = Infinity }: Bounds): boolean {
  return seen !== null && seen >= min && seen <= max
}
