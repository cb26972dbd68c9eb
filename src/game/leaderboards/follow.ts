import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { adoptBoard, followDesign, newBoard, type Judging } from './boards.ts'
import type { Leaderboard } from './design.ts'
import { rankingsOf } from './rankings.ts'

/** Where nobody was ever but the game itself: its feed is the first. */
const FEEDS_OF_A_NEW_GAME = 1

/**
 * Lets the boards of a state go by a design. Those that are missing begin at once where no player, process or team was
 * ever there; else they are to be built from the history.
 */
export function followBoards(
  state: GameState,
  { leaderboards, metrics }: Pick<Design, 'leaderboards' | 'metrics'>,
  zoneOffset: Judging['zoneOffset'],
): void {
  const missing = followDesign(state.boards, leaderboards, { metrics, zoneOffset })
  if (state.feeds.feeds === FEEDS_OF_A_NEW_GAME) for (const board of missing) beginBoard(state, board)
}

/** Adds a board on which nobody stands yet, and that counts what comes after an entry: 0 where that is all there ever was. */
export function beginBoard(state: GameState, board: Leaderboard, from = 0): void {
  adoptBoard(
    state.boards,
    newBoard(board, state.at, () => rankingsOf(state, board.definition.entities), from),
  )
}
