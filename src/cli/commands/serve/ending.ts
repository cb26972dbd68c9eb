import { endingCode } from '../../../terminal/exit-code.ts'
import type { Io } from '../../../terminal/io.ts'
import { onEndings } from '../../on-endings.ts'

/** Resolves when a signal asks for the end; a second one ends the program at once. Spec 6.3. */
export function listenForEnd(io: Io): Promise<void> {
  return new Promise((resolve) => {
    onEndings(
      io,
      () => resolve(),
      (signal) => io.exit(endingCode[signal]),
    )
  })
}
