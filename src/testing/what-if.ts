import type { WhatIfReport } from '../lab/what-if/report.ts'
import type { WhatIfOptions } from './history.ts'

/**
 * Decides a recorded history again under another design, as `gamify what-if` does, and resolves with the report. Rejects
 * with an error that lists what is wrong with the options, the design or the history. Spec 7.6.
 */
export async function whatIf(options: WhatIfOptions): Promise<WhatIfReport> {
  // Most test programs need no lab, so it does not slow down their start.
  const { runWhatIf } = await import('./run-what-if.ts')
  return runWhatIf(options)
}
