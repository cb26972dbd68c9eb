import type { GameState } from '../../game-state.ts'
import { fault, type Fault } from '../../kernel/fault.ts'
import type { Steps } from '../../kernel/operation.ts'
import { finishedFrom, sameDefinition, type Board, type FinishedPeriod } from '../boards.ts'
import { periodAt, type Cycle } from '../cycle.ts'
import type { BoardDefinition } from '../shapes.ts'
import type { Leaderboard } from '../design.ts'
import { finishedRanking } from './finished.ts'
import type { Ranking } from '../../ranking/ranking.ts'

/** What of a board is looked at. */
export interface Part {
  readonly cycle: Cycle
  /** The team, the definition of teams or the custom scope; null for all. */
  readonly group: string | null
}

/** So often is a board asked for: others who find a file of it damaged may have it built again meanwhile. */
const MAX_LOOKS = 8

/** The board of a design, once it is up to date; a fault where a newer design has it no more, or otherwise. */
export function* readyBoard(state: GameState, { id, definition }: Leaderboard): Steps<Fault | Board, BoardRequest> {
  return (yield* boardOf(state, definition)) ?? fault('leaderboard_not_found', { id })
}

function* boardOf(
  { boards: { byId } }: GameState,
  definition: BoardDefinition,
): Steps<Board | undefined, BoardRequest> {
  const { id } = definition
  for (let looks = 0; looks < MAX_LOOKS && !byId.has(id); looks += 1) yield { board: id }
  const board = byId.get(id)
  return board && sameDefinition(board.definition, definition) ? board : undefined
}

/**
 * Where entities stand on a part of a board in the period of an instant; undefined where nobody does, or a newer design has
 * the board no more. Spec 4.16.
 */
export function* rankingAt(
  state: GameState,
  { definition }: Board,
  { cycle: name, group }: Part,
  atMs: number,
): Steps<Ranking | undefined, BoardRequest> {
  const { start } = periodAt(name, atMs)
  // While a period is waited for, its board may be built again, and its rows be let go of for others.
  for (let board = yield* boardOf(state, definition); board; board = yield* boardOf(state, definition)) {
    const cycle = board.cycles.find((each) => each.cycle === name)
    if (!cycle) throw new Error(`the leaderboard '${definition.id}' has no cycle ${name}`)
    if (start === cycle.period.start) {
      const { all, groups } = cycle.present
      return group === null ? all : groups.get(group)
    }
    const finished = finishedFrom(cycle, start)
    if (!finished) return undefined
    // Also where the rows are there: so they stay the longer.
    if (finished.file !== undefined) yield { finished, of: board }
    else if (!finished.rows) throw new Error(`the rows of the period of '${definition.id}' from ${start} are missing`)
    if (!finished.rows) continue
    const ranking = yield* finishedRanking(state, definition, finished, finished.rows, group)
    // What has been made takes room as well.
    if (finished.remade) yield { finished, of: board }
    return ranking
  }
  return undefined
}

/**
 * What a walk over boards may have to wait for: that a board of the design is up to date, or that a period of one which is
 * over has its `rows` in memory. Who keeps the game is asked for it, and may have let go of either by the walk's next step:
 * look again.
 */
export type BoardRequest = { readonly board: string } | FinishedRequest

/** A period that is looked at, and whose it is. */
export interface FinishedRequest {
  readonly finished: FinishedPeriod
  readonly of: Board
}
