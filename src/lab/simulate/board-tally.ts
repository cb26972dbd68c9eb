import { compare, type Amount } from '../../game/kernel/decimal.ts'
import { idsOf, type Rankings } from '../../game/leaderboards/boards.ts'
import type { BoardDefinition } from '../../game/leaderboards/shapes.ts'
import type { Ranking } from '../../game/ranking/ranking.ts'
import type { LabGame } from '../lab-game.ts'
import { valueOf } from './value-of.ts'

/** A player's row in a period of a board. */
export interface BoardRow {
  readonly score: Amount
  /** When the score was reached, in ms since 1970. */
  readonly since: number
  readonly player: BoardPlayer
}

/** A simulated player, as boards name one. */
export interface BoardPlayer {
  readonly persona: string
  /** The place among all players of the simulation, which decides equal scores of the same time. */
  readonly place: number
  readonly joinedMs: number
}

/** The first rows of each period of the boards of players: by board, cycle and start of the period in ms. */
export type BoardTally = Map<string, Map<string, Map<number, BoardRow[]>>>

/** So many rows of a period are kept. */
const MAX_ROWS = 100

/** Adds the rows of the boards of players in a game. `playerOf` returns a player by id. */
export function addBoards(tally: BoardTally, game: LabGame, playerOf: (id: string) => BoardPlayer): void {
  const idOf = idsOf(game.state, 'players')
  for (const { definition, cycles } of game.state.boards.byId.values()) {
    if (definition.entities !== 'players') continue
    for (const { cycle, finished, period, present } of cycles)
      for (const { start, rows } of [...finished, { start: period.start, rows: present }])
        for (const [board, ranking] of rankingsIn(definition, rows))
          for (const { entity, score, since } of ranking.rows(0, MAX_ROWS)) {
            const row = { score, since: game.timeOf(since), player: playerOf(idOf(entity)) }
            addRow(rowsOf(tally, board, cycle, start), row)
          }
  }
}

/** Returns the rankings of a period by name: one, or on a custom board one for each scope. */
function rankingsIn(
  { id, scope }: BoardDefinition,
  rows: Rankings | undefined,
): readonly (readonly [string, Ranking])[] {
  if (!rows) return []
  if (scope !== 'custom') return [[id, rows.all]]
  return Array.from(rows.groups, ([group, ranking]) => [`${id}/${group}`, ranking] as const)
}

function rowsOf(tally: BoardTally, board: string, cycle: string, start: number): BoardRow[] {
  const periods = valueOf(
    valueOf(tally, board, () => new Map<string, Map<number, BoardRow[]>>()),
    cycle,
    () => new Map<number, BoardRow[]>(),
  )
  return valueOf(periods, start, () => [])
}

/** Adds a row at its place. Rows after the last place are dropped. */
function addRow(rows: BoardRow[], row: BoardRow): void {
  let at = rows.length
  while (at > 0 && isBefore(row, rows[at - 1] as BoardRow)) at -= 1
  if (at >= MAX_ROWS) return
  rows.splice(at, 0, row)
  if (rows.length > MAX_ROWS) rows.pop()
}

/** Whether a row comes before another: the higher score, then the earlier one, then the player that comes first. */
function isBefore(row: BoardRow, other: BoardRow): boolean {
  const order = compare(row.score, other.score)
  if (order !== 0) return order > 0
  return row.since !== other.since ? row.since < other.since : row.player.place < other.player.place
}

/** Adds the rows of another tally. */
export function mergeBoards(tally: BoardTally, other: BoardTally): void {
  for (const [board, cycles] of other)
    for (const [cycle, periods] of cycles)
      for (const [start, rows] of periods) for (const row of rows) addRow(rowsOf(tally, board, cycle, start), row)
}
