import { printable } from '../terminal/render/printable.ts'
import type { Message } from './model.ts'
import { wrap } from './wrapped.ts'

/** The lines that a message takes at least, even if there is none. */
export const MIN_MESSAGE_LINES = 2

/** The lines that a message takes at most, and the command line below it. */
const MOST = 3

/** A message in lines that fit; the rest of one that is too long is in its last line. */
export interface MessageLines {
  readonly text: readonly string[]
  readonly commandLine: readonly string[]
}

/** The result of the last action, and below it the command line that does the same. */
export function messageLines(message: Message | undefined, columns: number): MessageLines {
  if (message === undefined) return { text: [], commandLine: [] }
  const { text, commandLine } = message
  return {
    text: inLines(text, columns, ' ', ' '),
    commandLine: commandLine === undefined ? [] : inLines(commandLine, columns, ' $ ', '   '),
  }
}

function inLines(text: string, columns: number, first: string, others: string): readonly string[] {
  const lines = wrap(printable(text), columns - others.length)
  const shown = lines.length <= MOST ? lines : [...lines.slice(0, MOST - 1), lines.slice(MOST - 1).join(' ')]
  return shown.map((line, i) => (i === 0 ? first : others) + line)
}
