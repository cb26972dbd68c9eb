import { printable } from '../../../sentences/printable.ts'
import type { Paint } from '../../../terminal/render/paint.ts'
import { cut, GAP, table } from '../../../terminal/render/table.ts'
import { textWidth } from '../../../terminal/render/text-width.ts'
import { wrap } from '../../../terminal/render/wrap.ts'

/** The colours and the characters of the terminal. */
export interface SummaryStyle {
  readonly paint: Paint
  /** Whether the terminal shows more than ASCII. */
  readonly unicode: boolean
}

/** The width of a summary in columns. */
const WIDTH = 80

/** A space at which lines do not break. Names with one are shown with a usual space. */
const NO_BREAK = '\u00a0'

/** The minimum width of a column that is shortened. */
const MIN_WIDTH = 4

/** Breaks a text, which can contain any names, into lines. `first` precedes the first line, and `others` each other one. */
export function sentence(
  text: string,
  { first = '', others = '' }: { first?: string; others?: string } = {},
): string[] {
  const unbroken = printable(text).replaceAll(' %', `${NO_BREAK}%`)
  return wrap(unbroken, WIDTH - others.length).map(
    (line, i) => (i === 0 ? first : others) + line.replaceAll(NO_BREAK, ' '),
  )
}

/** Formats rows as a table that fits the width. It shortens the widest column of names where it must. */
export function fittedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  toRight: ReadonlySet<number>,
  { paint, unicode }: SummaryStyle,
): string[] {
  const widths = fittedWidths([head, ...rows], toRight)
  const shown = rows.map((row) => row.map((cell, column) => cut(printable(cell), widths[column] ?? 0, unicode)))
  const [heading = '', ...lines] = table(head, shown, toRight).split('\n')
  return [paint.faint(cut(heading, WIDTH, unicode)), ...lines.map((line) => cut(line, WIDTH, unicode))]
}

function fittedWidths(rows: readonly (readonly string[])[], toRight: ReadonlySet<number>): number[] {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => textWidth(printable(row[column] ?? '')))))
  const names = [...widths.keys()].filter((column) => !toRight.has(column))
  let over = widths.reduce((sum, width) => sum + width + GAP, -GAP) - WIDTH
  for (; over > 0; over--) {
    const widest = names.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), names[0] ?? 0)
    widths[widest] = Math.max(MIN_WIDTH, textWidth(head[widest] ?? ''), (widths[widest] ?? 0) - 1)
  }
  return widths
}

/** Empties the first cell of each row that has the same one as the row before. */
export function withoutRepeats(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row, i) => row.map((cell, column) => (column === 0 && cell === rows[i - 1]?.[0] ? '' : cell)))
}

/** Formats names with their numbers, the largest first: `like 98 %, answer 2 %`. At most `max` have their names. */
export function largest(
  entries: readonly (readonly [name: string, size: number, text: string])[],
  max: number,
): string {
  const sorted = entries.toSorted(([, a], [, b]) => b - a)
  const more = sorted.length > max ? [`${sorted.length - max} more`] : []
  return [...sorted.slice(0, max).map(([name, , text]) => `${name} ${text}`), ...more].join(', ')
}
