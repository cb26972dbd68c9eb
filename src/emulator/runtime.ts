import type { Coverage } from '../game/design/coverage.ts'
import type { Design } from '../game/design/design.ts'
import { differences } from '../game/design/differences.ts'
import type { Deployed } from '../game/design/issue.ts'
import { clockGoesBack } from '../game/design/run.ts'
import type { SettledIssue } from '../game/design/shapes.ts'
import type { GameCommand, GameOperation } from '../game/game-operation.ts'
import type { GameState, RuntimeName } from '../game/game-state.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { openGate } from '../async/gate.ts'
import type { Caller } from '../game/kernel/operation.ts'
import { turns } from '../async/turns.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import type { Arrival, RestoredDesign } from '../interface/control-answers.ts'
import type { Why, WhyNot } from '../interface/why-answer.ts'
import type { ClockChange, ClockReading } from './session/clock.ts'
import type { HeldGame } from './time-travel/held-game.ts'
import type { HistoryPosition } from '../interface/history-position.ts'
import type { HistoryEntry, HistoryRange, HistoryStep } from './history/history-range.ts'
import {
  startTimeline,
  type DesignAfterRestore,
  type KeptTimeline,
  type RuntimeWorld,
} from './time-travel/kept-timeline.ts'
import type { Notices } from './history/notices.ts'
import { peopleOf } from './people.ts'
import {
  deleteSnapshot,
  listSnapshots,
  saveBefore,
  saveSnapshot,
  tidyAutomatic,
  type Snapshot,
  type Replacement,
  stageRestore,
} from './time-travel/snapshots.ts'
import type { Reevaluating } from './reevaluating.ts'
import { hasNoPlayers, refuseUnlessUnused, stageReset, type Beginning } from './time-travel/resetting.ts'
import { periodHold, stageRewind } from './time-travel/rewinding.ts'
import type { Stage } from './time-travel/staging.ts'
import { emulatorCaller, type Timeline } from './session/timeline.ts'
import { Timelines, type Replaced, type TimelineReplacement } from './time-travel/timelines.ts'
import type { ListedAction, WhyNotInput } from './why/why-not.ts'

/** How a game is restored. */
export interface RestoreOptions {
  /** Which design it runs then; as the emulator was started where left out. */
  readonly design?: DesignAfterRestore | undefined
  /** Whether the game is saved as an automatic snapshot first; it is where left out. */
  readonly isSaved?: boolean
}

/** What came of a rewind, and the number of entries that it took back. */
export interface Rewound extends Pick<Replaced, 'seq' | 'now'>, Arrival {
  readonly undone: number
}

/** What came of a restore. */
export interface Restored extends Pick<Replaced, 'seq' | 'now'>, Arrival {
  readonly name: string
}

/** What came of an import or a reset. */
export type Arrived = Pick<Replaced, 'seq' | 'players'> & Arrival

/** A design that a runtime runs, and the version that it is frozen as. */
interface ActiveDesign {
  readonly design: Design
  readonly hash: string
  readonly label: string | null
}

/**
 * What everybody holds on to of a runtime: it goes by the timeline in force, and calls wait while another takes its
 * place. Snapshots are saved, and timelines replaced, one after the other.
 */
export class Runtime {
  readonly #world: RuntimeWorld
  readonly #timelines: Timelines
  readonly #changes = openGate()
  readonly #inTurn = turns(1)
  /**
   * The active design, while a restored game runs the one that it recorded. `over` is what was settled by the
   * deployment of the latter: another array since any later deployment.
   */
  #setAside: { readonly active: ActiveDesign; readonly over: readonly SettledIssue[] } | undefined

  constructor(world: RuntimeWorld, kept: KeptTimeline) {
    this.#world = world
    this.#timelines = new Timelines(world, kept)
  }

  get name(): RuntimeName {
    return this.#world.name
  }

  /** As it is now: another object once another timeline is in force. */
  get state(): GameState {
    return this.#timeline.state
  }

  get design(): Design {
    return this.#timeline.design
  }

  /** Whether it has stopped after a failure. */
  get failed(): boolean {
    return this.#timeline.failed
  }

  /** As that of a timeline. */
  readonly clock = {
    read: (): Promise<ClockReading> => this.#onceFree(({ clock }) => clock.read()),
    change: (change: ClockChange): Promise<Fault | ClockReading> => this.#onceFree(({ clock }) => clock.change(change)),
    begin: (change: ClockChange): Promise<Fault | ClockReading> => this.#onceFree(({ clock }) => clock.begin(change)),
  }

  /** What of the design in force has been exercised since the program began, or since it was cleared. Spec 6.6. */
  readonly coverage = {
    read: (): Promise<Coverage> => this.#onceFree(async ({ design }) => this.#world.coverage.of(design)),
    /** Begins anew; gives what there was. */
    clear: (): Promise<Coverage> =>
      this.#onceFree(async ({ design }) => {
        const { coverage } = this.#world
        const before = coverage.of(design)
        coverage.clear()
        return before
      }),
  }

  readonly people = peopleOf((op, input) => this.execute(op, input, emulatorCaller))

  /** What players are told as it happens; those who listen are ended when another timeline comes in force. Spec 5.4. */
  readonly notices: Pick<Notices, 'listen'> = {
    listen: (player, listener) => this.#timeline.notices.listen(player, listener),
  }

  /** Snapshots. Throws StorageError. Spec 6.6. */
  readonly snapshots = {
    list: (): Promise<readonly Snapshot[]> => this.#changes.enter(() => listSnapshots(this.#world)),
    save: (name: string): Promise<Fault | Snapshot> =>
      this.#change(() => saveSnapshot(this.#world, this.#timelines.inForce, name)),
    /** Has the game be as it was when a snapshot was saved; what it was before is saved first. */
    restore: (name: string, options: RestoreOptions = {}): Promise<Fault | Restored> =>
      this.#change(async () => {
        const stage = stageRestore(this.#world, name)
        const done = await this.#replace('restore', { stage, around: this.#apart }, options)
        return isFault(done) ? done : { name, seq: done.seq, now: done.now, ...arrival(done) }
      }),
    delete: (name: string): Promise<Fault | { readonly name: string }> =>
      this.#change(() => deleteSnapshot(this.#world, name)),
  }

  /**
   * Whether a time is before all that is in the game, and a reset may begin it then: it still refuses where anybody
   * ever was in it. Spec 6.6 `POST /commands`.
   */
  mayBeginAt(atMs: number): boolean {
    return atMs < this.state.at && hasNoPlayers(this.state)
  }

  /** The fault of a time before the last entry's, told when that is kept; undefined for any other. */
  tooEarly(atMs: number): Promise<Fault> | undefined {
    const { at } = this.state
    return atMs < at ? this.clock.read().then(() => clockGoesBack(at)) : undefined
  }

  /** As `Timeline.execute`. A walk that another timeline came in the way of is begun again there. */
  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller, atMs?: number): Promise<Fault | R> {
    const { held, inForce } = this.#timelines
    if (held) return held.then(() => this.execute(op, input, caller, atMs))
    const result = inForce.timeline.execute(op, input, caller, atMs)
    if (op.kind !== 'walk') return result
    return result.catch((error: unknown) => {
      if (inForce === this.#timelines.inForce) throw error
      return this.execute(op, input, caller)
    })
  }

  /** Runs a command of the emulator's own. */
  run<I, R>(op: GameCommand<I, R>, input: I): Promise<Fault | R> {
    return this.execute(op, input, emulatorCaller)
  }

  /** As `Timeline.deploy`. */
  async deploy(design: Design, hash: string, label: string | null, caller?: Caller): Promise<Fault | Deployed> {
    const done = await this.#onceFree((timeline) => timeline.deploy(design, hash, label, caller))
    // The recorded design, deployed by choice, is the active one, though that adds no entry.
    if (!isFault(done) && done.status !== 'issues') this.#setAside = undefined
    return done
  }

  /** As `Timeline.standing`. */
  whyCannotAct(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    const { held, inForce } = this.#timelines
    return held ? held.then(() => this.whyCannotAct(playerId)) : inForce.timeline.whyCannotAct(playerId)
  }

  /** As `Timeline.history`. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    return this.#timeline.history(range)
  }

  /** As `Timeline.follow`. */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    return this.#timeline.follow(range, ending)
  }

  /** The game as it is now, with its history, to be read until it is released. Resolves when all of it is kept. */
  hold(): Promise<HeldGame> {
    return this.#onceFree(async (timeline) => {
      const held = timeline.hold()
      try {
        await timeline.quiet()
        return held
      } catch (error) {
        held.release()
        throw error
      }
    })
  }

  /**
   * Has the game be as it was after an entry, or after the last one not after a time. As it was before, it is saved as
   * a snapshot, which stays also where nothing comes of the rewind after that. Throws StorageError. Spec 6.6.
   */
  rewind(to: HistoryPosition, options: RestoreOptions = {}): Promise<Fault | Rewound> {
    return this.#change(async () => {
      const { inForce } = this.#timelines
      const { hold, release } = periodHold(inForce)
      try {
        const stage = stageRewind(this.#world, inForce, to, hold)
        const done = await this.#replace('rewind', { stage, around: this.#apart }, options)
        if (isFault(done)) return done
        const { seq, now, knownSeq, lastSeq } = done
        return { seq, now, undone: lastSeq - knownSeq, ...arrival(done) }
      } finally {
        release()
      }
    })
  }

  /**
   * Begins the game anew, without players, by its clock, luck and design; snapshots stay, and what it was before is
   * saved first. A beginning in the past is a fault where anything has ever happened in the game. Throws StorageError.
   * Spec 6.6.
   */
  reset(beginning: Beginning = {}): Promise<Fault | Arrived> {
    return this.#change(() =>
      this.#world.withoutDeployments(async (labelFor) => {
        const stage = stageReset(this.#world, this.#timelines.inForce, beginning, labelFor)
        const around = <T>(task: () => Promise<T>): Promise<T> => task()
        // Nothing is lost of a game in which nothing has happened.
        const isUnused = beginning.atMs !== undefined
        const require = isUnused ? refuseUnlessUnused : nothing
        const done = await this.#replace('reset', { stage, around, require }, { isSaved: !isUnused })
        return isFault(done) ? done : { seq: done.seq, players: done.players, ...arrival(done) }
      }),
    )
  }

  /**
   * Puts an imported game in the place of this one, all of it or nothing; staging it may take long and holds up nobody.
   * What the game was before is saved first. A fault where the stage gives one. Throws StorageError.
   */
  import(stage: Stage, options: RestoreOptions = {}): Promise<Fault | Arrived> {
    return this.#changes.enter(async () => {
      const around = <T>(task: () => Promise<T>): Promise<T> => this.#inTurn(() => this.#apart(task))
      const done = await this.#replace('import', { stage, around }, options)
      return isFault(done) ? done : { seq: done.seq, players: done.players, ...arrival(done) }
    })
  }

  /**
   * Why an event happened; a fault where there is none. Told one at a time, since each takes another copy of the game
   * for a while; calls go on meanwhile. Throws StorageError. Spec 6.6.
   */
  why(eventId: string): Promise<Fault | Why> {
    return this.#change(async () => {
      const { whyEvent } = await import('./why/why-event.ts')
      return whyEvent(this.#world, this.#timelines.inForce, eventId)
    })
  }

  /** What stands in the way of a play or a rule now. Spec 6.6. */
  async whyNot(input: WhyNotInput): Promise<Fault | WhyNot> {
    const { whyNot } = await import('./why/why-not.ts')
    return this.execute(whyNot, input, emulatorCaller)
  }

  /** All actions of the design; of a player also whether each can be played now. Spec 6.6. */
  async actions(playerId: string | undefined): Promise<Fault | readonly ListedAction[]> {
    const { listDesignActions } = await import('./why/why-not.ts')
    return this.execute(listDesignActions, { player_id: playerId }, emulatorCaller)
  }

  /** Brings players in line with the rules of the design, or counts those who are not. Spec 4.13, 6.6. */
  async reevaluate(asked: Reevaluating): Promise<Fault | Reevaluation> {
    const { reevaluate } = await import('./reevaluating.ts')
    return reevaluate((op, input, caller) => this.execute(op, input, caller), asked)
  }

  /** Told when nothing stands in the way of the game any more. */
  started(): void {
    startTimeline(this.#timelines.inForce)
  }

  /** Takes on no change of timelines any more, ends what goes on in the background, and writes a last checkpoint. */
  async close(why: Error): Promise<void> {
    await this.#changes.close(why)
    const { timeline, keeper } = this.#timelines.inForce
    await timeline.close()
    await keeper.finish()
  }

  get #timeline(): Timeline {
    return this.#timelines.inForce.timeline
  }

  #onceFree<T>(use: (timeline: Timeline) => Promise<T>): Promise<T> {
    const { held } = this.#timelines
    return held ? held.then(() => this.#onceFree(use)) : use(this.#timeline)
  }

  #change<T>(task: () => Promise<T>): Promise<T> {
    return this.#changes.enter(() => this.#inTurn(task))
  }

  readonly #apart = <T>(task: () => Promise<T>): Promise<T> => this.#world.withoutDeployments(task)

  /**
   * Puts another game in the place of this one, and saves this one as an automatic snapshot first: while calls are
   * answered, since that may take long, and again only where something has happened since. `require` may refuse last of
   * all.
   */
  async #replace(
    what: Replacement,
    { stage, around, require = nothing }: Way,
    { design = this.#world.designAfterRestore ?? 'recorded', isSaved = true }: RestoreOptions,
  ): Promise<Fault | Gone> {
    let before: Snapshot | undefined
    let restored: RestoredDesign | undefined
    let wanted: ActiveDesign | undefined
    let waited: string | undefined
    let waits: string | undefined
    const save = async (): Promise<Snapshot | undefined> =>
      isSaved ? saveBefore(what, this.#world, this.#timelines.inForce) : undefined
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
        wanted = this.#active
        waited = this.state.deployment.pending?.hash
        const { seq } = timeline.state
        if (before?.seq === seq || !isSaved) return { lastSeq: seq, snapshot: before?.name }
        const saved = await save()
        if (before) await deleteSnapshot(this.#world, before.name)
        return { lastSeq: seq, snapshot: saved?.name }
      },
      settle: async ({ timeline }) => {
        // A reset has deployed what there was to deploy.
        if (wanted && what !== 'reset') restored = await this.#settleDesign(timeline, wanted, design)
        waits = timeline.state.deployment.pending?.hash
      },
    })
    if (isFault(done)) return done
    const { last, ...stands } = done
    if (wanted && restored?.runs === 'recorded')
      this.#setAside = { active: wanted, over: this.state.deployment.settled }
    if (last.snapshot !== undefined) await tidyAutomatic(this.#world, last.snapshot)
    if (restored) this.#world.onRestored?.(restored)
    const isRemoved = waited !== undefined && waited !== waits
    return { ...stands, ...last, design: restored, upgrade_removed: isRemoved || undefined }
  }

  /** The design that the runtime was last given, which a restore may have set aside. */
  get #active(): ActiveDesign {
    const { design: hash, deployment } = this.state
    if (this.#setAside?.over === deployment.settled) return this.#setAside.active
    return { design: this.design, hash, label: deployment.label }
  }

  /** Deploys the active design on a game that recorded another, where that is wanted; gives in what the two differ. */
  async #settleDesign(
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
}

/** How a game comes in the place of another. */
interface Way extends Pick<TimelineReplacement<unknown>, 'stage' | 'around'> {
  readonly require?: (timeline: Timeline) => Promise<Fault | undefined>
}

/** Where a game stands that came in the place of another, and what the one before was. */
interface Gone extends Replaced, Arrival {
  /** The last entry of the one before. */
  readonly lastSeq: number
}

const arrival = ({ snapshot, design, upgrade_removed: isRemoved }: Arrival): Arrival => ({
  ...(snapshot === undefined ? {} : { snapshot }),
  ...(design === undefined ? {} : { design }),
  ...(isRemoved ? { upgrade_removed: isRemoved } : {}),
})

const nothing = async (): Promise<undefined> => undefined
