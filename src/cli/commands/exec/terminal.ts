import { closeSync, openSync } from 'node:fs'

/** Whether there is a terminal from which keys send signals to us and to whatever runs in our group. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
