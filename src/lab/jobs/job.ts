import type { DesignSource } from '../../game/design/source.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import type { LabRequest } from '../../interface/lab-jobs.ts'

/** What a thread of the lab is given. */
export interface LabJob {
  readonly request: LabRequest
  /** A valid design. */
  readonly source: DesignSource
  readonly game: GameInfo
  /** The file with the recorded history, for `what-if`. */
  readonly history: string | undefined
  /** The entries of `lint.ignore`. */
  readonly ignoredLints: readonly string[]
  /** The number of threads that a simulation may use. */
  readonly jobs: number
}
