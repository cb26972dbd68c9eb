import type { Fault } from '../../game/kernel/fault.ts'
import type { GameState } from '../../game/game-state.ts'
import type { GenerationOrigin, GenerationStorage } from '../../storage/runtime-store.ts'
import type { RecoveredState } from '../checkpoints/recovery.ts'
import { writeCheckpoint } from '../checkpoints/state-parts.ts'
import type { Timeline } from '../session/timeline.ts'

/** Where another timeline comes about beside the one in force. */
export interface StagingSite {
  /** Begins a generation for it, which goes again where nothing comes of it. Throws StorageError. */
  readonly begin: (origin: GenerationOrigin) => Promise<GenerationStorage>
}

/** A game that is ready to take the place of the one in force. */
export interface StagedGame {
  readonly storage: GenerationStorage
  /** As it stands after the last entry of that storage, whose number and sum it has. */
  readonly state: GameState
  /** The newest checkpoint that its history has, where it is known to be good. */
  readonly from?: RecoveredState['from']
  /**
   * A start is to find this state itself: it was told and not made of its entries here, or older checkpoints are of no
   * use.
   */
  readonly isBase?: boolean
  /** What its clock is to show, where it runs, in ms since 1970; undefined leaves it as the state has it. */
  readonly nowMs?: number
  /** The last entry that is the past of its state: those who follow the history get the entries after it. */
  readonly knownSeq: number
  /** Plays on it before it is in force. A fault has nothing come of it. */
  readonly prepare?: (timeline: Timeline) => Promise<Fault | undefined>
  /**
   * Takes over what came about meanwhile, while nothing happens any more on the one in force. A fault has nothing come
   * of it.
   */
  readonly catchUp?: (timeline: Timeline) => Promise<Fault | undefined>
}

/** Comes by another game; a fault where there is none to be had. Throws StorageError. */
export type Stage = (site: StagingSite) => Promise<Fault | StagedGame>

/**
 * Writes a checkpoint of the state that a history goes on from where the entries before it are not all kept, or it is
 * the base; gives the newest good one that there is then. Throws StorageError.
 */
export async function writeBase({ storage, state, from, isBase = false }: StagedGame): Promise<RecoveredState['from']> {
  const { journal, write } = storage
  if (!write || (journal.firstSeq === 1 && !isBase)) return from
  const { seq, at } = state
  await writeCheckpoint(write, state)
  return { seq, at }
}
