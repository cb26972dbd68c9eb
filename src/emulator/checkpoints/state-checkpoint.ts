import type { GameState } from '../../game/game-state.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import type { GenerationStorage } from '../../storage/runtime-store.ts'
import { stateParts } from './state-parts.ts'

/** Writes a checkpoint of a state as it is now, while the game goes on. Throws StorageError. */
export async function writeCheckpoint(write: NonNullable<GenerationStorage['write']>, state: GameState): Promise<void> {
  const { seq, at, chain, design } = state
  const view = new ReadView()
  try {
    await write({ seq, at, sum: chain, design: design || null }, stateParts(state, view))
  } finally {
    view.end()
  }
}
