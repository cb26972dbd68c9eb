import type { GameState } from '../../game/game-state.ts'
import { fault } from '../../game/kernel/fault.ts'
import type { FoundSnapshot } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { RuntimeWorld } from './kept-timeline.ts'
import type { Stage } from './staging.ts'
import { stateOf } from '../checkpoints/state-parts.ts'

/** Stages the game as it was when a snapshot was saved. Spec 6.6. */
export function stageRestore({ name: runtime, store }: RuntimeWorld, name: string): Stage {
  return async ({ begin }) => {
    const snapshot = await store.snapshots.find(name)
    if (!snapshot) return fault('snapshot_not_found', { name })
    const { generation, seq, sum, now } = snapshot
    const state = await stateIn(snapshot, runtime)
    const parent = seq === 0 ? null : { generation, seq }
    const storage = await begin({ parent, first: seq + 1, chain: sum })
    return { storage, state, nowMs: now, knownSeq: seq }
  }
}

async function stateIn(snapshot: FoundSnapshot, runtime: RuntimeWorld['name']): Promise<GameState> {
  try {
    const state = await stateOf(runtime, snapshot.parts())
    if (state.seq === snapshot.seq && state.chain === snapshot.sum) return state
    throw new Error('its state does not match its checksum')
  } catch (cause) {
    if (cause instanceof StorageError) throw cause
    throw snapshot.noUse(cause)
  }
}
