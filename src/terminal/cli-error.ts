import { exitCode } from './exit-code.ts'

/** What there is to tell of an error besides its message. */
export interface CliErrorOptions {
  readonly code: string
  readonly exitCode: number
  /** What to do next, a line each. */
  readonly advice?: readonly string[]
  /** The service's own body, where the error is the service's. */
  readonly json?: string
  readonly cause?: unknown
  /** Whether the command ended because you decided so, which is not an error to people. */
  readonly isChoice?: boolean
}

/** Why a command ends before it is done: what happened, what to do next, and the exit code. Spec 6.2. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: number
  readonly advice: readonly string[]
  /** The error as `--json` tells it: the service's body, or one in its shape. */
  readonly json: string
  readonly isChoice: boolean

  constructor(message: string, options: CliErrorOptions) {
    const { code, exitCode: endsWith, advice = [], json, cause, isChoice = false } = options
    super(message, { cause })
    this.isChoice = isChoice
    this.exitCode = endsWith
    this.advice = advice
    this.json = json ?? JSON.stringify({ error: code, error_description: message })
  }
}

/** Wrong usage or configuration: exit 2. */
export function usageError(message: string, ...advice: readonly string[]): CliError {
  return new CliError(message, { code: 'invalid_usage', exitCode: exitCode.usage, advice })
}
