import { usageError } from '../terminal/cli-error.ts'
import type { Shell } from '../terminal/shell.ts'

/** The forms of `--reporter`. */
export const reportForms = ['spec', 'json', 'junit', 'github'] as const

/** Those of commands that only look for problems of files. */
export const findingForms = ['spec', 'github'] as const

/** A form of `--reporter`. */
export type ReportForm = (typeof reportForms)[number]

/** Returns the form that `--reporter` or `--json` asks for. Throws a usage error if they ask for different ones. */
export function reportForm({ options }: Shell, requested: ReportForm | undefined): ReportForm {
  if (!options.json) return requested ?? 'spec'
  if (requested === undefined || requested === 'json') return 'json'
  throw usageError(`--json and --reporter ${requested} cannot be combined`, 'use only one of them')
}
