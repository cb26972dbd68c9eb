import { newGame, type GameState, type RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { evolve } from '../../game/registry.ts'
import type { Journal, JournalLine } from '../../storage/journal.ts'
import type { Checkpoint } from '../../storage/checkpoint.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { stateOf } from './state-parts.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import { entries } from '../history/entry-codec.ts'

/** Where a state was kept before. */
export interface Origin {
  /** Newest first; all of them lie on the history that the journal holds. */
  readonly checkpoints: readonly Checkpoint[]
  readonly journal: Journal
  /** Told of a checkpoint that was no use, and why. */
  readonly markUnusable: (checkpoint: Checkpoint, why: string) => void
}

/** Lets the boards of a state go by the design that is in force there. */
export type FollowDesign = (state: GameState) => Promise<void>

/** A state with the place and game time of the checkpoint that it was made from. */
export interface RecoveredState {
  readonly state: GameState
  readonly from: { readonly seq: number; readonly at: number } | undefined
}

/**
 * The state after an entry, the last one unless told, that the newest good checkpoint and the entries after it make;
 * all entries where none is good. Applies events only, so it never needs the code that decided them.
 */
export async function recoverState(
  runtime: RuntimeName,
  { checkpoints: checkpoints, journal, markUnusable: markUnusable }: Origin,
  follow: FollowDesign,
  until?: number,
): Promise<RecoveredState> {
  for (const checkpoint of checkpoints) {
    if (until !== undefined && checkpoint.seq > until) continue
    try {
      const state = await stateOf(runtime, checkpoint.parts())
      const { seq, at } = state
      await replayJournal(state, journal, follow, until)
      return { state, from: { seq, at } }
    } catch (error) {
      markUnusable(checkpoint, error instanceof Error ? error.message : String(error))
    }
  }
  const state = newGame(runtime)
  await replayJournal(state, journal, follow, until)
  return { state, from: undefined }
}

/** A state in the making, which takes in the entries of its history one after the other. */
export class Replay {
  readonly state: GameState
  readonly #follow: FollowDesign
  /** The design that its boards go by; that of a state of a checkpoint is not known to them yet. */
  #design = ''

  constructor(state: GameState, follow: FollowDesign) {
    this.state = state
    this.#follow = follow
  }

  /** Lets the boards go by the design in force; a promise only where that takes a look at it. */
  follow(): Promise<void> | undefined {
    if (this.state.design === this.#design) return undefined
    this.#design = this.state.design
    return this.#follow(this.state)
  }

  /**
   * Takes in the entry that comes next, and notes its sum. What it cannot take in is thrown, and leaves half a state.
   */
  take(entry: Entry, sum: number): Promise<void> | undefined {
    evolve(this.state, entry)
    this.state.chain = sum
    return this.follow()
  }
}

/** Applies the entries after a state, which must be one of this history; its boards go by the design of the moment. */
async function replayJournal(
  state: GameState,
  journal: Journal,
  follow: FollowDesign,
  until = journal.lastSeq,
): Promise<void> {
  const { runtime } = state
  if (journal.firstSeq > state.seq + 1)
    throw new StorageError(
      `The ${runtime} runtime cannot be recovered: its journal starts at entry ${journal.firstSeq} and no snapshot reaches that far. Restore its snapshots from a backup`,
    )
  const slice = new TimeSlice()
  const replay = new Replay(state, follow)
  await replay.follow()
  for await (const line of journal.read(state.seq + 1)) {
    if (line.seq > until) break
    await takeIn(replay, journal, line)
    if (slice.over) await slice.next()
  }
  if (until === journal.lastSeq && state.chain !== journal.lastSum) throw misfit(runtime, state.seq)
}

function takeIn(replay: Replay, journal: Journal, { seq, text, sum }: JournalLine): Promise<void> | undefined {
  const { runtime, chain } = replay.state
  try {
    const entry = entries.read(text)
    if (entry.seq !== seq || entry.chain !== chain) throw misfit(runtime, seq)
    return replay.take(entry, sum)
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    const file = journal.fileOf?.(seq)
    const where = file === undefined ? '' : ` in ${file}`
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StorageError(
      `Entry ${seq} of the ${runtime} runtime${where} cannot be applied: ${why}. Restore its journal from a backup`,
      { cause },
    )
  }
}

function misfit(runtime: RuntimeName, seq: number): StorageError {
  return new StorageError(
    `The journal of the ${runtime} runtime is inconsistent at entry ${seq}. Restore it from a backup`,
  )
}
