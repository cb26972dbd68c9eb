import { CliError } from '../../terminal/cli-error.ts'

/** The result of a check, and what to do about it, one line each. */
export interface Finding {
  readonly check: string
  readonly level: 'ok' | 'note' | 'warning' | 'problem'
  readonly message: string
  readonly advice: readonly string[]
}

/** Creates a finding. */
export function finding(
  check: string,
  level: Finding['level'],
  message: string,
  ...advice: readonly string[]
): Finding {
  return { check, level, message, advice }
}

/** Converts the error of a check to a problem. */
export function failed(check: string, error: unknown): Finding {
  if (error instanceof CliError) return finding(check, 'problem', error.message, ...error.advice)
  return finding(check, 'problem', error instanceof Error ? error.message : String(error))
}
