import { exitCode } from '../../exit-code.ts'
import type { Io } from '../../io.ts'

/** Who has started us may send on a signal that our whole group was sent: a second one so soon is the same one. */
const ECHO_MS = 250

/** Resolves when a signal asks for the end; a second one ends the program at once. Spec 6.3. */
export function listenForEnd(io: Io): Promise<void> {
  const isSentOn = io.env.npm_lifecycle_event !== undefined || io.env.GAMIFY_RELAUNCHED !== undefined
  const echoMs = isSentOn ? ECHO_MS : 0
  return new Promise((resolve) => {
    let firstAt: number | undefined
    io.onSignal((signal) => {
      if (firstAt === undefined) {
        firstAt = io.now()
        resolve()
      } else if (io.now() - firstAt >= echoMs) {
        io.exit(signal === 'SIGINT' ? exitCode.interrupted : exitCode.terminated)
      }
    })
  })
}
