import type { SimulationParts } from '../lab/simulate/simulation-schema.ts'
import type { DesignParts, GameSettings } from './game.ts'

/** The options of `simulate`. */
export interface SimulateOptions {
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
   * The simulation: the path of its file, relative to the working directory; the id or name of one in `simulations/` of the
   * project; or an object in the form of such a file (default: the only one of the project, or the built-in one if the
   * project has none). A text is a path if it ends with `.json` or contains a slash.
   */
  readonly simulation?: string | SimulationParts
  /** The settings of the game. They override those of the project. Days begin at midnight in its `timezone`. */
  readonly game?: GameSettings
  /** The total number of players, to which all groups are scaled (default: as many as the groups have). */
  readonly players?: number
  /** The number of days (default: that of the simulation). Expectations of later days are left out. */
  readonly days?: number
  /** The seed for all random draws (default: the id of the simulation). The same seed gives the same report. */
  readonly randomSeed?: string
  /** The number of threads (default: the number of cores). The report does not depend on it. */
  readonly jobs?: number
  /** Ends the simulation early. The report then has what is known so far, and `partial` is true. */
  readonly signal?: AbortSignal
}
