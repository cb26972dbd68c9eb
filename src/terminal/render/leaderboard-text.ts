import { rankedOf, scoresOf, type ShownBoard, type ShownRow, type WhoHeads } from './leaderboard-rows.ts'
import { cut } from './cut.ts'
import { narrowed } from './narrowed.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** How rows are shown. */
export interface BoardLook {
  /** What columns of ids and names are headed. */
  readonly who: WhoHeads
  /** What the scores are headed, one for each board that is shown. */
  readonly scores: readonly string[]
  /** The player or team whose row is marked. */
  readonly marked: string | undefined
  /** The ranks that were shown last, by id; with them rows tell how far they moved since. */
  readonly before?: ReadonlyMap<string, number> | undefined
  /** How wide lines may be; names give way first, and what is wider still is cut. */
  readonly width?: number | undefined
  readonly unicode: boolean
  readonly paint: Paint
}

/** The boards that there are: whom each ranks by what, where, and its cycles. */
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

/** Rows of a board as a table. */
export function boardText(rows: readonly ShownRow[], look: BoardLook): string {
  const { who, scores, marked, before, width = Infinity, unicode, paint } = look
  // As wide as its mark, so that all stays in its place when the marked row comes and goes.
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
