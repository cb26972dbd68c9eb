import { INDENT, LABEL_PADDING } from './label.ts'
import { FACT } from './node-size.ts'
import type { PlacedEdge, Point } from './placed.ts'

/** A line of the text of an arrow. `y` is its baseline; `x` is its middle if it is centred, else its left end. */
interface LabelRow extends Point {
  readonly text: string
  readonly isCentred: boolean
}

/** Returns the lines of the text of an arrow. One statement is centred; several begin at the left. */
export function labelRows({ edge, label }: PlacedEdge): readonly LabelRow[] {
  if (!label) return []
  const { x, y, width, lines } = label
  const first = y - ((lines.length - 1) * FACT.line) / 2 + FACT.size * 0.36
  const left = x - width / 2 + LABEL_PADDING
  const isCentred = (edge.label ?? []).length < 2
  return lines.map(({ text, isContinued }, i) => ({
    text,
    isCentred,
    x: isCentred ? x : isContinued ? left + INDENT : left,
    y: first + i * FACT.line,
  }))
}
