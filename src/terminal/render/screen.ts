import { moreText } from '../../game/kernel/message-text.ts'
import type { Output } from '../io.ts'

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
/** Cuts lines at the edge of the terminal, so that each takes one row. */
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
const ERASE_BELOW = '\u001b[J'
const TO_TOP = '\u001b[H'

/**
 * An area of a terminal in which each picture replaces the last one. Without a terminal, pictures are printed one after
 * another.
 */
export interface Screen {
  /** Shows a picture, which consists of lines of text, in place of the last one. */
  show(picture: string): void
  /** Clears the screen and forgets the position of the last picture, for example after the terminal was resized. */
  clear(): void
  /** Restores the terminal. The last picture stays, and the line below it is empty. */
  close(): void
}

/** Opens a screen; `inPlace` says whether the terminal can replace pictures. */
export function openScreen(output: Output, inPlace: boolean): Screen {
  let height = 0
  let count = 0
  const replace = (picture: string): void => {
    const lines = fitting(picture.split('\n'), output.rows)
    const back = height === 0 ? '' : `\r\u001b[${height}A${ERASE_BELOW}`
    output.write(`${HIDE_CURSOR}${back}${NO_WRAP}${lines.join('\n')}\n${WRAP}`)
    height = lines.length
  }
  return {
    show(picture) {
      if (inPlace) replace(picture)
      else output.write(`${count === 0 ? '' : '\n'}${picture}\n`)
      count += 1
    },
    clear() {
      if (inPlace) output.write(TO_TOP + ERASE_BELOW)
      height = 0
    },
    close() {
      // The terminal itself prints `^C` for Ctrl-C.
      if (inPlace && count > 0) output.write(`\r${ERASE_BELOW}${SHOW_CURSOR}`)
    },
  }
}

/** Returns the lines that fit above the cursor; the last one counts those that are left out. */
function fitting(lines: readonly string[], rows: number | undefined): readonly string[] {
  const room = Math.max(2, (rows ?? Infinity) - 1)
  if (lines.length <= room) return lines
  return [...lines.slice(0, room - 1), `(${moreText(lines.length - room + 1, ['line', 'lines'])})`]
}
