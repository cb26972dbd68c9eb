import type { GameState } from '../../game/game-state.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import type { GenerationOrigin, GenerationStorage } from '../../storage/runtime-store.ts'
import type { RecoveredState } from '../checkpoints/recovery.ts'
import { writeCheckpoint } from '../checkpoints/state-parts.ts'
import type { Timeline } from '../session/timeline.ts'

/** Where another timeline is created next to the live one. */
export interface StagingContext {
  /** Begins a generation for it. The generation is removed if it does not become live. Throws StorageError. */
  readonly begin: (origin: GenerationOrigin) => Promise<GenerationStorage>
}

/** A game that is ready to replace the live one. */
export interface StagedGame {
  readonly storage: GenerationStorage
  /** Its state after the last entry of that storage, whose number and checksum it has. */
  readonly state: GameState
  /** The newest checkpoint of its history, if that is known to be good. */
  readonly from?: RecoveredState['from']
  /**
   * Whether a start needs a checkpoint of this state, because it was imported and cannot be rebuilt from its entries,
   * or because older checkpoints are unusable.
   */
  readonly isBase?: boolean
  /** The time that its clock is to show if it runs, in ms since 1970; undefined leaves the clock of the state. */
  readonly nowMs?: number
  /** The last entry that belongs to the past of its state. Readers who follow the history get the entries after it. */
  readonly knownSeq: number
  /** Plays on it before it is live. A fault cancels the replacement. */
  readonly prepare?: (timeline: Timeline) => Promise<Fault | undefined>
  /** Takes over what has changed meanwhile, while nothing happens on the live game. A fault cancels the replacement. */
  readonly catchUp?: (timeline: Timeline) => Promise<Fault | undefined>
}

/** Creates another game. Returns a fault if that is not possible. Throws StorageError. */
export type Stage = (site: StagingContext) => Promise<Fault | StagedGame>

/**
 * Writes a checkpoint of a state if the entries before it are not all stored, or if a start needs it. Returns the
 * newest good checkpoint. Throws StorageError.
 */
export async function writeBase({ storage, state, from, isBase = false }: StagedGame): Promise<RecoveredState['from']> {
  const { journal, write } = storage
  if (!write || (journal.firstSeq === 1 && !isBase)) return from
  const { seq, at } = state
  await writeCheckpoint(write, state)
  return { seq, at }
}
