import type { Problem } from '../project/problem.ts'
import { exitCode } from './exit-code.ts'

/** The parts of an error next to its message. */
export interface CliErrorOptions {
  readonly code: string
  readonly exitCode: number
  /** What to do next, one line each. */
  readonly advice?: readonly string[]
  /** The body of the service's answer, if the error comes from the service. */
  readonly json?: string
  readonly cause?: unknown
  /** The problems of files that the error lists. */
  readonly problems?: readonly Problem[]
  /** Whether the user chose to end the command, so that it is not printed as an error. */
  readonly isChoice?: boolean
}

/** An error that ends a command: what happened, what to do next, and the exit code. Spec 6.2. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: number
  readonly advice: readonly string[]
  /** The error for `--json`: the body of the service's answer, or one of the same form. */
  readonly json: string
  readonly isChoice: boolean
  readonly problems: readonly Problem[]

  constructor(message: string, options: CliErrorOptions) {
    const { code, exitCode: endsWith, advice = [], json, cause, problems = [], isChoice = false } = options
    super(message, { cause })
    this.isChoice = isChoice
    this.problems = problems
    this.exitCode = endsWith
    this.advice = advice
    this.json = json ?? JSON.stringify({ error: code, error_description: message })
  }
}

/** Creates an error for wrong usage or configuration, with exit code 2. */
export function usageError(message: string, ...advice: readonly string[]): CliError {
  return new CliError(message, { code: 'invalid_usage', exitCode: exitCode.usage, advice })
}
