import { TaskCounter } from '../../async/task-counter.ts'
import { deployDesign } from '../../game/design/deployment.ts'
import type { Design } from '../../game/design/design.ts'
import type { Deployed } from '../../game/design/issue.ts'
import { clockGoesBack, setClock } from '../../game/design/run.ts'
import type { DesignDeployed } from '../../game/design/shapes.ts'
import type { GameContext, GameCommand, GameOperation, GameView } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry, EntryCaller, EntryStamp, GameEvent } from '../../game/kernel/entry.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ, positionOf } from '../../game/kernel/ids.ts'
import type { Caller, Decision } from '../../game/kernel/operation.ts'
import { findRecord } from '../../game/kernel/table.ts'
import { actingPlayer } from '../../game/players/acting.ts'
import { evolve, type Prepared } from '../../game/registry.ts'
import { checksum } from '../../storage/checksum.ts'
import type { Journal, JournalLine } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { BoardKeeper } from '../boards/board-keeper.ts'
import type { CoverageCounts } from '../coverage-counts.ts'
import { entryCodec } from '../history/entry-codec.ts'
import type { HistoryEntry, HistoryRange, HistoryStep, Succession } from '../history/history-range.ts'
import { HistoryTail } from '../history/history-tail.ts'
import { History } from '../history/history.ts'
import { JournalHealth } from '../history/journal-health.ts'
import { Notices } from '../history/notices.ts'
import { holdGame, type HeldGame } from '../time-travel/held-game.ts'
import { GameClock } from './clock.ts'
import type { EntryFollower } from './entry-follower.ts'
import type { EntryWatcher } from './entry-watcher.ts'
import { AnsweredBefore, decidedOnce, withAnswer, type AnsweredCall, type KeyedCall } from './keyed-call.ts'
import { RequestedDesign } from './requested-design.ts'
import { Walks } from './walks.ts'

/** The parts of a timeline. */
export interface TimelineParts {
  readonly state: GameState
  readonly design: Design
  readonly journal: Journal
  readonly game: GameInfo
  /** The offset of the game's time zone from UTC in ms, at a time. */
  readonly zoneOffset: (atMs: number) => number
  readonly machineNow: () => number
  readonly boards: BoardStorage
  /** Counts what of the design is exercised. */
  readonly coverage: CoverageCounts
  /** Reads the design that is stored under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  /** Reports what went wrong in the background. */
  readonly warn: (message: string) => void
}

/** The caller of what the emulator does by itself. */
export const emulatorCaller: Caller = { client: 'gamify' }

/** What is written of a decision, besides its entry. */
type Decided = Pick<Decision<GameState, unknown, Prepared>, 'prepared' | 'keyed' | 'answer'>

/** The text of an entry that is stored already, and its checksum. */
type Stored = Pick<JournalLine, 'text' | 'sum'>

const isDeployment = (event: GameEvent): event is DesignDeployed => event.event === 'design:deployed'

const noEntries: ReadonlyMap<number, Entry> = new Map()

/** The parts of a context that have a default. The time of the clock is the default of `at`. */
type ContextParts = { readonly [Part in 'next' | 'recalled' | 'at' | 'observer']?: GameContext[Part] | undefined }

/**
 * A game over one generation of its journal. It has one writer. Commands are decided in the order of their arrival, except
 * those that have to read earlier entries first.
 */
export class Timeline {
  readonly state: GameState
  readonly clock: GameClock
  /** Sends players their notifications. Spec 5.4. */
  readonly notices: Notices
  readonly #parts: TimelineParts
  readonly #history: History
  readonly #health: JournalHealth
  readonly #tail: HistoryTail
  readonly #boards: BoardKeeper
  readonly #walks: Walks
  readonly #requested: RequestedDesign
  /** The operations that wait for something before they are decided or answered. */
  readonly #undecided = new TaskCounter()
  readonly #followers: EntryFollower[] = []
  #watcher: EntryWatcher | undefined
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
      health,
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
    this.#followers.push(boards.follower, this.notices, this.#tail)
    this.#walks = new Walks({
      state,
      history,
      boards,
      health,
      contextOf: (caller) => this.#context(caller),
      design: () => this.#design,
    })
  }

  get design(): Design {
    return this.#design
  }

  /** Whether the timeline has stopped, because its entries can no longer be written. */
  get failed(): boolean {
    return this.#health.failed
  }

  /**
   * Runs an operation. Resolves when the answer can go out: when its own entry, and everything that it could have seen, is
   * on disk. Rejects with a StorageError when the journal has failed. A command that recalls entries (a revert) reads them
   * first and is decided after commands that arrive meanwhile. `atMs` is the time at which a command is decided, by default
   * the time of the clock; a time before the last entry is a fault.
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
   * Runs a command as `execute` does, unless its caller has sent a call with the same key before. Then it only returns the
   * answer to that one. Spec 5.7.
   */
  async executeOnce<I, R>(
    op: GameCommand<I, R>,
    input: I,
    caller: Caller,
    call: KeyedCall<R>,
  ): Promise<Fault | AnsweredCall> {
    const once = decidedOnce(op, caller, call, () => this.#parts.journal.firstSeq)
    const { digest } = call
    const result = await this.#command(once, input, caller)
    if (isFault(result)) return result
    if (!(result instanceof AnsweredBefore)) return { digest, answer: result, isRepeat: false }
    const { seq } = result
    const first = (await this.#history.find(new Set([seq]))).get(seq)?.idempotency
    if (!first) throw new StorageError(`The entry ${seq} of the history has lost the answer to its call`)
    return { digest: first.digest, answer: first.answer, isRepeat: true }
  }

  /**
   * Deploys a design whose text is already stored under its hash. In production it may have to wait until issues are fixed.
   * `label` is the version that the design is frozen as, or null. Spec 4.13.
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
   * Takes the next entry of this history, which another machine has decided. Each waits for the one before. The result
   * resolves when the entry is on disk here. Rejects with a StorageError if the entry is not the next one.
   */
  async take({ seq, text, sum }: JournalLine): Promise<{ readonly stored: Promise<void> }> {
    this.#health.assert()
    const entry = entryCodec.read(text)
    const { state } = this
    if (entry.seq !== seq || seq !== state.seq + 1 || entry.chain !== state.chain)
      throw new StorageError(
        `The entry ${seq} does not continue the ${state.runtime} runtime, whose last entry is ${state.seq}`,
      )
    const hash = entry.events.findLast(isDeployment)?.hash
    const next = hash === undefined ? undefined : await this.#parts.designOf(hash)
    const stored = this.#write(entry, { text, sum })
    if (next) this.#follow(next)
    return { stored }
  }

  /**
   * Returns why a player cannot act now: because it is unknown, or disabled. That fault is an answer, so it resolves when
   * everything that it could have seen is on disk. The result for a player who can act is immediate, because the operation
   * that follows waits for the disk. Throws if `execute` would reject. Spec 5.2.
   */
  whyCannotAct(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    this.#health.assert()
    const player = actingPlayer(this.state, playerId)
    return isFault(player) ? this.#health.onceKept(player) : undefined
  }

  /** Returns the last entry. Its checksum is 0 if the history no longer has it. Rejects if the history cannot be read. */
  async lastEntry(): Promise<EntryStamp> {
    const { seq, at } = this.state
    return (await this.#history.find(new Set([seq]))).get(seq) ?? { seq, at, chain: 0 }
  }

  /** Adds a follower, which gets each entry from now on. */
  addFollower(follower: EntryFollower): void {
    this.#followers.push(follower)
  }

  /** Lets a watcher see each entry from now on, when the timeline is live. */
  watchedBy(watcher: EntryWatcher | undefined): void {
    this.#watcher = watcher
    watcher?.begin(this)
  }

  /** Starts the work in the background, when the timeline is live and the whole game is loaded. */
  started(): void {
    this.#boards.started()
  }

  /** Ends the work in the background. The journal stays open. */
  async close(): Promise<void> {
    await this.#boards.close()
  }

  /** Reads the history so far. It continues in the timeline that replaces this one. Throws if `execute` would reject. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    return this.#tail.read(range)
  }

  /** Reads the history and new entries until `ending` aborts, with a jump for each timeline that replaces this one. */
  follow(range: HistoryRange, ending: AbortSignal): AsyncIterable<HistoryStep> {
    return this.#tail.follow(range, ending)
  }

  /** Holds the present state with its history, to be read until it is released. */
  hold(): HeldGame {
    this.#health.assert()
    const { journal, boards } = this.#parts
    return holdGame({ state: this.state, clock: this.clock.reading(), journal, boards })
  }

  /** Resolves when no operation that has begun is left and everything is on disk. Rejects if the runtime has stopped. */
  async quiet(): Promise<void> {
    await this.#undecided.idle()
    await this.#health.allKept()
  }

  /** Lets readers of the history continue in the timeline that replaces this one. */
  replacedBy(timeline: Timeline, succession: Succession): void {
    this.#tail.replacedBy(timeline.#tail, succession)
    this.notices.end()
  }

  /** Stops the timeline, because a start may no longer find its present state. */
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
    const waits = op.recalls !== undefined || (op.next !== undefined && this.#requested.isMissing(op, input))
    if (!waits) return this.#decide(op, input, caller, noEntries, atMs)
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
    if (this.#parts.journal.isHeldUp) return fault('temporary_failure')
    if (atMs !== undefined && atMs < this.state.at) return this.#health.onceKept(clockGoesBack(this.state.at))
    const { coverage } = this.#parts
    const next = op.next && this.#requested.for(op, input)
    const context = this.#context(caller, { next, recalled, at: atMs, observer: coverage.observer })
    coverage.begin(context.design)
    const decision = op.decide(this.state, input, context)
    if (!isFault(decision)) coverage.accept()
    if (isFault(decision) || (decision.events.length === 0 && !decision.keyed)) {
      return this.#health.onceKept(isFault(decision) ? decision : decision.answer(this.state))
    }
    const { at, seq, chain } = context
    const { events, input: kept = input } = decision
    const unkeyed = { seq, at, chain, op: op.name, caller: entryCaller(caller, this.state), input: kept, events }
    const entry = decision.keyed ? withAnswer(unkeyed, decision.keyed, null) : unkeyed
    if (entry.events.length > MAX_EVENTS_AN_ENTRY || entry.seq > MAX_SEQ)
      throw new Error('a history is longer than ids can tell')
    const written = this.#write(entry, decision)
    if (next && this.#requested.isInForce) this.#follow(next)
    this.#watcher?.after(entry, this.state, this.#design)
    const answer = decision.answer(this.state)
    await written
    return answer
  }

  #follow(design: Design): void {
    if (design === this.#design) return
    this.#design = design
    this.#boards.follow(design)
  }

  /** Changes the state by an entry and appends it. Resolves when the entry is on disk and its answer can go out. */
  #write(entry: Entry, origin: Decided | Stored): Promise<void> {
    const kept = this.#apply(entry, origin)
    let answerable = kept
    for (const follower of this.#followers) answerable = follower.onEntry(entry, kept) ?? answerable
    return answerable
  }

  /** Applies an entry to the state, the history and the journal. A failure stops the timeline, because they must not differ. */
  #apply(entry: Entry, origin: Decided | Stored): Promise<void> {
    try {
      evolve(this.state, entry, 'text' in origin ? undefined : origin.prepared)
      const { text, sum } = 'text' in origin ? origin : this.#textOf(entry, origin)
      this.state.chain = sum
      this.#history.add(entry.seq, text)
      return this.#parts.journal.append(entry.seq, text, sum)
    } catch (error) {
      this.fail(error)
      throw error
    }
  }

  /** Returns the text of an entry that has just changed the state, and its checksum. */
  #textOf(entry: Entry, { keyed, answer }: Decided): Stored {
    const text = entryCodec.text(keyed ? withAnswer(entry, keyed, answer(this.state)) : entry)
    return { text, sum: checksum(text) }
  }

  #view<I, R>(op: GameView<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    if (!op.next || !this.#requested.isMissing(op, input)) return this.#answer(op, input, caller)
    return this.#undecided.track(async () => {
      await this.#requested.load(op, input)
      return this.#answer(op, input, caller)
    })
  }

  async #answer<I, R>(op: GameView<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    this.#health.assert()
    const next = op.next && this.#requested.for(op, input)
    const found = op.view(this.state, input, this.#context(caller, { next }))
    await this.#parts.journal.settled()
    return found
  }
}

/** Uses the player's id of the record, because the id of a call can be a slice that keeps a whole address in memory. */
const entryCaller = ({ client, player }: Caller, { players }: Pick<GameState, 'players'>): EntryCaller =>
  player === undefined ? { client } : { client, player: findRecord(players, player)?.id ?? player }
