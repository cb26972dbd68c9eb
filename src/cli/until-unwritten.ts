import { exitCode } from '../terminal/exit-code.ts'
import type { Io } from '../terminal/io.ts'

/** Aborts `ending` and resolves to the exit code once stdout does not take what is written to it. */
export function untilUnwritten(io: Io, ending: AbortController): Promise<number> {
  return new Promise((resolve) => {
    io.onUnwritten((why) => {
      ending.abort()
      resolve(why === 'unread' ? exitCode.unread : exitCode.refused)
    })
  })
}
