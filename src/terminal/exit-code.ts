import type { EndingSignal } from './io.ts'

/** The exit codes of the program. Spec 6.2. */
export const exitCode = {
  ok: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  notExecutable: 126,
  notFound: 127,
  interrupted: 130,
  unread: 141,
  terminated: 143,
} as const

/** The exit code for each ending signal: 128 plus its number. */
export const endingCode: Readonly<Record<EndingSignal, number>> = {
  SIGHUP: 129,
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
}
