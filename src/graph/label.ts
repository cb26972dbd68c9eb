import { firstFew } from '../game/kernel/message-text.ts'
import type { GraphEdge } from './graph.ts'
import { textWidth, wrap } from './measure.ts'
import { FACT } from './node-size.ts'

const WIDTH = 200
const MAX_LINES_OF_STATEMENT = 5
const MAX_STATEMENTS = 24

/** The indentation of a statement's continuation lines in a label that has several statements. */
export const INDENT = 10

/** The space between the edge of a label and its text. */
export const LABEL_PADDING = 5

/** A line of a label. */
export interface LabelLine {
  readonly text: string
  /** Whether it continues the statement of the previous line. */
  readonly isContinued: boolean
}

/** The lines of an arrow's text and their size. */
export interface LabelSize {
  readonly lines: readonly LabelLine[]
  readonly width: number
  readonly height: number
}

/** Breaks the statements of an arrow into lines, each statement on lines of its own. */
export function labelSize({ label = [] }: GraphEdge): LabelSize {
  const { few, more } = firstFew(label, MAX_STATEMENTS)
  const lines = [...few, ...more].flatMap((statement) =>
    wrap(statement, FACT.size, WIDTH, MAX_LINES_OF_STATEMENT).map((text, i) => ({ text, isContinued: i > 0 })),
  )
  const width = Math.max(0, ...lines.map(({ text }) => textWidth(text, FACT.size)))
  const indent = lines.some(({ isContinued }) => isContinued) ? INDENT : 0
  return { lines, width: width + indent + 2 * LABEL_PADDING, height: lines.length * FACT.line + 4 }
}
