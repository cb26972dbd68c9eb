import type { Auth } from '../auth/auth.ts'
import type { Timeline } from '../emulator/session/timeline.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'
import type { CallCounts } from './call-counts.ts'
import type { ServedLab } from './control/lab.ts'
import type { DefectLogger } from './defect.ts'
import type { FaultRules } from './faults/fault-rules.ts'
import type { RecentAnswers } from './idempotency.ts'
import type { NodeFacts } from './node-facts.ts'
import type { KeptRequests } from './request-log.ts'
import type { Row } from './row.ts'
import type { ServedGame } from './served-game.ts'
import type { Uploads } from './upload.ts'

/** What lives as long as a server does, and what its endpoints share. */
export interface ServerContext {
  readonly game: ServedGame
  readonly auth: Auth
  /** The rows of the game's routes, in the dialect of the game. */
  readonly rows: readonly Row[]
  /** The version of the program. */
  readonly version: string
  /** Whether calls without a token are accepted. Spec 6.3 `--no-auth`. */
  readonly noAuth: boolean
  /** Whether people reach the pages over https. */
  readonly secure: boolean
  /** Whether every answer is checked against its row's output schema. An answer that differs fails. For tests. */
  readonly checkAnswers: boolean
  /** Aborted when the server stops. Long answers end then, and no more of a body is waited for. */
  readonly stopping: AbortSignal
  readonly faultFor: DefectLogger
  readonly uploads: Uploads
  readonly answers: RecentAnswers
  readonly faultRules: FaultRules
  readonly requests: KeptRequests
  /** The calls since the server began. */
  readonly counts: CallCounts
  readonly designFiles: () => DesignFilesState
  readonly seeds: SeedsReader
  /** The lab beside the game, if there is one. */
  readonly lab: ServedLab | undefined
  /** Returns what is known of this node, if the game is on several machines. */
  readonly node: (() => NodeFacts) | undefined
}

type ShownProblem = ControlAnswer<'GET /_gamify/design'>['problems'][number]

/** A problem in a file of a design. `path` is absent if the problem concerns the file as a whole. */
export type DesignFilesProblem = Omit<ShownProblem, 'path'> & Partial<Pick<ShownProblem, 'path'>>

/** What is known about the files of a design. All paths are absolute. */
export interface DesignFilesState extends Pick<ControlAnswer<'GET /_gamify/design'>, 'directory' | 'loaded'> {
  /** The problems that keep the game from using the files as they are now. */
  readonly problems: readonly DesignFilesProblem[]
}

/** Plays on a game that has just begun, before anyone else can call. Returns a fault if one of the plays was refused. */
type Seeding = (game: Timeline) => Promise<Fault | void>

/** Reads the seeds for a reset, again each time. Returns a fault if they cannot be read. Spec 6.6 `?seed=true`. */
export type SeedsReader = () => Promise<Fault | Seeding>
