import { TimeSlice } from '../../async/time-slice.ts'
import { newGame, type GameState, type RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { evolve } from '../../game/registry.ts'
import type { Checkpoint } from '../../storage/checkpoint.ts'
import type { Journal, JournalLine } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { entryCodec } from '../history/entry-codec.ts'
import { stateOf } from './state-parts.ts'

/** Where a state is recovered from. */
export interface Origin {
  /** Newest first. All of them are part of the journal's history. */
  readonly checkpoints: readonly Checkpoint[]
  readonly journal: Journal
  /** Marks a checkpoint as unusable; `why` is the reason. */
  readonly markUnusable: (checkpoint: Checkpoint, why: string) => void
}

/** Makes the leaderboards of a state use the design that is deployed there. */
export type FollowDesign = (state: GameState) => Promise<void>

/** A recovered state, with the entry and game time of the checkpoint that it was recovered from. */
export interface RecoveredState {
  readonly state: GameState
  readonly from: { readonly seq: number; readonly at: number } | undefined
}

/**
 * Recovers the state after an entry (default: the last one) from the newest good checkpoint and the entries after it,
 * or from all entries if none is good. Only applies events, so it never needs the code that decided them.
 */
export async function recoverState(
  runtime: RuntimeName,
  { checkpoints, journal, markUnusable }: Origin,
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

/** A state that is being rebuilt. It applies the entries of its history one after the other. */
export class Replay {
  readonly state: GameState
  readonly #follow: FollowDesign
  /** The design that its leaderboards use. For the state of a checkpoint it is not set yet. */
  #design = ''

  constructor(state: GameState, follow: FollowDesign) {
    this.state = state
    this.#follow = follow
  }

  /** Makes the leaderboards use the deployed design. Returns a promise only if that needs the design to be read. */
  follow(): Promise<void> | undefined {
    if (this.state.design === this.#design) return undefined
    this.#design = this.state.design
    return this.#follow(this.state)
  }

  /**
   * Applies the next entry and records its checksum. Throws if the entry cannot be applied, and the state is then
   * unusable.
   */
  take(entry: Entry, sum: number): Promise<void> | undefined {
    evolve(this.state, entry)
    this.state.chain = sum
    return this.follow()
  }
}

/**
 * Applies the entries after a state, which must be part of this history. Its leaderboards use the design that was
 * deployed at each entry.
 */
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
    await applyLine(replay, journal, line)
    if (slice.over) await slice.next()
  }
  if (until === journal.lastSeq && state.chain !== journal.lastSum) throw inconsistency(runtime, state.seq)
}

function applyLine(replay: Replay, journal: Journal, { seq, text, sum }: JournalLine): Promise<void> | undefined {
  const { runtime, chain } = replay.state
  try {
    const entry = entryCodec.read(text)
    if (entry.seq !== seq || entry.chain !== chain) throw inconsistency(runtime, seq)
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

function inconsistency(runtime: RuntimeName, seq: number): StorageError {
  return new StorageError(
    `The journal of the ${runtime} runtime is inconsistent at entry ${seq}. Restore it from a backup`,
  )
}
