import { endingCode } from '../terminal/exit-code.ts'
import type { EndingSignal, Io } from '../terminal/io.ts'

/**
 * Aborts `ending` and resolves to the exit code when the first ending signal arrives. A second signal calls `onCutOff`,
 * which can report unfinished work, and ends the program at once.
 */
export function untilSignal(io: Io, ending: AbortController, onCutOff?: () => void): Promise<number> {
  const cutOff = (signal: EndingSignal): void => {
    onCutOff?.()
    io.exit(endingCode[signal])
  }
  return new Promise((resolve) => {
    onEndingSignals(
      io,
      (signal) => {
        if (ending.signal.aborted) cutOff(signal)
        ending.abort()
        resolve(endingCode[signal])
      },
      cutOff,
    )
  })
}

/**
 * A parent process can forward a signal that our whole process group has already received, so a second signal within
 * this time counts as the same one.
 */
const FORWARDED_MS = 250

/**
 * Some process managers signal a process and then its whole group, so a second signal within this time counts as the
 * same one.
 */
const DOUBLED_MS = 50

/** Calls `first` with the first ending signal, and `again` with each further one that is not a duplicate of it. */
export function onEndingSignals(
  io: Io,
  first: (signal: EndingSignal) => void,
  again: (signal: EndingSignal) => void,
): void {
  const isForwarded = io.env.npm_lifecycle_event !== undefined || io.env.GAMIFY_RELAUNCHED !== undefined
  const echoMs = isForwarded ? FORWARDED_MS : DOUBLED_MS
  let firstAt: number | undefined
  io.onSignal((signal) => {
    if (firstAt === undefined) {
      firstAt = io.now()
      first(signal)
    } else if (io.now() - firstAt >= echoMs) again(signal)
  })
}
