import { printable } from '../sentences/printable.ts'
import { CliError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import type { Io } from '../terminal/io.ts'
import { paintFor } from '../terminal/render/paint.ts'

/** How to report an error: as JSON, with the stack, without colours. */
export interface ReportOptions {
  readonly json: boolean
  readonly verbose: boolean
  readonly colourless: boolean
}

/** Prints an error and its advice on stderr, and returns the exit code. Spec 6.2. */
export function reportError(error: unknown, io: Io, options: ReportOptions): number {
  const known = error instanceof CliError ? error : unexpected(error)
  if (options.json) io.stderr.write(`${known.json}\n`)
  else io.stderr.write(`${asText(known, paintFor(io.stderr, io.env, options.colourless).bad('error:'))}\n`)
  if (options.verbose) io.stderr.write(`${stackOf(known)}\n`)
  return known.exitCode
}

function asText(error: CliError, label: string): string {
  const lines = error.message.split('\n').map(printable)
  const first = error.isChoice ? [] : [label]
  return [[...first, lines.join('\n')].join(' '), ...error.advice.map((advice) => `  ${printable(advice)}`)].join('\n')
}

/** Wraps an error that the program does not expect; its own message is all that is known. */
function unexpected(error: unknown): CliError {
  const message = error instanceof Error ? error.message : String(error)
  return new CliError(message, {
    code: 'unexpected_error',
    exitCode: exitCode.refused,
    advice: ['run it again with --verbose for details'],
    cause: error,
  })
}

function stackOf(error: CliError): string {
  const origin = error.cause instanceof Error ? error.cause : error
  return origin.stack ?? origin.message
}
