import { rankedOf, scoresOf, type ShownBoard, type ShownRow } from '../../inspect/leaderboard-rows.ts'
import { printable } from '../../sentences/printable.ts'
import type { Paint } from './paint.ts'
import { table, GAP, cut } from './table.ts'
import { textWidth } from './text-width.ts'
import type { WhoHeads } from './who-heads.ts'

/** How to show rows. */
export interface BoardTextOptions {
  /** The headings of the columns for ids and names. */
  readonly who: WhoHeads
  /** The headings of the scores, one for each leaderboard. */
  readonly scores: readonly string[]
  /** The player or team whose row is marked. */
  readonly marked: string | undefined
  /** The ranks that were shown before, by id; if they are given, rows show how far they moved. */
  readonly before?: ReadonlyMap<string, number> | undefined
  /** The maximum width of lines. Names are shortened first, and lines that are still too long are cut. */
  readonly width?: number | undefined
  readonly unicode: boolean
  readonly paint: Paint
}

/** Formats leaderboards as a table. */
export function boardsText(boards: readonly ShownBoard[]): string {
  return table(
    ['BOARD', 'NAME', 'RANKS', 'BY', 'SCOPE', 'CYCLES'],
    boards.map(({ id, name, entity_type, metric, scope, cycles }) => [
      id,
      name,
      entity_type,
      metric.name,
      'id' in scope ? `${scope.type} ${scope.id}` : scope.type,
      cycles.join(', '),
    ]),
  )
}

/** Formats rows of a leaderboard as a table. */
export function boardText(rows: readonly ShownRow[], options: BoardTextOptions): string {
  const { who, scores, marked, before, width = Infinity, unicode, paint } = options
  // The column stays even without the marked row, so that the others do not move.
  const marks = marked === undefined ? [] : [' ']
  const moves = before === undefined ? [] : ['MOVED']
  const cells = rows.map((row) => {
    const { id, name } = rankedOf(row)
    return [
      ...marks.map(() => (id === marked ? '>' : ' ')),
      String(row.rank),
      ...(before === undefined ? [] : [moveText(before.get(id), row.rank, unicode)]),
      id,
      name,
      ...scoresOf(row),
    ]
  })
  const rank = marks.length
  const id = rank + 1 + moves.length
  const all = [[...marks, 'RANK', ...moves, ...who, ...scores], ...cells]
  const [head = [], ...body] = narrowed(all, width, { id, name: id + 1 }, unicode)
  const toRight = new Set([rank, ...scores.map((_, i) => head.length - 1 - i)])
  return table(head, body, toRight)
    .split('\n')
    .map((line) => cut(line, width, unicode))
    .map((line, i) => (i > 0 && cells[i - 1]?.[0] === '>' ? paint.strong(line) : line))
    .join('\n')
}

function moveText(before: number | undefined, now: number, unicode: boolean): string {
  if (before === undefined) return 'new'
  if (before === now) return ''
  const [up, down] = unicode ? ['▲', '▼'] : ['+', '-']
  return before > now ? `${up}${before - now}` : `${down}${now - before}`
}

/** The minimum width of a column that is shortened. */
const MIN_WIDTH = 4

type Rows = readonly (readonly string[])[]

/** The columns of ids and names; names follow ids. */
interface WhoColumns {
  readonly id: number
  readonly name: number
}

/**
 * Fits the rows of a table, including its heading, to a width. It shortens names, removes them if hardly anything would
 * remain, and then shortens ids. Numbers stay complete.
 */
export function narrowed(rows: Rows, width: number, { id, name }: WhoColumns, unicode: boolean): Rows {
  const over = width === Infinity ? 0 : widthOf(rows) - width
  if (over <= 0) return rows
  const ofName = columnWidth(rows, name) - over
  if (ofName >= MIN_WIDTH) return shortened(rows, name, ofName, unicode)
  const nameless = rows.map((row) => row.toSpliced(name, 1))
  const ofId = columnWidth(nameless, id) - Math.max(0, widthOf(nameless) - width)
  return shortened(nameless, id, Math.max(MIN_WIDTH, ofId), unicode)
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
  return rows.reduce((width, row) => Math.max(width, textWidth(printable(row[column] ?? ''))), 0)
}
