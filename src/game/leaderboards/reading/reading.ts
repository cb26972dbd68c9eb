import type { GameState } from '../../game-state.ts'
import { fault, type Fault } from '../../kernel/fault.ts'
import type { Steps } from '../../kernel/operation.ts'
import type { Ranking } from '../../ranking/ranking.ts'
import { finishedFrom, sameDefinition, type Board, type FinishedPeriod } from '../boards.ts'
import { periodAt, type Cycle } from '../cycle.ts'
import type { Leaderboard } from '../design.ts'
import type { BoardDefinition } from '../shapes.ts'
import { finishedRanking } from './finished.ts'

/** The part of a board that is read. */
export interface Part {
  readonly cycle: Cycle
  /** The id of the team, team definition or custom scope; null for `all`. */
  readonly group: string | null
}

/** How often a walk requests a board. Another reader that finds a damaged archive can cause the board to be built again. */
const MAX_BOARD_REQUESTS = 8

/**
 * Waits for a board to be up to date. Returns a fault if a newer design removed the leaderboard or defines it differently.
 */
export function* readyBoard(state: GameState, { id, definition }: Leaderboard): Steps<Fault | Board, BoardRequest> {
  return (yield* boardOf(state, definition)) ?? fault('leaderboard_not_found', { id })
}

function* boardOf(
  { boards: { byId } }: GameState,
  definition: BoardDefinition,
): Steps<Board | undefined, BoardRequest> {
  const { id } = definition
  for (let requests = 0; requests < MAX_BOARD_REQUESTS && !byId.has(id); requests += 1) yield { board: id }
  const board = byId.get(id)
  return board && sameDefinition(board.definition, definition) ? board : undefined
}

/**
 * Returns the ranking of a part of a board in the period that contains `atMs`. Undefined if nobody was ranked, or if a newer
 * design removed the board. Spec 4.16.
 */
export function* rankingAt(
  state: GameState,
  { definition }: Board,
  { cycle: name, group }: Part,
  atMs: number,
): Steps<Ranking | undefined, BoardRequest> {
  const { start } = periodAt(name, atMs)
  // During a wait for a period, the board can be built again, and the period's rows can be evicted from memory.
  for (let board = yield* boardOf(state, definition); board; board = yield* boardOf(state, definition)) {
    const cycle = board.cycles.find((each) => each.cycle === name)
    if (!cycle) throw new Error(`the leaderboard '${definition.id}' has no cycle ${name}`)
    if (start === cycle.period.start) {
      const { all, groups } = cycle.present
      return group === null ? all : groups.get(group)
    }
    const finished = finishedFrom(cycle, start)
    if (!finished) return undefined
    // Request the rows even if they are in memory, so that they are marked as used and stay longer.
    if (finished.file !== undefined) yield { finished, of: board }
    else if (!finished.rows) throw new Error(`the rows of the period of '${definition.id}' from ${start} are missing`)
    if (!finished.rows) continue
    const ranking = yield* finishedRanking(state, definition, finished, finished.rows, group)
    // The adjusted ranking takes memory as well, so report it.
    if (finished.adjusted) yield { finished, of: board }
    return ranking
  }
  return undefined
}

/**
 * What a walk over boards can wait for: that a board of the design is up to date, or that a finished period has its `rows`
 * in memory. The emulator provides it, but can discard it again before the walk's next step, so the walk must check again.
 */
export type BoardRequest = { readonly board: string } | FinishedRequest

/** Requests the rows of a finished period of a board. */
export interface FinishedRequest {
  readonly finished: FinishedPeriod
  readonly of: Board
}
