import stringWidth from 'string-width'
import { cut } from './cut.ts'
import { printable } from './printable.ts'
import { GAP } from './table.ts'

/** The least that is left of a column that is shortened. */
const LEAST = 4

type Rows = readonly (readonly string[])[]

/** The columns that say who is who, the name behind the id. */
interface WhoColumns {
  readonly id: number
  readonly name: number
}

/**
 * Rows of a table, its head among them, made to fit a width: names are shortened, left out where hardly anything would be
 * left of them, and then ids are shortened. No number is.
 */
export function narrowed(rows: Rows, width: number, { id, name }: WhoColumns, unicode: boolean): Rows {
  const over = width === Infinity ? 0 : widthOf(rows) - width
  if (over <= 0) return rows
  const ofName = columnWidth(rows, name) - over
  if (ofName >= LEAST) return shortened(rows, name, ofName, unicode)
  const nameless = rows.map((row) => row.toSpliced(name, 1))
  const ofId = columnWidth(nameless, id) - Math.max(0, widthOf(nameless) - width)
  return shortened(nameless, id, Math.max(LEAST, ofId), unicode)
}

function shortened(rows: Rows, column: number, width: number, unicode: boolean): Rows {
  return rows.map((row) => row.map((cell, at) => (at === column ? cut(printable(cell), width, unicode) : cell)))
}

function widthOf(rows: Rows): number {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) => columnWidth(rows, column))
  return widths.reduce((sum, width) => sum + width, 0) + GAP * (columns - 1)
}

function columnWidth(rows: Rows, column: number): number {
  return rows.reduce((width, row) => Math.max(width, stringWidth(printable(row[column] ?? ''))), 0)
}
