import { printable } from '../terminal/render/printable.ts'
import type { Said } from './model.ts'
import { wrapped } from './wrapped.ts'

/** The lines that a message takes at least, even if there is none. */
export const LEAST_SAID = 2

/** The lines that a message takes at most, and the command line below it. */
const MOST = 3

/** A message in lines that fit; the rest of one that is too long is in its last line. */
export interface SaidLines {
  readonly text: readonly string[]
  readonly command: readonly string[]
}

/** The result of the last action, and below it the command line that does the same. */
export function saidLines(said: Said | undefined, columns: number): SaidLines {
  if (said === undefined) return { text: [], command: [] }
  const { text, command } = said
  return {
    text: inLines(text, columns, ' ', ' '),
    command: command === undefined ? [] : inLines(command, columns, ' $ ', '   '),
  }
}

function inLines(text: string, columns: number, first: string, others: string): readonly string[] {
  const lines = wrapped(printable(text), columns - others.length)
  const shown = lines.length <= MOST ? lines : [...lines.slice(0, MOST - 1), lines.slice(MOST - 1).join(' ')]
  return shown.map((line, i) => (i === 0 ? first : others) + line)
}
