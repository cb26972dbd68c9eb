import { printable } from '../../sentences/printable.ts'
import { textWidth } from './text-width.ts'

/** The number of spaces between two columns. */
export const GAP = 2

const NONE: ReadonlySet<number> = new Set()

/**
 * Formats rows in columns that are as wide as their widest cell. Columns in `toRight` are right-aligned. Cells can
 * contain any text.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  toRight: ReadonlySet<number> = NONE,
): string {
  const cells = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) => cells.reduce((width, row) => Math.max(width, textWidth(row[column] ?? '')), 0))
  return cells.map((row) => layOut(row, widths, toRight)).join('\n')
}

function layOut(row: readonly string[], widths: readonly number[], toRight: ReadonlySet<number>): string {
  return row
    .map((cell, column) => {
      const blanks = ' '.repeat((widths[column] ?? 0) - textWidth(cell))
      return toRight.has(column) ? blanks + cell : cell + blanks
    })
    .join(' '.repeat(GAP))
    .trimEnd()
}

/** Cuts a text to a width. A cut text ends with a mark. */
export function cut(text: string, width: number, unicode: boolean): string {
  if (width === Infinity || textWidth(text) <= width) return text
  let kept = ''
  let room = width - 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= textWidth(segment)
    if (room < 0) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}${unicode ? '…' : '~'}`
}
