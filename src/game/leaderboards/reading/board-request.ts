import type { Board, FinishedPeriod } from '../boards.ts'

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
