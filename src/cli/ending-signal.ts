import { endingCode } from '../terminal/exit-code.ts'
import type { EndingSignal, Io } from '../terminal/io.ts'

/**
 * Aborts `ending` and resolves to the exit code once a signal asks for the end; a second one ends the program at once, once
 * `onCutOff` has told of what is left undone.
 */
export function untilSignal(io: Io, ending: AbortController, onCutOff?: () => void): Promise<number> {
  const cutOff = (signal: EndingSignal): void => {
    onCutOff?.()
    io.exit(endingCode[signal])
  }
  return new Promise((resolve) => {
    onEndings(
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

/** Who has started us may send on a signal that our whole group was sent: a second one so soon is the same one. */
const SENT_ON_MS = 250

/** Who ends a process after a while may signal it and then its whole group. */
const DOUBLED_MS = 50

/** Calls `first` with the first signal that asks for the end, and `again` with each further one that is no echo of it. */
export function onEndings(io: Io, first: (signal: EndingSignal) => void, again: (signal: EndingSignal) => void): void {
  const isSentOn = io.env.npm_lifecycle_event !== undefined || io.env.GAMIFY_RELAUNCHED !== undefined
  const echoMs = isSentOn ? SENT_ON_MS : DOUBLED_MS
  let firstAt: number | undefined
  io.onSignal((signal) => {
    if (firstAt === undefined) {
      firstAt = io.now()
      first(signal)
    } else if (io.now() - firstAt >= echoMs) again(signal)
  })
}
