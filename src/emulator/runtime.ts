import type { Coverage } from '../game/design/coverage.ts'
import type { Design } from '../game/design/design.ts'
import type { Deployed } from '../game/design/issue.ts'
import { clockGoesBack } from '../game/design/run.ts'
import type { GameCommand, GameOperation } from '../game/game-operation.ts'
import type { GameState, RuntimeName } from '../game/game-state.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Paged, PageRange } from '../game/kernel/page.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import type { Funnel } from '../game/processes/funnel.ts'
import { findProcesses, type ProcessFilter } from '../game/processes/instances.ts'
import type { ProcessItem } from '../game/processes/show.ts'
import type { HistoryPosition } from '../interface/history-position.ts'
import type { Why, WhyNot } from '../interface/why-answer.ts'
import type { JournalLine, JournalWork } from '../storage/journal.ts'
import type { Density } from './history/density.ts'
import type { HistoryEntry, HistoryRange, HistoryStep } from './history/history-range.ts'
import type { Notices } from './history/notices.ts'
import type { DescribedPlayer } from './listing/describe-player.ts'
import type { ListedPlayers, PlayerListing } from './listing/list-players.ts'
import { peopleOf } from './people.ts'
import type { Reevaluating } from './reevaluating.ts'
import type { ClockChange, ClockReading } from './session/clock.ts'
import type { WatchedFor } from './session/entry-watcher.ts'
import type { AnsweredCall, KeyedCall } from './session/keyed-call.ts'
import { emulatorCaller, type Timeline } from './session/timeline.ts'
import type { HeldGame } from './time-travel/held-game.ts'
import { startTimeline, type KeptTimeline, type RuntimeWorld } from './time-travel/kept-timeline.ts'
import type { PastGame, PastGames } from './time-travel/past-games.ts'
import { hasNoPlayers } from './time-travel/resetting.ts'
import { TimeTravel } from './time-travel/time-travel.ts'
import { Timelines } from './time-travel/timelines.ts'
import type { ListedAction, WhyNotInput } from './why/why-not.ts'

/** How far a game is. */
export interface LiveGame {
  /** The number of the last entry. */
  readonly seq: number
  /** The hash of the deployed design, or an empty text. */
  readonly design: string
  /** Another one after a rewind, a restore, a reset or an import. */
  readonly generation: number
  readonly players: number
  /** How many plays of actions and triggers there were since the program began. */
  readonly plays: number
}

/**
 * A runtime of a game. Its calls use the live timeline, and wait while another one replaces it.
 */
export class Runtime {
  readonly #world: RuntimeWorld
  readonly #timelines: Timelines
  readonly #timeTravel: TimeTravel
  #past: PastGames | undefined
  /** Saves, lists, restores and deletes snapshots. See `TimeTravel`. */
  readonly snapshots: TimeTravel['snapshots']
  /** Goes back to an earlier entry or time. See `TimeTravel`. */
  readonly rewind: TimeTravel['rewind']
  /** Starts the game again without players. See `TimeTravel`. */
  readonly reset: TimeTravel['reset']
  /** Replaces the game by an imported one. See `TimeTravel`. */
  readonly import: TimeTravel['import']

  constructor(world: RuntimeWorld, kept: KeptTimeline) {
    this.#world = world
    this.#timelines = new Timelines(world, kept)
    const travel = (this.#timeTravel = new TimeTravel(world, this.#timelines))
    this.snapshots = travel.snapshots
    this.rewind = travel.rewind
    this.reset = travel.reset
    this.import = travel.import
  }

  get name(): RuntimeName {
    return this.#world.name
  }

  /** The generation of the journal that is in use. */
  get generation(): number {
    return this.#timelines.live.storage.generation
  }

  /** The present state. It is another object when another timeline is live. */
  get state(): GameState {
    return this.#timelines.live.timeline.state
  }

  get design(): Design {
    return this.#timelines.live.timeline.design
  }

  /** What the journal has written since the program began. A game in memory writes nothing. */
  get journalWork(): JournalWork | undefined {
    return this.#timelines.live.storage.journal.work
  }

  /** Whether the runtime has stopped after a failure. */
  get failed(): boolean {
    return this.#timelines.live.timeline.failed
  }

  /** The clock of the game. */
  readonly clock = {
    read: (): Promise<ClockReading> => this.#onceFree(({ clock }) => clock.read()),
    change: (change: ClockChange): Promise<Fault | ClockReading> => this.#onceFree(({ clock }) => clock.change(change)),
    begin: (change: ClockChange): Promise<Fault | ClockReading> => this.#onceFree(({ clock }) => clock.begin(change)),
  }

  /** What of the deployed design has been exercised since the program began, or since the counts were cleared. Spec 6.6. */
  readonly coverage = {
    read: (): Promise<Coverage> => this.#onceFree(async ({ design }) => this.#world.coverage.of(design)),
    /** Clears the counts, and returns them as they were. */
    clear: (): Promise<Coverage> =>
      this.#onceFree(async ({ design }) => {
        const { coverage } = this.#world
        const before = coverage.of(design)
        coverage.clear()
        return before
      }),
  }

  /**
   * Returns the checks that the runtime is watched for, as of its last entry `seq`. What was violated up to the entry
   * `since` does not count, unless the game has gone back to an entry before it. Spec 6.6.
   */
  checks(since: number): Promise<{ readonly seq: number; readonly checks: readonly WatchedFor[] }> {
    return this.#onceFree(async (timeline) => {
      await this.#world.watcher?.caughtUp()
      const { design, state } = timeline
      const { seq } = state
      return { seq, checks: this.#world.watcher?.watchedFor(design, since > seq ? 0 : since) ?? [] }
    })
  }

  readonly people = peopleOf((op, input) => this.execute(op, input, emulatorCaller))

  /** Sends players their notifications. Listeners are ended when another timeline comes into force. Spec 5.4. */
  readonly notices: Pick<Notices, 'listen'> = {
    listen: (player, listener) => this.#timelines.live.timeline.notices.listen(player, listener),
  }

  /**
   * Returns whether a time is before everything in the game and nobody is in it, so that a reset may begin the game at that
   * time. The reset still refuses if anybody ever was in the game. Spec 6.6 `POST /commands`.
   */
  mayBeginAt(atMs: number): boolean {
    return atMs < this.state.at && hasNoPlayers(this.state)
  }

  /** Returns the fault of a time before the last entry, which resolves when that entry is on disk. Undefined for any other time. */
  tooEarly(atMs: number): Promise<Fault> | undefined {
    const { at } = this.state
    return atMs < at ? this.clock.read().then(() => clockGoesBack(at)) : undefined
  }

  /** Runs an operation as `Timeline.execute` does. A walk that a new timeline interrupted starts again there. */
  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller, atMs?: number): Promise<Fault | R> {
    const { held, live } = this.#timelines
    if (held) return held.then(() => this.execute(op, input, caller, atMs))
    const result = live.timeline.execute(op, input, caller, atMs)
    if (op.kind !== 'walk') return result
    return result.catch((error: unknown) => {
      if (live === this.#timelines.live) throw error
      return this.execute(op, input, caller)
    })
  }

  /** Runs a command that may be a repeat, as `Timeline.executeOnce` does. */
  executeOnce<I, R>(
    op: GameCommand<I, R>,
    input: I,
    caller: Caller,
    call: KeyedCall<R>,
  ): Promise<Fault | AnsweredCall> {
    return this.#onceFree((timeline) => timeline.executeOnce(op, input, caller, call))
  }

  /** Takes the next entry of the history, which another machine has decided, as `Timeline.take` does. */
  take(line: JournalLine): ReturnType<Timeline['take']> {
    return this.#timelines.live.timeline.take(line)
  }

  /** Runs a command of the emulator itself. */
  run<I, R>(op: GameCommand<I, R>, input: I): Promise<Fault | R> {
    return this.execute(op, input, emulatorCaller)
  }

  /** Deploys a design as `Timeline.deploy` does. */
  async deploy(design: Design, hash: string, label: string | null, caller?: Caller): Promise<Fault | Deployed> {
    const done = await this.#onceFree((timeline) => timeline.deploy(design, hash, label, caller))
    // Deploying the recorded design by choice makes it the active one, although that adds no entry.
    if (!isFault(done) && done.status !== 'issues') this.#timeTravel.forgetSetAside()
    return done
  }

  /** Returns why a player cannot act, as `Timeline.whyCannotAct` does. */
  whyCannotAct(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    const { held, live } = this.#timelines
    return held ? held.then(() => this.whyCannotAct(playerId)) : live.timeline.whyCannotAct(playerId)
  }

  /** Returns how far the live timeline is, without waiting for anything. */
  look(): LiveGame {
    const { timeline, storage } = this.#timelines.live
    const { seq, design, players } = timeline.state
    const { generation } = storage
    return { seq, design, generation, players: players.index.size, plays: this.#world.plays.count }
  }

  /** Reads the history as `Timeline.history` does. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    return this.#timelines.live.timeline.history(range)
  }

  /** Returns how the history is spread over game time. See `densityOf`. Spec 6.6. */
  density(parts: number): Promise<Density> {
    return this.#onceFree(async () => {
      const { densityOf } = await import('./history/density.ts')
      return densityOf(this.#timelines.live.storage.journal, parts)
    })
  }

  /** Follows the history as `Timeline.follow` does. */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    return this.#timelines.live.timeline.follow(range, ending)
  }

  /** Holds the present game with its history, to be read until it is released. Resolves when all of it is on disk. */
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

  /** Lets `use` read the game as it was. See `PastGames.use`. */
  async past<T>(to: HistoryPosition, use: (game: PastGame) => T | Promise<T>): Promise<Fault | T> {
    const { PastGames } = await import('./time-travel/past-games.ts')
    this.#past ??= new PastGames(this.#world, () => this.#timelines.live)
    const past = this.#past
    return this.#onceFree(() => past.use(to, use))
  }

  /**
   * Explains why an event happened. Returns a fault if there is no such event. Explanations run one after the other, because
   * each needs another copy of the game for a while. Calls continue meanwhile. Throws StorageError. Spec 6.6.
   */
  why(eventId: string): Promise<Fault | Why> {
    return this.#timeTravel.inTurn(async () => {
      const { whyEvent } = await import('./why/why-event.ts')
      return whyEvent(this.#world, this.#timelines.live, eventId)
    })
  }

  /** Explains what prevents a play or a rule now. Spec 6.6. */
  async whyNot(input: WhyNotInput): Promise<Fault | WhyNot> {
    const { whyNot } = await import('./why/why-not.ts')
    return this.execute(whyNot, input, emulatorCaller)
  }

  /** Lists the actions of the design and, for a player, whether each can be played now. Spec 6.6. */
  async actions(playerId: string | undefined): Promise<Fault | readonly ListedAction[]> {
    const { listDesignActions } = await import('./why/why-not.ts')
    return this.execute(listDesignActions, { player_id: playerId }, emulatorCaller)
  }

  /** Lists players in an order, with scores. Spec 6.6. */
  async players(listing: PlayerListing): Promise<Fault | ListedPlayers> {
    const { listPlayersBy } = await import('./listing/list-players.ts')
    return this.execute(listPlayersBy, listing, emulatorCaller)
  }

  /** Describes what a profile leaves out of a player. Spec 6.6. */
  async player(id: string): Promise<Fault | DescribedPlayer> {
    const { describePlayer } = await import('./listing/describe-player.ts')
    return this.execute(describePlayer, { id }, emulatorCaller)
  }

  /** Finds processes. Spec 6.6 `GET /processes`. */
  findProcesses(filter: ProcessFilter & PageRange): Promise<Fault | Paged<ProcessItem>> {
    return this.execute(findProcesses, filter, emulatorCaller)
  }

  /** Counts how far the processes of a definition came. Spec 6.6 `GET /funnel/:process_definition_id`. */
  async funnel(definition: string): Promise<Fault | Funnel> {
    const { readFunnel } = await import('../game/processes/funnel.ts')
    return this.execute(readFunnel, { definition }, emulatorCaller)
  }

  /** Brings players in line with the rules of the design, or counts those who are not. Spec 4.13, 6.6. */
  async reevaluate(request: Reevaluating): Promise<Fault | Reevaluation> {
    const { reevaluate } = await import('./reevaluating.ts')
    return reevaluate((op, input, caller) => this.execute(op, input, caller), request)
  }

  /** Starts the work in the background, once the whole game is loaded. */
  started(): void {
    startTimeline(this.#timelines.live)
  }

  /** Accepts no more changes of timelines, ends the work in the background, and writes a last checkpoint. */
  async close(why: Error): Promise<void> {
    await this.#timeTravel.close(why)
    this.#past?.clear()
    const { timeline, keeper } = this.#timelines.live
    await timeline.close()
    await keeper.finish()
  }

  #onceFree<T>(use: (timeline: Timeline) => Promise<T>): Promise<T> {
    const { held, live } = this.#timelines
    return held ? held.then(() => this.#onceFree(use)) : use(live.timeline)
  }
}
