import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { followBoards } from '../../game/leaderboards/follow.ts'
import type { GenerationStorage, RuntimeStore } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { RestoredDesign } from '../../interface/control-answers.ts'
import type { CoverageCounts } from '../coverage-counts.ts'
import type { FollowDesign, RecoveredState } from '../checkpoints/recovery.ts'
import { CheckpointKeeper } from '../checkpoints/checkpoint-keeper.ts'
import { Timeline } from '../session/timeline.ts'

/** The design of a restored game: the one that it recorded, or the one that is active now, deployed again. */
export type DesignAfterRestore = 'recorded' | 'current'

/** What all timelines of a runtime have in common. */
export interface RuntimeWorld {
  readonly name: RuntimeName
  readonly store: RuntimeStore
  readonly game: GameInfo
  /** What the game's time zone adds to UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly machineNow: () => number
  /** The design that is kept under a hash; the empty one under none. Throws StorageError. */
  readonly designOf: (hash: string) => Promise<Design>
  /** How long history is kept; undefined for ever. */
  readonly keepMs?: number | undefined
  /** Entries between two checkpoints, where not the usual. */
  readonly checkpointEntries?: number | undefined
  /** What of the design has been exercised, whichever timeline was in force. */
  readonly coverage: CoverageCounts
  /** Which design a restored game runs, where nobody says; the recorded one where left out. */
  readonly designAfterRestore?: DesignAfterRestore | undefined
  /** Told what became of the design of a restored game, where that recorded another than the active one. */
  readonly onRestored?: ((restored: RestoredDesign) => void) | undefined
  /** Told what went wrong in the background. */
  readonly warn: (message: string) => void
  /**
   * Has a start find this generation from now on, on disk when this resolves. Throws StorageError: it is not known then
   * which one it finds.
   */
  readonly makeLive: (generation: number) => Promise<void>
  /** Runs a task while no design comes into force, which is told the label that a design runs under. */
  readonly withoutDeployments: <T>(task: (labelFor: (hash: string) => string) => Promise<T>) => Promise<T>
}

/** A timeline with what keeps it. */
export interface KeptTimeline {
  readonly timeline: Timeline
  readonly storage: GenerationStorage
  readonly keeper: CheckpointKeeper
}

/** The state and the storage of a timeline; `from` is the newest checkpoint of it. */
interface TimelineOrigin extends RecoveredState {
  readonly storage: GenerationStorage
}

/** A timeline that does nothing by itself until it is started. Throws StorageError where its design cannot be read. */
export async function keepTimeline(
  world: RuntimeWorld,
  { state, from, storage }: TimelineOrigin,
): Promise<KeptTimeline> {
  const { game, zoneOffset, machineNow, designOf, keepMs, checkpointEntries, warn, coverage } = world
  const { journal, boards } = storage
  const timeline = new Timeline({
    state,
    design: await designOf(state.design),
    journal,
    game,
    zoneOffset,
    machineNow,
    boards,
    coverage,
    designOf,
    warn,
  })
  const keeper = new CheckpointKeeper(timeline, storage, { from, keepMs, warn, entries: checkpointEntries })
  timeline.addFollower(keeper)
  return { timeline, storage, keeper }
}

/** Lets what a timeline does by itself begin. */
export function startTimeline({ timeline, keeper }: KeptTimeline): void {
  timeline.started()
  keeper.start()
}

/**
 * Boards go by the designs that are kept; where one cannot be read any more they are left out, and built when it is
 * known what is in force.
 */
export function followKept({ designOf, zoneOffset }: Pick<RuntimeWorld, 'designOf' | 'zoneOffset'>): FollowDesign {
  return async (state: GameState) => {
    const design = await designOf(state.design).catch((error: unknown) => {
      if (error instanceof StorageError) return nothingKept
      throw error
    })
    followBoards(state, design, zoneOffset)
  }
}

const nothingKept: Pick<Design, 'leaderboards' | 'metrics'> = { leaderboards: new Map(), metrics: new Map() }
