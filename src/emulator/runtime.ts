import type { Design } from '../game/design/design.ts'
import { deployDesign, type Deployed } from '../game/design/deployment.ts'
import { clockGoesBack, setClock } from '../game/design/run.ts'
import type { GameContext, GameCommand, GameOperation, GameView, GameWalk } from '../game/game-operation.ts'
import type { GameState, RuntimeName } from '../game/game-state.ts'
import { isAbout, type Entry, type EntryCaller, type GameEvent } from '../game/kernel/entry.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { GameInfo } from '../game/kernel/game-info.ts'
import { MAX_EVENTS_AN_ENTRY, MAX_SEQ, placeOf } from '../game/kernel/ids.ts'
import type { Caller } from '../game/kernel/operation.ts'
import { turns } from '../game/kernel/turns.ts'
import type { BoardRequest } from '../game/leaderboards/board-request.ts'
import { actingPlayer } from '../game/players/acting.ts'
import { evolve } from '../game/registry.ts'
import { checksum } from '../storage/checksum.ts'
import type { Journal } from '../storage/journal.ts'
import { BoardKeeper } from './board-keeper.ts'
import { changeClock, readClock, type ClockChange, type ClockReading } from './clock.ts'
import { History } from './history.ts'
import { Pulse } from './pulse.ts'
import type { BoardStorage } from './runtime-storage.ts'
import { TimeSlice } from './time-slice.ts'
import { walkThrough, type WalkWays } from './walk-through.ts'

/** What a runtime is made of. */
export interface RuntimeParts {
  readonly state: GameState
  readonly design: Design
  readonly journal: Journal
  readonly game: GameInfo
  /** What the game's time zone adds to UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly machineNow: () => number
  readonly boards: BoardStorage
  /** The design that is kept under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  /** Told after each entry. */
  readonly onEntry: (seq: number) => void
  /** Told what went wrong in the background. */
  readonly warn: (message: string) => void
}

/** The operator behind what the emulator does by itself. */
const emulatorCaller: Caller = { client: 'gamify' }

const nothing: ReadonlyMap<number, Entry> = new Map()

/** So often is a walk begun again because another design has come into force. */
const MAX_LOOKS = 8

/** What tells which design an operation asks for beside the one in force. */
type Asking<I> = Pick<GameCommand<I, unknown>, 'next'>

/** A step of the history as control routes show it; `at` is game time in ms. Spec 6.6. */
export interface HistoryEntry {
  readonly seq: number
  readonly at: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}

/** From where on, or up to where, a history is read: an entry number, or a game time in ms. */
export type HistoryPoint = { readonly seq: number } | { readonly at: number }

/** Which part of a history: both ends inclusive, about one player; with `follow`, with what comes until it aborts. */
export interface HistoryRange {
  readonly since?: HistoryPoint | undefined
  readonly until?: HistoryPoint | undefined
  readonly playerId?: string | undefined
  readonly follow?: AbortSignal
}

function isBeyond({ seq, at }: HistoryEntry, until: HistoryPoint): boolean {
  return 'seq' in until ? seq > until.seq : at > until.at
}

/** A game that runs: one writer, commands in the order of their arrival, but for those that recall entries. */
export class Runtime {
  readonly state: GameState
  readonly #journal: Journal
  readonly #history: History
  readonly #parts: RuntimeParts
  readonly #pulse = new Pulse()
  readonly #longWalks = turns(1)
  #turnSlice: TimeSlice | undefined
  readonly #boards: BoardKeeper
  #design: Design
  /** The design that an operation asked for last, beside the one in force. */
  #next: { readonly hash: string; readonly design: Design } | undefined
  /** An assumption of ours that broke: memory may be wrong, so nothing goes on from it. */
  #defect: unknown

  constructor(parts: RuntimeParts) {
    this.#parts = parts
    this.#design = parts.design
    this.#journal = parts.journal
    this.#history = new History(parts.journal)
    this.state = parts.state
    const { state, journal, boards: storage, zoneOffset, designOf, warn, design } = parts
    const history = this.#history
    this.#boards = new BoardKeeper({ state, history, journal, storage, zoneOffset, designOf, warn }, design)
  }

  get name(): RuntimeName {
    return this.state.runtime
  }

  get design(): Design {
    return this.#design
  }

  /** Whether it can still write what it is told. */
  get failed(): boolean {
    return this.#journal.failure !== undefined || this.#defect !== undefined
  }

  readonly clock = {
    /** Resolves when all that it could have seen is kept; rejects where `execute` would. */
    read: async (): Promise<ClockReading> => {
      this.#assertWhole()
      return this.#onceKept(this.#clock())
    },
    /** Sets the clock, which does not go back behind what it shows. Spec 6.6. */
    change: async (change: ClockChange): Promise<Fault | ClockReading> => {
      const machineMs = this.#parts.machineNow()
      return this.#setClock(change, machineMs, this.#clock(machineMs).now)
    },
    /** Sets the clock as a run of the game begins: it may go back as far as the last entry. Spec 6.3 `--now`. */
    begin: async (change: ClockChange): Promise<Fault | ClockReading> =>
      this.#setClock(change, this.#parts.machineNow(), this.state.at),
  }

  /**
   * Runs an operation; resolves when its answer may go out: its own entry, and all that it could have seen, are kept.
   * Rejects with a StorageError once the journal has failed. A command that recalls entries (a revert) reads them first
   * and is decided then: commands that arrive meanwhile go before it.
   */
  execute<I, R>(op: GameOperation<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    switch (op.kind) {
      case 'command':
        return this.#command(op, input, caller)
      case 'view':
        return this.#view(op, input, caller)
      case 'walk':
        return this.#walk(op, input, caller)
    }
  }

  /** Runs a command of the emulator's own. */
  async run<I, R>(op: GameCommand<I, R>, input: I): Promise<Fault | R> {
    return this.execute(op, input, emulatorCaller)
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
  ): Promise<Fault | Deployed> {
    this.#next = { hash, design }
    return this.execute(deployDesign, { hash, label }, caller)
  }

  /**
   * Why a player may not act now: unknown, or disabled. That is an answer, so it comes when what it was found in is kept;
   * nothing is known at once, for the operation that follows waits itself. Throws where `execute` would reject. Spec 5.2.
   */
  standing(playerId: string): Fault | undefined | Promise<Fault | undefined> {
    this.#assertWhole()
    const player = actingPlayer(this.state, playerId)
    return isFault(player) ? this.#onceKept(player) : undefined
  }

  /** Told when nothing stands in the way of the game any more. */
  started(): void {
    this.#boards.started()
  }

  /** Ends what goes on in the background; the journal is open still. */
  async close(): Promise<void> {
    await this.#boards.close()
  }

  /** The history as control routes show it. Throws where `execute` would reject. */
  history(range: HistoryRange): AsyncIterable<HistoryEntry> {
    this.#assertWhole()
    return this.#entries(range)
  }

  async *#entries({ since, until, playerId, follow }: HistoryRange): AsyncIterable<HistoryEntry> {
    let next = since && 'seq' in since ? since.seq : 1
    do {
      const slice = new TimeSlice()
      for await (const { seq, text } of this.#history.read(next)) {
        if (slice.over) await slice.next()
        if (follow?.aborted) return
        next = seq + 1
        const { chain: _, ...entry } = JSON.parse(text) as Entry
        if (until && isBeyond(entry, until)) return
        if (since && 'at' in since && entry.at < since.at) continue
        if (playerId === undefined || concerns(entry, playerId)) yield entry
      }
      if (until && this.#isPast(until, next)) return
      if (follow && this.#journal.lastSeq < next) await this.#pulse.next(follow)
    } while (follow && !follow.aborted)
  }

  /** Whether no entry from `next` on can still stand within a history that is read up to there. */
  #isPast(until: HistoryPoint, next: number): boolean {
    if ('seq' in until) return next > until.seq
    return this.#journal.lastSeq < next && this.#clock().now > until.at
  }

  /** Never behind the last entry, wherever the machine's clock has been put. */
  #clock(machineMs = this.#parts.machineNow()): ClockReading {
    const { now, frozen } = readClock(this.state.clock, machineMs)
    return { now: Math.max(now, this.state.at), frozen }
  }

  /** The entry of the change stands at the time that it sets, so that a game can begin in the past. */
  async #setClock(change: ClockChange, machineMs: number, notBeforeMs: number): Promise<Fault | ClockReading> {
    const changed = changeClock(this.#clock(machineMs), change, machineMs)
    if (changed.nowMs < notBeforeMs) return this.#onceKept(clockGoesBack(notBeforeMs))
    const done = await this.#command(setClock, changed, emulatorCaller, changed.nowMs)
    return isFault(done) ? done : this.#clock()
  }

  #context(caller: Caller, next?: Design, recalled = nothing, at = this.#clock().now): GameContext {
    const { seq, chain } = this.state
    const { game, zoneOffset } = this.#parts
    return { at, seq: seq + 1, chain, zoneOffsetMs: zoneOffset(at), caller, game, design: this.#design, next, recalled }
  }

  /** The hash of the design that an operation asks for, where that is not at hand. */
  #missing<I>({ next }: Asking<I>, input: I): string | undefined {
    const hash = next?.(this.state, input)
    return hash === this.#next?.hash ? undefined : hash
  }

  /** The design that an operation asks for, which is at hand. */
  #nextFor<I>({ next }: Asking<I>, input: I): Design | undefined {
    return next?.(this.state, input) === undefined ? undefined : this.#next?.design
  }

  async #load(hash: string): Promise<void> {
    this.#next = { hash, design: await this.#parts.designOf(hash) }
  }

  async #command<I, R>(op: GameCommand<I, R>, input: I, caller: Caller, atMs?: number): Promise<Fault | R> {
    const seqs = op.recalls && new Set(op.recalls(input).flatMap((id) => placeOf(id)?.seq ?? []))
    const recalled = seqs ? await this.#history.find(seqs) : nothing
    for (let hash = this.#missing(op, input); hash !== undefined; hash = this.#missing(op, input))
      await this.#load(hash)
    this.#assertWhole()
    const context = this.#context(caller, this.#nextFor(op, input), recalled, atMs)
    const decision = op.decide(this.state, input, context)
    if (isFault(decision) || decision.events.length === 0) {
      return this.#onceKept(isFault(decision) ? decision : decision.answer(this.state))
    }
    const { at, seq, chain } = context
    const kept = this.#write({
      seq,
      at,
      chain,
      op: op.name,
      caller: entryCaller(caller),
      input: decision.input ?? input,
      events: decision.events,
    })
    if (context.next && this.state.design === this.#next?.hash) this.#follow(context.next)
    const answer = decision.answer(this.state)
    await kept
    this.#pulse.beat()
    return answer
  }

  #follow(design: Design): void {
    if (design === this.#design) return
    this.#design = design
    this.#boards.follow(design)
  }

  /** Changes the state by an entry and appends it; resolves when it is kept. */
  #write(entry: Entry): Promise<void> {
    if (entry.events.length > MAX_EVENTS_AN_ENTRY || entry.seq > MAX_SEQ)
      throw new Error('a history is longer than ids can tell')
    const text = JSON.stringify(entry)
    const sum = checksum(text)
    const kept = this.#takeIn(entry, text, sum)
    this.#boards.entryWritten()
    this.#parts.onEntry(entry.seq)
    return kept
  }

  /** All of it or a defect: state, history and journal must not come apart. */
  #takeIn(entry: Entry, text: string, sum: number): Promise<void> {
    try {
      evolve(this.state, entry)
      this.state.chain = sum
      this.#history.add(entry.seq, text)
      return this.#journal.append(entry.seq, text, sum)
    } catch (error) {
      this.#defect = error
      throw error
    }
  }

  async #view<I, R>(op: GameView<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    for (let hash = this.#missing(op, input); hash !== undefined; hash = this.#missing(op, input))
      await this.#load(hash)
    this.#assertWhole()
    const found = op.view(this.state, input, this.#context(caller, this.#nextFor(op, input)))
    await this.#journal.settled()
    return found
  }

  /** Lets others have their turn now and then; they may change the game meanwhile, which walks are made for. */
  async #walk<I, R>(op: GameWalk<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    for (let looks = 1; ; looks += 1) {
      this.#assertWhole()
      const context = this.#context(caller)
      const steps = op.walk(this.state, input, context)
      const found = isFault(steps) ? steps : await walkThrough(steps, this.#walkWays())
      // What is not there by a design that was replaced meanwhile may be there by the one in force.
      if (isFault(found) && context.design !== this.#design && looks < MAX_LOOKS) continue
      this.#assertWhole()
      return this.#onceKept(found)
    }
  }

  #walkWays(): WalkWays<BoardRequest> {
    return {
      find: (wanted) => this.#find(wanted),
      longWalks: this.#longWalks,
      slice: this.#sliceOfTurn(),
      isSlow: (wanted) => 'board' in wanted,
    }
  }

  /** The time that walks have together which begin in this turn of the event loop: many at once hold it no longer than one. */
  #sliceOfTurn(): TimeSlice {
    if (!this.#turnSlice) {
      this.#turnSlice = new TimeSlice()
      setImmediate(() => (this.#turnSlice = undefined))
    }
    return this.#turnSlice
  }

  /** What a walk waits for. */
  async #find(wanted: ReadonlySet<number> | BoardRequest): Promise<ReadonlyMap<number, Entry>> {
    if (!('board' in wanted || 'finished' in wanted)) return this.#history.find(wanted)
    await this.#boards.provide(wanted)
    return nothing
  }

  /** An answer that may go out when all that it could have seen is kept. */
  async #onceKept<T>(answer: T): Promise<T> {
    await this.#journal.settled()
    return answer
  }

  #assertWhole(): void {
    if (this.#journal.failure) throw this.#journal.failure
    if (this.#defect !== undefined) throw new Error('The runtime has stopped after a defect', { cause: this.#defect })
  }
}

const entryCaller = ({ client, player }: Caller): EntryCaller =>
  player === undefined ? { client } : { client, player }

/** Whether a player acted in an entry, or something happened to it there. */
function concerns({ caller, events }: Pick<Entry, 'caller' | 'events'>, playerId: string): boolean {
  return caller.player === playerId || events.some((event) => isAbout(event, playerId))
}
