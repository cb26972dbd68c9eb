import type { EndExpectation } from '../lab/simulate/report.ts'
import type { DesignParts, Game, GameSettings } from './game.ts'

/** The options of `whatIf`. */
export interface WhatIfOptions {
  /**
   * The recorded history: a game that `startGame` started, a file that `gamify state export` wrote, or the data directory of
   * a game that is not running. Paths are relative to the working directory.
   */
  readonly history: Game | string
  /**
   * The directory of the project, relative to the working directory (default: the working directory). Its `gamify.json`
   * may be in a parent.
   */
  readonly project?: string
  /**
   * The other design: a directory, relative to the working directory, or the parts of a design (default: the design of the
   * project).
   */
  readonly design?: string | DesignParts
  /** The settings of the game. They override those of the project. A file or data directory must be of its `id`. */
  readonly game?: GameSettings
  /** Whose history of a data directory is read (default: `staging`). */
  readonly runtime?: 'staging' | 'production'
  /** The first entry that is decided again, or the time from which on entries are: an ISO text or a Date (default: 1). */
  readonly since?: number | string | Date
  /** What you expect of all players at the end under the other design. */
  readonly expect?: readonly EndExpectation[]
  /** Ends the replay early. The report then has what is known so far, and `partial` is true. */
  readonly signal?: AbortSignal
}
