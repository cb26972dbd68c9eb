import { moreText } from '../../game/kernel/message-text.ts'
import type { Output } from '../io.ts'

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
/** Lines that are too long end at the edge, so that each takes one row of the screen. */
const NO_WRAP = '\u001b[?7l'
const WRAP = '\u001b[?7h'
const ERASE_BELOW = '\u001b[J'
const TO_TOP = '\u001b[H'

/** A place on a terminal where one picture takes that of another; where there is no terminal they come one by one. */
export interface Screen {
  /** Shows a picture, which is lines of text, in place of the last one. */
  show(picture: string): void
  /** Forgets where the picture is, as when the terminal has another size: the next one begins on an empty screen. */
  clear(): void
  /** Gives the terminal back as it was, the last picture standing and nothing in the line below it. */
  close(): void
}

/** Opens a screen; `inPlace` tells whether the terminal can do that. */
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
      // Of Ctrl-C the terminal itself writes a word.
      if (inPlace && count > 0) output.write(`\r${ERASE_BELOW}${SHOW_CURSOR}`)
    },
  }
}

/** As many lines as a terminal has room for above the cursor, the last one telling how many are left out. */
function fitting(lines: readonly string[], rows: number | undefined): readonly string[] {
  const room = Math.max(2, (rows ?? Infinity) - 1)
  if (lines.length <= room) return lines
  return [...lines.slice(0, room - 1), `(${moreText(lines.length - room + 1, ['line', 'lines'])})`]
}
