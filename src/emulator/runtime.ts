import type { Coverage } from '../game/design/coverage.ts'
import type { Deployed } from '../game/design/deployment.ts'
import type { Design } from '../game/design/design.ts'
import { clockGoesBack } from '../game/design/run.ts'
import type { GameCommand, GameOperation } from '../game/game-operation.ts'
import type { GameState, RuntimeName } from '../game/game-state.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import { openGate } from '../game/kernel/gate.ts'
import type { Caller } from '../game/kernel/operation.ts'
import { turns } from '../game/kernel/turns.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import type { Why, WhyNot } from '../game/kernel/why-answer.ts'
import type { ClockChange, ClockReading } from './clock.ts'
import type { HeldGame } from './held-game.ts'
import type { HistoryPoint } from '../game/kernel/history-point.ts'
import type { HistoryEntry, HistoryRange } from './history-range.ts'
import { startTimeline, type KeptTimeline, type RuntimeWorld } from './kept-timeline.ts'
import type { Notices } from './notices.ts'
import { peopleOf } from './people.ts'
import { deletePoint, listPoints, savePoint, tidyBeforeRewinds, type Point } from './points.ts'
import type { Reevaluating } from './reevaluating.ts'
import { isDeserted, refuseUnlessUnused, stageReset, type Beginning } from './resetting.ts'
import { stageRestore } from './restoring.ts'
import { rewinding } from './rewinding.ts'
import type { Stage } from './staging.ts'
import { emulatorCaller, type Timeline } from './timeline.ts'
import { Timelines, type Replaced } from './timelines.ts'
import type { WhyNotInput } from './why/why-not.ts'

/** What came of a rewind: the entries that it took back, and the point that holds the game as it was before. */
export interface Rewound extends Pick<Replaced, 'seq' | 'now'> {
  readonly undone: number
  readonly snapshot: string
}

/** What came of a restore. */
export interface Restored extends Pick<Replaced, 'seq' | 'now'> {
  readonly name: string
}

/**
 * What everybody holds on to of a runtime: it goes by the timeline in force, and calls wait while another takes its place.
 * Points are saved, and timelines replaced, one after the other.
 */
export class Runtime {
  readonly #world: RuntimeWorld
  readonly #timelines: Timelines
  readonly #changes = openGate()
  readonly #inTurn = turns(1)

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

  /** Named points to come back to. Throws StorageError. Spec 6.6. */
  readonly points = {
    list: (): Promise<readonly Point[]> => this.#changes.enter(() => listPoints(this.#world)),
    save: (name: string): Promise<Fault | Point> =>
      this.#change(() => savePoint(this.#world, this.#timelines.inForce, name)),
    /** Has the game be as it was when a point was saved. */
    restore: (name: string): Promise<Fault | Restored> =>
      this.#change(async () => {
        const stage = stageRestore(this.#world, name)
        const done = await this.#timelines.replace({ stage, around: this.#apart, last: nothing })
        return isFault(done) ? done : { name, seq: done.seq, now: done.now }
      }),
    delete: (name: string): Promise<Fault | { readonly name: string }> =>
      this.#change(() => deletePoint(this.#world, name)),
  }

  /**
   * Whether a time is before all that is in the game, and a reset may begin it then: it still refuses where anybody ever
   * was in it. Spec 6.6 `POST /commands`.
   */
  mayBeginAt(atMs: number): boolean {
    return atMs < this.state.at && isDeserted(this.state)
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
  deploy(design: Design, hash: string, label: string | null, caller?: Caller): Promise<Fault | Deployed> {
    return this.#onceFree((timeline) => timeline.deploy(design, hash, label, caller))
  }

  /** As `Timeline.standing`. */
  standing(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    const { held, inForce } = this.#timelines
    return held ? held.then(() => this.standing(playerId)) : inForce.timeline.standing(playerId)
  }

  /** As `Timeline.history`. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    return this.#timeline.history(range)
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
   * Has the game be as it was after an entry, or after the last one not after a time. As it was before, it is saved as a
   * point, which stays also where nothing comes of the rewind after that. Throws StorageError. Spec 6.6.
   */
  rewind(to: HistoryPoint): Promise<Fault | Rewound> {
    return this.#change(async () => {
      const way = rewinding(this.#world, this.#timelines.inForce, to)
      try {
        const done = await this.#timelines.replace(way)
        if (isFault(done)) return done
        const { seq, now, knownSeq, last: before } = done
        await tidyBeforeRewinds(this.#world, before.name)
        return { seq, now, undone: before.seq - knownSeq, snapshot: before.name }
      } finally {
        way.letGo()
      }
    })
  }

  /**
   * Begins the game anew, without players, by its clock, luck and design; points stay. A beginning in the past is a fault
   * where anything has ever happened in the game. Throws StorageError. Spec 6.6.
   */
  reset(beginning: Beginning = {}): Promise<Fault | Pick<Replaced, 'seq' | 'players'>> {
    return this.#change(() =>
      this.#world.apartFromDesigns(async (labelFor) => {
        const { inForce } = this.#timelines
        const done = await this.#timelines.replace({
          stage: stageReset(this.#world, inForce, beginning, labelFor),
          around: (task) => task(),
          last: async ({ timeline }) => (beginning.atMs === undefined ? undefined : refuseUnlessUnused(timeline)),
        })
        return isFault(done) ? done : { seq: done.seq, players: done.players }
      }),
    )
  }

  /**
   * Puts another game in the place of this one, all of it or nothing; staging it may take long and holds up nobody. A fault
   * where the stage gives one. Throws StorageError.
   */
  replaceBy(stage: Stage): Promise<Fault | Pick<Replaced, 'seq' | 'players'>> {
    return this.#changes.enter(async () => {
      const around = <T>(task: () => Promise<T>): Promise<T> => this.#inTurn(() => this.#apart(task))
      const done = await this.#timelines.replace({ stage, around, last: nothing })
      return isFault(done) ? done : { seq: done.seq, players: done.players }
    })
  }

  /**
   * Why an event happened; a fault where there is none. Told one at a time, since each takes another copy of the game for a
   * while; calls go on meanwhile. Throws StorageError. Spec 6.6.
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

  /** Brings players in line with the rules of the design, or counts those who are not. Spec 4.13, 6.6. */
  async reevaluate(asked: Reevaluating): Promise<Fault | Reevaluation> {
    const { reevaluate } = await import('./reevaluating.ts')
    return reevaluate((op, input, caller) => this.execute(op, input, caller), asked)
  }

  /** Told when nothing stands in the way of the game any more. */
  started(): void {
    startTimeline(this.#timelines.inForce)
  }

  /** Takes on no change of timelines any more, ends what goes on in the background, and writes a last snapshot. */
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

  readonly #apart = <T>(task: () => Promise<T>): Promise<T> => this.#world.apartFromDesigns(task)
}

const nothing = async (): Promise<undefined> => undefined
