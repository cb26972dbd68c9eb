import type { ApiClient } from '../auth/clients.ts'
import type { Design } from '../game/design/design.ts'
import type { RuntimeName } from '../game/game-state.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import type { RestoredDesign } from '../interface/control-answers.ts'
import type { Dialect } from '../interface/dialect.ts'
import type { FileSystem } from '../storage/fs.ts'
import type { Durability } from '../storage/journal.ts'
import type { Processes } from '../storage/processes.ts'
import type { EntryWatcher } from './session/entry-watcher.ts'

/** Where a game is stored. */
export interface DataDirectory {
  readonly files: FileSystem
  readonly directory: string
  /** The processes that can lock the directory (default: those of this machine). */
  readonly processes?: Processes
  /**
   * The size at which a segment of a journal is closed, in bytes, the number of entries between two checkpoints, and that
   * between two checksums of the state.
   */
  readonly limits?: {
    readonly segmentBytes?: number
    readonly checkpointEntries?: number
    readonly sumEntries?: number
  }
}

/** The settings of a running game. Paths are absolute, times in ms. */
export interface EmulatorSettings {
  /** The description of the game, without its creation time. */
  readonly game: Omit<GameInfo, 'created'>
  /** All clients that may call. */
  readonly clients: readonly ApiClient[]
  /** The shapes of its answers (default: as documented). Spec 5.6. */
  readonly dialect?: Dialect | undefined
  /** The version of gamify, for the headers of files. */
  readonly program: string
  /** Where state and journal are stored; undefined keeps them only in memory. */
  readonly data: DataDirectory | undefined
  /** The design to deploy to staging; undefined leaves the last one. */
  readonly design?: Design | undefined
  /**
   * Loads the design if staging has none, from neither `design` nor an earlier start. The game waits for it; if this
   * rejects, the design cannot be loaded. Without it, the game starts without a design.
   */
  readonly missingDesign?: (() => Promise<Design>) | undefined
  /** Keeps what routes changed and the design files do not contain yet, because it will be written to them. */
  readonly keepsRoutes?: boolean | undefined
  /** Staging uses the design of the files whatever is restored: a restore deploys the active design again. */
  readonly followsFiles?: boolean | undefined
  readonly durability?: Durability | undefined
  /** The seed for random draws from now on (default: the last seed, at first the id of the game). */
  readonly randomSeed?: string | undefined
  /** The game time to start at; not before the last entry. */
  readonly now?: number | undefined
  /** Freezes the clock. */
  readonly freeze?: boolean | undefined
  /** How long history is kept; undefined for forever. */
  readonly keepMs?: number | undefined
  /** The machine's clock, in ms since 1970. */
  readonly machineNow?: (() => number) | undefined
  /** Called when a restored game had recorded another design than the active one, with what became of it. */
  readonly onRestored?: ((runtime: RuntimeName, restored: RestoredDesign) => void) | undefined
  /** Returns what watches the entries of a runtime for what must hold. */
  readonly watcher?: ((runtime: RuntimeName) => EntryWatcher) | undefined
  /** Receives messages for people about problems that stop nothing. */
  readonly warn?: ((message: string) => void) | undefined
}

/** A game cannot be started as requested. The message says why, and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
