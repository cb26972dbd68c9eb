import stringWidth from 'string-width'
import { printable } from './printable.ts'

/** Rows in columns as wide as their widest cell, two blanks between them. Cells may hold anything. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(printable))
  const widths = head.map((_, column) =>
    cells.reduce((width, row) => Math.max(width, stringWidth(row[column] ?? '')), 0),
  )
  return cells.map((row) => layOut(row, widths)).join('\n')
}

function layOut(row: readonly string[], widths: readonly number[]): string {
  return row
    .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
    .join('  ')
    .trimEnd()
}
