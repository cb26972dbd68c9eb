import { newGame, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Entry } from '../game/kernel/entry.ts'
import { evolve } from '../game/registry.ts'
import type { Journal } from '../storage/journal.ts'
import type { Snapshot } from '../storage/snapshot.ts'
import { StorageError } from '../storage/storage-error.ts'
import { stateOf } from './state-parts.ts'
import { TimeSlice } from './time-slice.ts'

/** Where a state was kept before. */
export interface Origin {
  /** Newest first; all of them lie on the history that the journal holds. */
  readonly snapshots: readonly Snapshot[]
  readonly journal: Journal
  /** Told of a snapshot that was no use, and why. */
  readonly passOver: (snapshot: Snapshot, why: string) => void
}

/** Lets the boards of a state go by the design that is in force there. */
export type FollowDesign = (state: GameState) => Promise<void>

/** A state with the place and game time of the snapshot that it was made from. */
export interface RecoveredState {
  readonly state: GameState
  readonly from: { readonly seq: number; readonly at: number } | undefined
}

/**
 * The state that the newest good snapshot and the entries after it make; all entries where none is good. Applies events
 * only, so it never needs the code that decided them.
 */
export async function recoverState(
  runtime: RuntimeName,
  { snapshots, journal, passOver }: Origin,
  follow: FollowDesign,
): Promise<RecoveredState> {
  for (const snapshot of snapshots) {
    try {
      const state = await stateOf(runtime, snapshot.parts())
      const { seq, at } = state
      await replay(state, journal, follow)
      return { state, from: { seq, at } }
    } catch (error) {
      passOver(snapshot, error instanceof Error ? error.message : String(error))
    }
  }
  const state = newGame(runtime)
  await replay(state, journal, follow)
  return { state, from: undefined }
}

/** Applies the entries after a state, which must be one of this history; its boards go by the design of the moment. */
async function replay(state: GameState, journal: Journal, follow: FollowDesign): Promise<void> {
  const { runtime } = state
  if (journal.firstSeq > state.seq + 1)
    throw new StorageError(
      `The ${runtime} runtime cannot be recovered: its journal begins at entry ${journal.firstSeq} and no snapshot is left that reaches so far. Put back its snapshots from a copy`,
    )
  const slice = new TimeSlice()
  let { design } = state
  if (design !== '') await follow(state)
  for await (const { seq, text, sum } of journal.read(state.seq + 1)) {
    const entry = JSON.parse(text) as Entry
    if (entry.seq !== seq || entry.chain !== state.chain) throw misfit(runtime, seq)
    evolve(state, entry)
    state.chain = sum
    if (state.design !== design) await follow(state)
    design = state.design
    if (slice.over) await slice.next()
  }
  if (state.chain !== journal.lastSum) throw misfit(runtime, state.seq)
}

function misfit(runtime: RuntimeName, seq: number): StorageError {
  return new StorageError(
    `The journal of the ${runtime} runtime does not fit together at entry ${seq}. Put it back from a copy`,
  )
}
