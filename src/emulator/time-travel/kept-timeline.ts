import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { followBoards } from '../../game/leaderboards/follow.ts'
import type { RestoredDesign } from '../../interface/control-answers.ts'
import type { GenerationStorage, RuntimeStore } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { CheckpointKeeper } from '../checkpoints/checkpoint-keeper.ts'
import type { FollowDesign, RecoveredState } from '../checkpoints/recovery.ts'
import { StateSums, type StateSumming } from '../checkpoints/state-sums.ts'
import type { CoverageCounts } from '../coverage-counts.ts'
import type { EntryWatcher } from '../session/entry-watcher.ts'
import type { PlayCount } from '../session/play-count.ts'
import { Timeline } from '../session/timeline.ts'

/** The design of a restored game: the one that it recorded, or the active one, deployed again. */
export type DesignAfterRestore = 'recorded' | 'current'

/** What all timelines of a runtime share. */
export interface RuntimeWorld {
  readonly name: RuntimeName
  readonly store: RuntimeStore
  readonly game: GameInfo
  /** Returns the offset of the game's time zone from UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly machineNow: () => number
  /** Returns the design that is stored under a hash; the empty one for no hash. Throws StorageError. */
  readonly designOf: (hash: string) => Promise<Design>
  /** How long history is kept; undefined for forever. */
  readonly keepMs?: number | undefined
  /** The number of entries between two checkpoints; undefined for the default. */
  readonly checkpointEntries?: number | undefined
  /** Counts which parts of the design were exercised, in all timelines. */
  readonly coverage: CoverageCounts
  /** Counts the plays, in all timelines. */
  readonly plays: PlayCount
  /** Returns what gets checksums of the state of a generation, if there are other machines to compare them with. */
  readonly sums?: (generation: number) => StateSumming | undefined
  /** Watches the entries of the live timeline for what must hold. */
  readonly watcher?: EntryWatcher | undefined
  /** The design of a restored game if a restore does not choose one (default: the recorded one). */
  readonly designAfterRestore?: DesignAfterRestore | undefined
  /** Called when a restored game had recorded another design than the active one, with what became of it. */
  readonly onRestored?: ((restored: RestoredDesign) => void) | undefined
  /** Receives messages about failures in the background. */
  readonly warn: (message: string) => void
  /**
   * Makes a generation the one that a start finds. It is on disk when this resolves. Throws StorageError; then it is
   * unknown which one a start finds.
   */
  readonly makeLive: (generation: number) => Promise<void>
  /**
   * Runs a task during which no other design is deployed. The task receives a function that returns the label of a
   * design.
   */
  readonly withoutDeployments: <T>(task: (labelFor: (hash: string) => string) => Promise<T>) => Promise<T>
}

/** A timeline with its storage and checkpoints. */
export interface KeptTimeline {
  readonly timeline: Timeline
  readonly storage: GenerationStorage
  readonly keeper: CheckpointKeeper
}

/** The state and the storage of a timeline; `from` is its newest checkpoint. */
interface TimelineOrigin extends RecoveredState {
  readonly storage: GenerationStorage
}

/**
 * Creates a timeline that does nothing in the background until it is started. Throws StorageError if its design cannot
 * be read.
 */
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
  timeline.addFollower(world.plays)
  const summing = world.sums?.(storage.generation)
  if (summing) timeline.addFollower(new StateSums(state, summing))
  return { timeline, storage, keeper }
}

/** Starts the background work of a timeline. */
export function startTimeline({ timeline, keeper }: KeptTimeline): void {
  timeline.started()
  keeper.start()
}

/**
 * Makes leaderboards use the stored designs. If one can no longer be read, its leaderboards are left out, and built
 * once the deployed design is known.
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
