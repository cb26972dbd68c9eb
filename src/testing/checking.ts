import type { CheckParts } from '../lab/check/check-schema.ts'
import type { DesignParts, GameSettings } from './game.ts'

/** The options of `check`. */
export interface CheckOptions {
  /**
   * The directory of the project, relative to the working directory (default: the working directory). Its `gamify.json`
   * may be in a parent.
   */
  readonly project?: string
  /**
   * The design: a directory, relative to the working directory, or the parts of a design (default: the design of the
   * project).
   */
  readonly design?: string | DesignParts
  /**
   * The checks: an array in the form of a file in `checks/`, or the path of such a file, relative to the working directory
   * (default: all in `checks/` of the project).
   */
  readonly checks?: string | readonly CheckParts[]
  /** The settings of the game. They override those of the project. */
  readonly game?: GameSettings
  /** The number of sequences to play (default: 1000). */
  readonly runs?: number
  /** Searches for this time instead. What is found then depends on the machine. */
  readonly seconds?: number
  /** The seed of the search (default: `check`). With the same seed and `runs`, the report is the same. */
  readonly randomSeed?: string
  /** Ends the search early. The report then has what is known so far, and `partial` is true. */
  readonly signal?: AbortSignal
}
