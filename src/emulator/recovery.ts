import { newGame, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Entry } from '../game/kernel/entry.ts'
import { evolve } from '../game/registry.ts'
import type { Journal } from '../storage/journal.ts'
import type { Snapshot } from '../storage/snapshot.ts'
import { StorageError } from '../storage/storage-error.ts'
import { stateOf } from './state-parts.ts'
import { TimeSlice } from './time-slice.ts'

/** The state that a snapshot and the entries after it make; applies events only, so it never needs the code that decided them. */
export async function recoverState(
  runtime: RuntimeName,
  snapshot: Snapshot | undefined,
  journal: Journal,
): Promise<GameState> {
  const state = snapshot ? await stateOf(runtime, snapshot.parts()) : newGame(runtime)
  if (journal.firstSeq > state.seq + 1)
    throw new StorageError(
      `The ${runtime} runtime cannot be recovered: its journal begins at entry ${journal.firstSeq} and no snapshot is left that reaches so far. Put back its snapshots from a copy`,
    )
  const slice = new TimeSlice()
  for await (const { seq, text, sum } of journal.read(state.seq + 1)) {
    const entry = JSON.parse(text) as Entry
    if (entry.seq !== seq || entry.chain !== state.chain) throw misfit(runtime, seq)
    evolve(state, entry)
    state.chain = sum
    if (slice.over) await slice.next()
  }
  if (state.chain !== journal.lastSum) throw misfit(runtime, state.seq)
  return state
}

function misfit(runtime: RuntimeName, seq: number): StorageError {
  return new StorageError(
    `The journal of the ${runtime} runtime does not fit together at entry ${seq}. Put it back from a copy`,
  )
}
