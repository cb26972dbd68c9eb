import type { Design } from '../../game/design/design.ts'
import { deployDesign } from '../../game/design/deployment.ts'
import type { Deployed } from '../../game/design/issue.ts'
import { clockGoesBack, setClock } from '../../game/design/run.ts'
import type { GameContext, GameCommand, GameOperation, GameView } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry, EntryCaller } from '../../game/kernel/entry.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ, positionOf } from '../../game/kernel/ids.ts'
import type { Caller } from '../../game/kernel/operation.ts'
import { findRecord } from '../../game/kernel/table.ts'
import { actingPlayer } from '../../game/players/acting.ts'
import { evolve } from '../../game/registry.ts'
import { checksum } from '../../storage/checksum.ts'
import type { Journal } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { RequestedDesign } from './requested-design.ts'
import { BoardKeeper } from '../boards/board-keeper.ts'
import { HistoryTail } from '../history/history-tail.ts'
import type { CoverageCounts } from '../coverage-counts.ts'
import type { EntryFollower } from './entry-follower.ts'
import { GameClock } from './game-clock.ts'
import { holdGame, type HeldGame } from '../time-travel/held-game.ts'
import type { HistoryEntry, HistoryRange, HistoryStep, Succession } from '../history/history-range.ts'
import { History } from '../history/history.ts'
import { Notices } from '../history/notices.ts'
import { TaskCounter } from '../../async/task-counter.ts'
import { Walks } from './walks.ts'
import { JournalHealth } from '../history/journal-health.ts'
import { entries } from '../history/entry-codec.ts'

/** What a timeline is made of. */
export interface TimelineParts {
  readonly state: GameState
  readonly design: Design
  readonly journal: Journal
  readonly game: GameInfo
  /** What the game's time zone adds to UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly machineNow: () => number
  readonly boards: BoardStorage
  /** Told what of the design is exercised. */
  readonly coverage: CoverageCounts
  /** The design that is kept under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  /** Told what went wrong in the background. */
  readonly warn: (message: string) => void
}

/** The operator behind what the emulator does by itself. */
export const emulatorCaller: Caller = { client: 'gamify' }

const noEntries: ReadonlyMap<number, Entry> = new Map()

/** What an operation is to know beside its caller, where not the usual: what the clock shows is now. */
type ContextParts = { readonly [Part in 'next' | 'recalled' | 'at' | 'observer']?: GameContext[Part] | undefined }

/**
 * A game going on over one generation of its journal: one writer, commands in the order of their arrival, but for those
 * that recall entries.
 */
export class Timeline {
  readonly state: GameState
  readonly clock: GameClock
  /** What players are told as it happens. Spec 5.4. */
  readonly notices: Notices
  readonly #parts: TimelineParts
  readonly #history: History
  readonly #health: JournalHealth
  readonly #tail: HistoryTail
  readonly #boards: BoardKeeper
  readonly #walks: Walks
  readonly #requested: RequestedDesign
  /** What waits for something before it is decided, or looked at. */
  readonly #undecided = new TaskCounter()
  readonly #followers: EntryFollower[] = []
  #design: Design

  constructor(parts: TimelineParts) {
    const { state, design, journal, boards: storage, zoneOffset, machineNow, designOf, warn } = parts
    this.#parts = parts
    this.state = state
    this.#design = design
    const history = (this.#history = new History(journal))
    const health = (this.#health = new JournalHealth(journal))
    this.#requested = new RequestedDesign(state, designOf)
    this.clock = new GameClock({
      state,
      machineNow,
      whole: health,
      set: (setting) => this.#command(setClock, setting, emulatorCaller, setting.nowMs),
    })
    this.#tail = new HistoryTail({
      state,
      history,
      lastSeq: () => journal.lastSeq,
      now: () => this.clock.reading().now,
      health,
    })
    this.notices = new Notices({
      state,
      kept: () => health.allKept(),
      execute: (op, input, player) => this.execute(op, input, { ...emulatorCaller, player }),
      warn,
    })
    const boards = new BoardKeeper({ state, history, journal, storage, zoneOffset, designOf, warn }, design)
    this.#boards = boards
    this.#followers.push(boards, this.notices, this.#tail)
    this.#walks = new Walks({
      state,
      history,
      boards,
      whole: health,
      contextOf: (caller) => this.#context(caller),
      design: () => this.#design,
    })
  }

  get design(): Design {
    return this.#design
  }

  /** Whether it has stopped: it can no longer write what it is told. */
  get failed(): boolean {
    return this.#health.failed
  }

  /**
   * Runs an operation; resolves when its answer may go out: its own entry, and all that it could have seen, are kept.
   * Rejects with a StorageError once the journal has failed. A command that recalls entries (a revert) reads them first
   * and is decided then: commands that arrive meanwhile go before it. `atMs` is when a command is decided, where that is
   * not what the clock shows; a time before the last entry's is a fault.
   */
  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller, atMs?: number): Promise<Fault | R> {
    switch (op.kind) {
      case 'command':
        return this.#command(op, input, caller, atMs)
      case 'view':
        return this.#view(op, input, caller)
      case 'walk':
        return this.#walks.take(op, input, caller)
    }
  }

  /**
   * Runs a design from now on, whose text is already kept under its hash; in production it may have to wait until issues
   * are fixed. `label` is the version that it is frozen as, null for none. Spec 4.13.
   */
  async deploy(
    design: Design,
    hash: string,
    label: string | null,
    caller: Caller = emulatorCaller,
    atMs?: number,
  ): Promise<Fault | Deployed> {
    this.#requested.take(hash, design)
    return this.execute(deployDesign, { hash, label }, caller, atMs)
  }

  /**
   * Why a player may not act now: unknown, or disabled. That is an answer, so it comes when what it was found in is kept;
   * nothing is known at once, for the operation that follows waits itself. Throws where `execute` would reject. Spec 5.2.
   */
  whyCannotAct(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    this.#health.assert()
    const player = actingPlayer(this.state, playerId)
    return isFault(player) ? this.#health.onceKept(player) : undefined
  }

  /** Lets a follower take in each entry from now on. */
  addFollower(follower: EntryFollower): void {
    this.#followers.push(follower)
  }

  /** Told when it is in force, and nothing stands in the way of the game any more: it does nothing by itself before. */
  started(): void {
    this.#boards.started()
  }

  /** Ends what goes on in the background; the journal is open still. */
  async close(): Promise<void> {
    await this.#boards.close()
  }

  /** The history so far. Continues in the timeline that replaces this one. Throws where `execute` would reject. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    return this.#tail.read(range)
  }

  /** As `history`, and what comes until `ending` aborts, with a jump for each timeline that replaces this one. */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    return this.#tail.follow(range, ending)
  }

  /** The state as it is now, with its history, to be read until it is released. */
  hold(): HeldGame {
    this.#health.assert()
    const { journal, boards } = this.#parts
    return holdGame({ state: this.state, clock: this.clock.reading(), journal, archive: boards.archive })
  }

  /** Resolves when nothing that was begun changes it any more, and all is kept; rejects where the runtime has stopped. */
  async quiet(): Promise<void> {
    await this.#undecided.idle()
    await this.#health.allKept()
  }

  /** Has those who read the history continue in that of the timeline that replaces this one. */
  replacedBy(timeline: Timeline, succession: Succession): void {
    this.#tail.replacedBy(timeline.#tail, succession)
    this.notices.end()
  }

  /** Stops it: it is not known any more whether it is the one that a start would find. */
  fail(error: unknown): void {
    this.#health.fail(error)
    this.#tail.wake()
    this.notices.stop(error)
  }

  #context(
    caller: Caller,
    { next, recalled = noEntries, at = this.clock.reading().now, observer }: ContextParts = {},
  ): GameContext {
    const { seq, chain } = this.state
    const { game, zoneOffset } = this.#parts
    const { design } = this
    return { at, seq: seq + 1, chain, zoneOffsetMs: zoneOffset(at), caller, game, design, next, recalled, observer }
  }

  #command<I, R>(op: GameCommand<I, R>, input: I, caller: Caller, atMs?: number): Promise<Fault | R> {
    if (!op.recalls && !this.#requested.isMissing(op, input)) return this.#decide(op, input, caller, noEntries, atMs)
    return this.#undecided.track(async () => {
      const seqs = op.recalls && new Set(op.recalls(input).flatMap((id) => positionOf(id)?.seq ?? []))
      const recalled = seqs ? await this.#history.find(seqs) : noEntries
      await this.#requested.load(op, input)
      return this.#decide(op, input, caller, recalled, atMs)
    })
  }

  async #decide<I, R>(
    op: GameCommand<I, R>,
    input: I,
    caller: Caller,
    recalled: ReadonlyMap<number, Entry>,
    atMs?: number,
  ): Promise<Fault | R> {
    this.#health.assert()
    if (atMs !== undefined && atMs < this.state.at) return this.#health.onceKept(clockGoesBack(this.state.at))
    const { coverage } = this.#parts
    const next = this.#requested.for(op, input)
    const context = this.#context(caller, { next, recalled, at: atMs, observer: coverage.observer })
    coverage.begin(context.design)
    const decision = op.decide(this.state, input, context)
    if (!isFault(decision)) coverage.accept()
    if (isFault(decision) || decision.events.length === 0) {
      return this.#health.onceKept(isFault(decision) ? decision : decision.answer(this.state))
    }
    const { at, seq, chain } = context
    const { events, input: kept = input, prepared } = decision
    const entry = { seq, at, chain, op: op.name, caller: entryCaller(caller, this.state), input: kept, events }
    const written = this.#write(entry, prepared)
    if (next && this.#requested.isInForce) this.#follow(next)
    const answer = decision.answer(this.state)
    await written
    return answer
  }

  #follow(design: Design): void {
    if (design === this.#design) return
    this.#design = design
    this.#boards.follow(design)
  }

  /** Changes the state by an entry and appends it; resolves when it is kept, and its answer may go out. */
  #write(entry: Entry, prepared: object | undefined): Promise<void> {
    if (entry.events.length > MAX_EVENTS_AN_ENTRY || entry.seq > MAX_SEQ)
      throw new Error('a history is longer than ids can tell')
    const text = entries.text(entry)
    const kept = this.#takeIn(entry, prepared, text)
    let answerable = kept
    for (const follower of this.#followers) answerable = follower.onEntry(entry, kept) ?? answerable
    return answerable
  }

  /** All of it or a defect: state, history and journal must not come apart. */
  #takeIn(entry: Entry, prepared: object | undefined, text: string): Promise<void> {
    const sum = checksum(text)
    try {
      evolve(this.state, entry, prepared)
      this.state.chain = sum
      this.#history.add(entry.seq, text)
      return this.#parts.journal.append(entry.seq, text, sum)
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  #view<I, R>(op: GameView<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    if (!this.#requested.isMissing(op, input)) return this.#look(op, input, caller)
    return this.#undecided.track(async () => {
      await this.#requested.load(op, input)
      return this.#look(op, input, caller)
    })
  }

  async #look<I, R>(op: GameView<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    this.#health.assert()
    const found = op.view(this.state, input, this.#context(caller, { next: this.#requested.for(op, input) }))
    await this.#parts.journal.settled()
    return found
  }
}

/** The player by the text of its own record, which is in one piece: that of a call may be cut out of an address. */
const entryCaller = ({ client, player }: Caller, { players }: Pick<GameState, 'players'>): EntryCaller =>
  player === undefined ? { client } : { client, player: findRecord(players, player)?.id ?? player }
