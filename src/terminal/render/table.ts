import stringWidth from 'string-width'
import { printable } from './printable.ts'

/** Blanks between two columns. */
export const GAP = 2

const NONE: ReadonlySet<number> = new Set()

/**
 * Rows in columns as wide as their widest cell, two blanks between them; those whose numbers are in `toRight` end where
 * the column ends. Cells may hold anything.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  toRight: ReadonlySet<number> = NONE,
): string {
  const cells = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, stringWidth(row[column] ?? '')), 0),
  )
  return cells.map((row) => layOut(row, widths, toRight)).join('\n')
}

function layOut(row: readonly string[], widths: readonly number[], toRight: ReadonlySet<number>): string {
  return row
    .map((cell, column) => {
      const blanks = ' '.repeat((widths[column] ?? 0) - stringWidth(cell))
      return toRight.has(column) ? blanks + cell : cell + blanks
    })
    .join(' '.repeat(GAP))
    .trimEnd()
}

/** Text that is at most so wide: what is too wide ends with a mark that something is missing. */
export function cut(text: string, width: number, unicode: boolean): string {
  if (width === Infinity || stringWidth(text) <= width) return text
  let kept = ''
  let room = width - 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= stringWidth(segment)
    if (room < 0) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}${unicode ? '…' : '~'}`
}
