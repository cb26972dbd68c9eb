import { endingCode } from '../terminal/exit-code.ts'
import type { EndingSignal, Io } from '../terminal/io.ts'
import { onEndings } from './on-endings.ts'

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
