import { newGame, type GameState, type RuntimeName } from '../game/game-state.ts'
import type { Entry } from '../game/kernel/entry.ts'
import { evolve } from '../game/registry.ts'
import type { Journal } from '../storage/journal.ts'
import type { Snapshot } from '../storage/snapshot.ts'
import { StorageError } from '../storage/storage-error.ts'
import { stateOf } from './state-parts.ts'

/** Replaying holds the loop no longer than this at a time. */
const SLICE_MS = 10

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
  let sliceStart = performance.now()
  for await (const { seq, text, sum } of journal.read(state.seq + 1)) {
    const entry = JSON.parse(text) as Entry
    if (entry.seq !== seq || entry.chain !== state.chain) throw misfit(runtime, seq)
    evolve(state, entry)
    state.chain = sum
    if (performance.now() - sliceStart < SLICE_MS) continue
    await new Promise(setImmediate)
    sliceStart = performance.now()
  }
  if (state.chain !== journal.lastSum) throw misfit(runtime, state.seq)
  return state
}

function misfit(runtime: RuntimeName, seq: number): StorageError {
  return new StorageError(
    `The journal of the ${runtime} runtime does not fit together at entry ${seq}. Put it back from a copy`,
  )
}
