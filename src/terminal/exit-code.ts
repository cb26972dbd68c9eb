import type { EndingSignal } from './io.ts'

/** What the program ends with. Spec 6.2. */
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

/** What it ends with at a signal: 128 and the number of that. */
export const endingCode: Readonly<Record<EndingSignal, number>> = {
  SIGHUP: 129,
  SIGINT: exitCode.interrupted,
  SIGTERM: exitCode.terminated,
}
