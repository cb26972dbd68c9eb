import type { TimedResult } from '../runner.ts'

/** How many steps came to what. */
export type Counts = Readonly<Record<TimedResult['outcome'], number>>

/** Counts what came of steps. */
export function countsOf(results: readonly TimedResult[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { outcome } of results) counts[outcome] += 1
  return counts
}
