import type { CheckReport } from '../lab/check/report.ts'
import type { CheckOptions } from './checking.ts'

/**
 * Searches for a way to break what must hold in every game of a design, as `gamify check` does, and resolves with the
 * report. It writes no file. Rejects with an error that lists what is wrong with the options, the design or the checks; a
 * check that does not hold is not an error. Spec 7.6.
 */
export async function check(options: CheckOptions = {}): Promise<CheckReport> {
  // Most test programs need no lab, so it does not slow down their start.
  const { runCheck } = await import('./run-check.ts')
  return runCheck(options)
}
