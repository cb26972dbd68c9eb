import { CliError } from '../../terminal/cli-error.ts'

/** What was looked at, how it is, and what to do about it, a line each. */
export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'note' | 'warning' | 'problem'
  readonly message: string
  readonly advice: readonly string[]
}

/** Says how something is. */
export function finding(
  check: string,
  level: Finding['level'],
  message: string,
  ...advice: readonly string[]
): Finding {
  return { check, level, message, advice }
}

/** What stood in the way of a check, as a problem of that. */
export function failed(check: string, error: unknown): Finding {
  if (error instanceof CliError) return finding(check, 'problem', error.message, ...error.advice)
  return finding(check, 'problem', error instanceof Error ? error.message : String(error))
}
