import { firstFew } from '../game/kernel/message-text.ts'
import type { GraphEdge } from './graph.ts'
import { textWidth, wrap } from './measure.ts'
import { FACT } from './node-size.ts'

const WIDTH = 200
const LINES_OF_STATEMENT = 5
const MAX_STATEMENTS = 24

/** How far the lines of a statement after its first stand to the right, in a label of several statements. */
export const INDENT = 10

/** Between the edge of a label and its text. */
export const LABEL_PADDING = 5

/** A line of a label. */
export interface LabelLine {
  readonly text: string
  /** Whether it goes on with the statement of the line before. */
  readonly isContinued: boolean
}

/** The text of an arrow in lines, and the room that it needs. */
export interface LabelSize {
  readonly lines: readonly LabelLine[]
  readonly width: number
  readonly height: number
}

/** The statements of an arrow, each on lines of its own. */
export function labelSize({ label = [] }: GraphEdge): LabelSize {
  const { few, more } = firstFew(label, MAX_STATEMENTS)
  const lines = [...few, ...more].flatMap((statement) =>
    wrap(statement, FACT.size, WIDTH, LINES_OF_STATEMENT).map((text, i) => ({ text, isContinued: i > 0 })),
  )
  const width = Math.max(0, ...lines.map(({ text }) => textWidth(text, FACT.size)))
  const indent = lines.some(({ isContinued }) => isContinued) ? INDENT : 0
  return { lines, width: width + indent + 2 * LABEL_PADDING, height: lines.length * FACT.line + 4 }
}
