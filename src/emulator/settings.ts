import type { ApiClient } from '../auth/clients.ts'
import type { Design } from '../game/design/design.ts'
import type { Dialect } from '../interface/dialect.ts'
import type { RuntimeName } from '../game/game-state.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import type { FileSystem } from '../storage/fs.ts'
import type { Durability } from '../storage/journal.ts'
import type { Processes } from '../storage/processes.ts'
import type { RestoredDesign } from '../interface/control-answers.ts'

/** Where a game is kept. */
export interface DataDirectory {
  readonly files: FileSystem
  readonly directory: string
  /** The processes that may hold it; those of this machine unless told. */
  readonly processes?: Processes
  /** The size at which a segment of a journal is closed, in bytes, and the entries between two checkpoints. */
  readonly limits?: { readonly segmentBytes?: number; readonly checkpointEntries?: number }
}

/** What a running game goes by; absolute paths, times in ms. */
export interface EmulatorSettings {
  /** What the game says of itself, but for when it was made. */
  readonly game: Omit<GameInfo, 'created'>
  /** All clients that may call. */
  readonly clients: readonly ApiClient[]
  /** In which shapes it answers; the documented ones unless told. Spec 5.6. */
  readonly dialect?: Dialect | undefined
  /** The program's version, for the headers of files. */
  readonly program: string
  /** Where state and journal are kept; undefined keeps them in memory alone. */
  readonly data: DataDirectory | undefined
  /** What staging is to run; undefined leaves it with what it ran last. */
  readonly design?: Design | undefined
  /**
   * Gives the design where staging has none: neither `design` nor one of an earlier start. The game waits for it; where
   * this rejects, it cannot be loaded. Left out, the game starts without a design.
   */
  readonly missingDesign?: (() => Promise<Design>) | undefined
  /** What routes changed and the files of the design do not hold yet stays, since it is going to be written to them. */
  readonly keepsRoutes?: boolean | undefined
  /** Staging runs what the files of the design hold, whatever is restored: its active design is deployed again then. */
  readonly followsFiles?: boolean | undefined
  readonly durability?: Durability | undefined
  /** What luck is drawn from, from now on; the game's id where nothing ever said otherwise. */
  readonly randomSeed?: string | undefined
  /** Game time to begin at; not before the last entry. */
  readonly now?: number | undefined
  /** Makes the clock stand still. */
  readonly freeze?: boolean | undefined
  /** How long history is kept; undefined for ever. */
  readonly keepMs?: number | undefined
  /** The machine's clock, in ms since 1970. */
  readonly machineNow?: (() => number) | undefined
  /** Told what became of the design of a restored game, where that recorded another than the active one. */
  readonly onRestored?: ((runtime: RuntimeName, restored: RestoredDesign) => void) | undefined
  /** Told, in words for people, what is not as it should be and stops nothing. */
  readonly warn?: ((message: string) => void) | undefined
}

/** A game cannot be started as it was asked to; the message says why and what to do. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}
