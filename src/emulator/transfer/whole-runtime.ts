import type { GameWalk } from '../../game/game-operation.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Steps } from '../../game/kernel/operation.ts'
import { readyBoard, type BoardRequest } from '../../game/leaderboards/reading/reading.ts'
import type { Designs } from '../../storage/designs.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { Arrived, RestoreOptions, Runtime } from '../runtime.ts'
import type { Stage } from '../time-travel/staging.ts'
import { emulatorCaller } from '../session/timeline.ts'

/** The whole of a runtime, out and in. Spec 6.6 `/state`. */
export interface WholeRuntime {
  /** As NDJSON, in chunks, as it is when the first is asked for. Throws StorageError. */
  exported(options: { readonly history: boolean }): AsyncIterable<string>
  /**
   * Puts what was exported in the place of what there is, all of it or nothing: a fault tells what is wrong with it.
   * What its bytes throw is thrown on. Throws StorageError.
   */
  import(bytes: AsyncIterable<Buffer>, options?: RestoreOptions): Promise<Fault | Arrived>
}

/** What the whole of a runtime goes by. */
export interface WholeParts {
  readonly runtime: Runtime
  /** The id of the game. */
  readonly game: string
  /** The program's. */
  readonly version: string
  /** What the game's time zone adds to UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly designs: Designs
}

/** The whole of a runtime. What reads and writes it is loaded when it is first asked for. */
export function wholeRuntime({ runtime, game, version, zoneOffset, designs }: WholeParts): WholeRuntime {
  return {
    async *exported(options) {
      const { exportedState } = await import('./state-export.ts')
      await boardsBuilt(runtime)
      const held = await runtime.hold()
      try {
        yield* exportedState({ game, version, runtime: runtime.name, designs }, held, options)
      } finally {
        held.release()
      }
    },
    async import(bytes, options) {
      const { importState } = await import('./state-import.ts')
      let letGo = (): void => {}
      const stage: Stage = async ({ begin }) => {
        const read = await importState(bytes, { game, zoneOffset, runtime: runtime.name, designs, begin })
        if (isFault(read)) return read
        const { storage, state, clock } = read
        ;({ letGo } = read)
        return { storage, state, isBase: true, nowMs: clock.now, knownSeq: state.seq }
      }
      try {
        return await runtime.import(stage, options)
      } finally {
        letGo()
      }
    },
  }
}

/** Waits for all boards of the design, which equal games have alike; those that cannot be built now are built after the import. */
async function boardsBuilt(runtime: Runtime): Promise<void> {
  try {
    await runtime.execute(allBoards, null, emulatorCaller)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}

/** A fault where a newer design has one of them no more, or otherwise: then it is walked over those of that one. */
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
