import type { GameState } from '../../game/game-state.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import type { HeldEntries, Journal } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { wholeParts } from '../checkpoints/whole-state.ts'
import type { ClockReading } from '../session/clock.ts'

/** A game at one moment. */
export interface HeldGame extends ClockReading, Pick<GameState, 'seq' | 'at' | 'seed' | 'design'> {
  /** The checksum of its last entry. */
  readonly sum: number
  /** The hash of the design of a pending upgrade. */
  readonly waiting: string | undefined
  /** The parts of the whole game. They count only after the last one. */
  readonly parts: AsyncIterable<CheckpointPart>
  /** Its history up to `seq`. */
  readonly journal: Pick<HeldEntries, 'firstSeq' | 'read'>
  /** Lists the checkpoints on disk that are part of its history, newest first. They are not held. */
  readonly checkpoints: BoardStorage['checkpoints']
  /** Releases the game. */
  readonly release: () => void
}

/** What is needed to hold a game. */
interface Holding {
  readonly state: GameState
  readonly clock: ClockReading
  readonly journal: Journal
  readonly boards: BoardStorage
}

/** Holds the present state of a game, to be read until it is released. */
export function holdGame({ state, clock, journal, boards }: Holding): HeldGame {
  const view = new ReadView()
  const entries = journal.hold()
  view.add({ release: entries.release })
  const { seq, at, chain: sum, seed, design, deployment } = state
  const parts = wholeParts(state, view, boards.archive)
  const waiting = deployment.pending?.hash
  const { checkpoints } = boards
  return {
    seq,
    at,
    sum,
    seed,
    design,
    waiting,
    ...clock,
    parts,
    journal: entries,
    checkpoints,
    release: () => view.end(),
  }
}
