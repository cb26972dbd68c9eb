import type { GameWalk } from '../../game/game-operation.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Steps } from '../../game/kernel/operation.ts'
import { readyBoard, type BoardRequest } from '../../game/leaderboards/reading/reading.ts'
import type { Designs } from '../../storage/designs.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { Runtime } from '../runtime.ts'
import { emulatorCaller } from '../session/timeline.ts'
import type { Stage } from '../time-travel/staging.ts'
import type { Arrived, RestoreOptions } from '../time-travel/time-travel.ts'

/** Exports and imports a whole runtime. Spec 6.6 `/state`. */
export interface WholeRuntime {
  /** Exports the runtime as NDJSON, in chunks, as it is when the first chunk is requested. Throws StorageError. */
  export(options: { readonly history: boolean }): AsyncIterable<string>
  /**
   * Replaces the runtime by an exported one, all of it or nothing. A fault describes what is wrong with it. Rethrows
   * what the bytes throw. Throws StorageError.
   */
  import(bytes: AsyncIterable<Buffer>, options?: RestoreOptions): Promise<Fault | Arrived>
}

/** What exporting and importing need. */
export interface WholeParts {
  readonly runtime: Runtime
  /** The id of the game. */
  readonly game: string
  /** The version of gamify. */
  readonly version: string
  /** Returns the offset of the game's time zone from UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly designs: Designs
}

/** Creates the export and import of a runtime. Their code is loaded when it is first needed. */
export function wholeRuntime({ runtime, game, version, zoneOffset, designs }: WholeParts): WholeRuntime {
  return {
    async *export(options) {
      const { exportState } = await import('./state-export.ts')
      await waitForBoards(runtime)
      const held = await runtime.hold()
      try {
        yield* exportState({ game, version, runtime: runtime.name, designs }, held, options)
      } finally {
        held.release()
      }
    },
    async import(bytes, options) {
      const { importState } = await import('./state-import.ts')
      let release = (): void => {}
      const stage: Stage = async ({ begin }) => {
        const read = await importState(bytes, { game, zoneOffset, runtime: runtime.name, designs, begin })
        if (isFault(read)) return read
        const { storage, state, clock } = read
        ;({ release } = read)
        return { storage, state, isBase: true, nowMs: clock.now, knownSeq: state.seq }
      }
      try {
        return await runtime.import(stage, options)
      } finally {
        release()
      }
    },
  }
}

/**
 * Waits for all leaderboards of the design, so that equal games export the same. Those that cannot be built now are
 * built after the import.
 */
export async function waitForBoards(runtime: Runtime): Promise<void> {
  try {
    await runtime.execute(allBoards, null, emulatorCaller)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}

/**
 * Gives a fault if a newer design no longer has one of them, or has changed it. Then the walk begins again with that
 * design.
 */
const allBoards: GameWalk<null, null> = {
  kind: 'walk',
  name: 'state.boards',
  *walk(state, _input, { design }): Steps<Fault | null, BoardRequest> {
    for (const each of design.leaderboards.values()) {
      const board = yield* readyBoard(state, each)
      if (isFault(board)) return board
    }
    return null
  },
}
