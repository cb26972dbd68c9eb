import { openGate } from '../../async/gate.ts'
import { turns } from '../../async/turns.ts'
import type { Design } from '../../game/design/design.ts'
import { differences } from '../../game/design/differences.ts'
import type { SettledIssue } from '../../game/design/shapes.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Arrival, RestoredDesign } from '../../interface/control-answers.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import { emulatorCaller, type Timeline } from '../session/timeline.ts'
import type { DesignAfterRestore, RuntimeWorld } from './kept-timeline.ts'
import { refuseUnlessUnused, stageReset, type Beginning } from './resetting.ts'
import { periodHold, stageRewind } from './rewinding.ts'
import {
  deleteSnapshot,
  listSnapshots,
  saveBefore,
  saveSnapshot,
  tidyAutomatic,
  stageRestore,
  type Replacement,
  type Snapshot,
} from './snapshots.ts'
import type { Stage } from './staging.ts'
import type { Replaced, TimelineReplacement, Timelines } from './timelines.ts'

/** How a game is restored. */
export interface RestoreOptions {
  /** The design that the restored game runs. The default was chosen when the emulator was started. */
  readonly design?: DesignAfterRestore | undefined
  /** Whether the game is first saved as an automatic snapshot, which is the default. */
  readonly isSaved?: boolean
}

/** The result of a rewind, with the number of entries that it undid. */
export interface Rewound extends Pick<Replaced, 'seq' | 'now'>, Arrival {
  readonly undone: number
}

/** The result of a restore. */
export interface Restored extends Pick<Replaced, 'seq' | 'now'>, Arrival {
  readonly name: string
}

/** The result of an import or a reset. */
export type Arrived = Pick<Replaced, 'seq' | 'players'> & Arrival

/** A design that a runtime runs, and the version that it is frozen as. */
interface ActiveDesign {
  readonly design: Design
  readonly hash: string
  readonly label: string | null
}

/** Saves the game of a runtime, and replaces its timeline. Snapshots and replacements run one after the other. */
export class TimeTravel {
  readonly #world: RuntimeWorld
  readonly #timelines: Timelines
  readonly #changes = openGate()
  readonly #inTurn = turns(1)
  /**
   * The active design, while a restored game runs the one that it recorded. `settled` are the issues that the deployment
   * of the recorded design settled. A later deployment has another array.
   */
  #setAside: { readonly active: ActiveDesign; readonly settled: readonly SettledIssue[] } | undefined

  constructor(world: RuntimeWorld, timelines: Timelines) {
    this.#world = world
    this.#timelines = timelines
  }

  /** Snapshots. The methods throw StorageError. Spec 6.6. */
  readonly snapshots = {
    list: (): Promise<readonly Snapshot[]> => this.#changes.enter(() => listSnapshots(this.#world)),
    save: (name: string): Promise<Fault | Snapshot> =>
      this.inTurn(() => saveSnapshot(this.#world, this.#timelines.live, name)),
    /** Restores the game as it was when a snapshot was saved, and saves the game before as a snapshot first. */
    restore: (name: string, options: RestoreOptions = {}): Promise<Fault | Restored> =>
      this.inTurn(async () => {
        const stage = stageRestore(this.#world, name)
        const done = await this.#replace('restore', { stage, around: this.#withoutDeployments }, options)
        return isFault(done) ? done : { name, seq: done.seq, now: done.now, ...arrival(done) }
      }),
    delete: (name: string): Promise<Fault | { readonly name: string }> =>
      this.inTurn(() => deleteSnapshot(this.#world, name)),
  }

  /**
   * Restores the game as it was after an entry, or after the last entry not after a time. The game before is saved as a
   * snapshot first, which remains even if the rewind fails after that. Throws StorageError. Spec 6.6.
   */
  readonly rewind = (to: HistoryPosition, options: RestoreOptions = {}): Promise<Fault | Rewound> =>
    this.inTurn(async () => {
      const { live } = this.#timelines
      const { hold, release } = periodHold(live)
      try {
        const stage = stageRewind(this.#world, live, to, hold)
        const done = await this.#replace('rewind', { stage, around: this.#withoutDeployments }, options)
        if (isFault(done)) return done
        const { seq, now, knownSeq, lastSeq } = done
        return { seq, now, undone: lastSeq - knownSeq, ...arrival(done) }
      } finally {
        release()
      }
    })

  /**
   * Starts the game again without players, with its clock, luck and design. Snapshots remain, and the game before is saved
   * first. A beginning in the past is a fault if anything has ever happened in the game. Throws StorageError. Spec 6.6.
   */
  readonly reset = (beginning: Beginning = {}): Promise<Fault | Arrived> =>
    this.inTurn(() =>
      this.#world.withoutDeployments(async (labelFor) => {
        const stage = stageReset(this.#world, this.#timelines.live, beginning, labelFor)
        const around = <T>(task: () => Promise<T>): Promise<T> => task()
        // A game in which nothing has happened need not be saved.
        const isUnused = beginning.atMs !== undefined
        const require = isUnused ? refuseUnlessUnused : nothing
        const done = await this.#replace('reset', { stage, around, require }, { isSaved: !isUnused })
        return isFault(done) ? done : { seq: done.seq, players: done.players, ...arrival(done) }
      }),
    )

  /**
   * Replaces the game with an imported one, as a whole or not at all. Staging it may take long and delays nobody. The game
   * before is saved first. Returns a fault if the stage does. Throws StorageError.
   */
  readonly import = (stage: Stage, options: RestoreOptions = {}): Promise<Fault | Arrived> =>
    this.#changes.enter(async () => {
      const around = <T>(task: () => Promise<T>): Promise<T> => this.#inTurn(() => this.#withoutDeployments(task))
      const done = await this.#replace('import', { stage, around }, options)
      return isFault(done) ? done : { seq: done.seq, players: done.players, ...arrival(done) }
    })

  /** Runs a task when no other change of timelines and no saving of a snapshot is running. */
  inTurn<T>(task: () => Promise<T>): Promise<T> {
    return this.#changes.enter(() => this.#inTurn(task))
  }

  /** Forgets the design that a restore set aside, because a design was deployed by choice. */
  forgetSetAside(): void {
    this.#setAside = undefined
  }

  /** Accepts no more changes, which reject with `why`, and resolves when the running ones are done. */
  close(why: Error): Promise<void> {
    return this.#changes.close(why)
  }

  readonly #withoutDeployments = <T>(task: () => Promise<T>): Promise<T> => this.#world.withoutDeployments(task)

  /**
   * Replaces the game with another one, and saves this one as an automatic snapshot first. The snapshot is saved while calls
   * are answered, because that may take long, and again only if something has happened since. `require` can refuse last.
   */
  async #replace(
    what: Replacement,
    { stage, around, require = nothing }: Way,
    { design = this.#world.designAfterRestore ?? 'recorded', isSaved = true }: RestoreOptions,
  ): Promise<Fault | ReplacedGame> {
    let before: Snapshot | undefined
    let restored: RestoredDesign | undefined
    let active: ActiveDesign | undefined
    let pendingBefore: string | undefined
    let pending: string | undefined
    const save = async (): Promise<Snapshot | undefined> =>
      isSaved ? saveBefore(what, this.#world, this.#timelines.live) : undefined
    const done = await this.#timelines.replace({
      stage,
      around: (task) =>
        around(async () => {
          before = await save()
          return task()
        }),
      last: async ({ timeline }) => {
        const refused = await require(timeline)
        if (refused) return refused
        active = this.#active
        pendingBefore = timeline.state.deployment.pending?.hash
        const { seq } = timeline.state
        if (before?.seq === seq || !isSaved) return { lastSeq: seq, snapshot: before?.name }
        const saved = await save()
        if (before) await deleteSnapshot(this.#world, before.name)
        return { lastSeq: seq, snapshot: saved?.name }
      },
      settle: async ({ timeline }) => {
        // A reset has already deployed everything that it has to.
        if (active && what !== 'reset') restored = await settleDesign(timeline, active, design)
        pending = timeline.state.deployment.pending?.hash
      },
    })
    if (isFault(done)) return done
    const { last, ...replaced } = done
    const { settled } = this.#timelines.live.timeline.state.deployment
    if (active && restored?.runs === 'recorded') this.#setAside = { active, settled }
    if (last.snapshot !== undefined) await tidyAutomatic(this.#world, last.snapshot)
    if (restored) this.#world.onRestored?.(restored)
    const isRemoved = pendingBefore !== undefined && pendingBefore !== pending
    return { ...replaced, ...last, design: restored, upgrade_removed: isRemoved || undefined }
  }

  /** The design that was last deployed by choice. A restored game may run another one. */
  get #active(): ActiveDesign {
    const { state, design } = this.#timelines.live.timeline
    const { design: hash, deployment } = state
    if (this.#setAside?.settled === deployment.settled) return this.#setAside.active
    return { design, hash, label: deployment.label }
  }
}

/** Deploys the active design on a game that recorded another one, if that is wanted. Returns how the two differ. */
async function settleDesign(
  timeline: Timeline,
  { design, hash, label }: ActiveDesign,
  runs: DesignAfterRestore,
): Promise<RestoredDesign | undefined> {
  const { state, design: recorded } = timeline
  if (hash === '' || state.design === hash) return undefined
  const changes = differences(recorded.source, design.source)
  if (runs === 'recorded') return { runs, changes }
  const { now } = await timeline.clock.read()
  const done = await timeline.deploy(design, hash, label, emulatorCaller, Math.max(now, timeline.state.at))
  if (isFault(done)) throw new Error(`the active design could not be deployed again: ${done.fault}`)
  // In production the restored game may have data that the active design has no place for.
  return done.status === 'issues' ? { runs: 'recorded', changes, issues: done.issues.length } : { runs, changes }
}

/** How a game replaces another. */
interface Way extends Pick<TimelineReplacement<unknown>, 'stage' | 'around'> {
  readonly require?: (timeline: Timeline) => Promise<Fault | undefined>
}

/** The game that replaced another, and the last entry of the one before. */
interface ReplacedGame extends Replaced, Arrival {
  readonly lastSeq: number
}

const arrival = ({ snapshot, design, upgrade_removed: isRemoved }: Arrival): Arrival => ({
  ...(snapshot === undefined ? {} : { snapshot }),
  ...(design === undefined ? {} : { design }),
  ...(isRemoved ? { upgrade_removed: isRemoved } : {}),
})

const nothing = async (): Promise<undefined> => undefined
