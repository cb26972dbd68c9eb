import type { GameState } from '../../game/game-state.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import type { BoardArchive } from '../../storage/board-archive.ts'
import type { HeldEntries, Journal } from '../../storage/journal.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import type { ClockReading } from '../session/clock.ts'
import { wholeParts } from '../checkpoints/whole-state.ts'

/** A game as it is at one moment. */
export interface HeldGame extends ClockReading, Pick<GameState, 'seq' | 'at' | 'seed' | 'design'> {
  /** The sum of its last entry. */
  readonly sum: number
  /** The hash of the design that waits to be upgraded to. */
  readonly waiting: string | undefined
  /** The whole of it; they count when the last one was given. */
  readonly parts: AsyncIterable<CheckpointPart>
  /** Its history up to `seq`. */
  readonly journal: Pick<HeldEntries, 'firstSeq' | 'read'>
  /** Ends it. */
  readonly release: () => void
}

/** What a game is held by. */
interface Holding {
  readonly state: GameState
  readonly clock: ClockReading
  readonly journal: Journal
  readonly archive: BoardArchive
}

/** Takes hold of a game as it is now, to be read until it is released. */
export function holdGame({ state, clock, journal, archive }: Holding): HeldGame {
  const view = new ReadView()
  const entries = journal.hold()
  view.add({ release: entries.release })
  const { seq, at, chain: sum, seed, design, deployment } = state
  const parts = wholeParts(state, view, archive)
  const waiting = deployment.pending?.hash
  return { seq, at, sum, seed, design, waiting, ...clock, parts, journal: entries, release: () => view.end() }
}
