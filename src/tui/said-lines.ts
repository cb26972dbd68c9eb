import { printable } from '../cli/render/printable.ts'
import type { Said } from './model.ts'
import { wrapped } from './wrapped.ts'

/** What was said takes so many lines, also where it is less or nothing. */
export const LEAST_SAID = 2

/** Lines of what was said, or of the command line that does the same, that are shown. */
const MOST = 3

/** What is said as it is shown, in lines of at most so many letters; the rest of what is longer is in the last of its lines. */
export interface SaidLines {
  readonly text: readonly string[]
  readonly command: readonly string[]
}

/** What came of the last thing that was done, and below it the command line that does the same. */
export function saidLines(said: Said | undefined, columns: number): SaidLines {
  if (said === undefined) return { text: [], command: [] }
  const { text, command } = said
  if (command === undefined) return { text: inLines(text, columns, ' ', ' '), command: [] }
  return { text: [` ${printable(text)}`], command: inLines(command, columns, ' $ ', '   ') }
}

function inLines(text: string, columns: number, first: string, others: string): readonly string[] {
  const lines = wrapped(printable(text), columns - others.length)
  const shown = lines.length <= MOST ? lines : [...lines.slice(0, MOST - 1), lines.slice(MOST - 1).join(' ')]
  return shown.map((line, i) => (i === 0 ? first : others) + line)
}
