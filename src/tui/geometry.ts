import { printable } from '../sentences/printable.ts'
import { wrap } from '../terminal/render/wrap.ts'
import { indent } from './layout.ts'
import type { Message, Size } from './model.ts'

/** The smallest supported terminal. */
export const MIN_SIZE: Size = { columns: 60, rows: 12 }

/** The layout of a terminal with two panels side by side. Sizes are in columns and lines and include borders. */
export interface Geometry {
  readonly listWidth: number
  readonly detailWidth: number
  readonly height: number
  /** The number of lines within a panel. */
  readonly lines: number
  /** The number of rows below the headings of a list. */
  readonly listRows: number
}

/** The columns that the borders of a panel and its padding take. */
const PANEL_FRAME = 4

/** The number of lines outside of the panels and the message: the header, the tabs and the keys. */
const FIXED_LINES = 3

const MIN_LIST_WIDTH = 26

/** Lays out a terminal. `listShare` is the share of the width for the list, from 0 to 1. */
export function geometryOf({ columns, rows }: Size, listShare: number, message: Message | undefined): Geometry {
  const { text, commandLine } = messageLines(message, columns)
  const listWidth = Math.max(MIN_LIST_WIDTH, Math.floor(columns * listShare))
  const height = Math.max(3, rows - FIXED_LINES - Math.max(MIN_MESSAGE_LINES, text.length + commandLine.length))
  const lines = height - 2
  return { listWidth, detailWidth: columns - listWidth, height, lines, listRows: Math.max(1, lines - 1) }
}

/** The width of the lines in a panel. */
export const innerWidth = (panelWidth: number): number => panelWidth - PANEL_FRAME

/** Whether a terminal is large enough. */
export const isLargeEnough = ({ columns, rows }: Size): boolean => columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows

/** The minimum number of lines for the message. An empty message takes them too. */
export const MIN_MESSAGE_LINES = 2

/** The maximum number of lines of the text of a message, and of its command line. */
const MAX_TEXT_LINES = 3

/** The lines of a message. The last line of a text that is too long has all of the rest, and the screen cuts it. */
export interface MessageLines {
  readonly text: readonly string[]
  readonly commandLine: readonly string[]
}

/** Lays out a message: the result of the last command, and below it the command line that does the same. */
export function messageLines(message: Message | undefined, columns: number): MessageLines {
  if (message === undefined) return { text: [], commandLine: [] }
  const { text, commandLine } = message
  return {
    text: limitedLines(text, columns, ' ', ' '),
    commandLine: commandLine === undefined ? [] : limitedLines(commandLine, columns, ' $ ', '   '),
  }
}

function limitedLines(text: string, columns: number, first: string, others: string): readonly string[] {
  const lines = wrap(printable(text), columns - others.length)
  const isTooLong = lines.length > MAX_TEXT_LINES
  const last = lines.slice(MAX_TEXT_LINES - 1).join(' ')
  return indent(isTooLong ? [...lines.slice(0, MAX_TEXT_LINES - 1), last] : lines, first, others)
}
