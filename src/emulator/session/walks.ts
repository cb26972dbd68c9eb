import { TimeSlice } from '../../async/time-slice.ts'
import { turns, type Turns } from '../../async/turns.ts'
import type { Design } from '../../game/design/design.ts'
import type { GameContext, GameWalk } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { type Caller, pause, type Steps } from '../../game/kernel/operation.ts'
import type { BoardRequest } from '../../game/leaderboards/reading/reading.ts'
import type { BoardKeeper } from '../boards/board-keeper.ts'
import type { History } from '../history/history.ts'
import type { JournalHealth } from '../history/journal-health.ts'

/** The parts of a timeline that walks use. */
interface WalkParts {
  readonly state: GameState
  readonly history: Pick<History, 'find'>
  readonly boards: Pick<BoardKeeper, 'provide'>
  readonly health: JournalHealth
  /** Returns the context of an operation now. */
  readonly contextOf: (caller: Caller) => GameContext
  /** Returns the deployed design. */
  readonly design: () => Design
}

/** The maximum number of attempts of a walk. A deployment of another design causes another attempt. */
const MAX_ATTEMPTS = 8

const noEntries: ReadonlyMap<number, Entry> = new Map()

/** Runs walks through a game that continues meanwhile. All together block the event loop no longer than one of them may. */
export class Walks {
  readonly #parts: WalkParts
  readonly #longOnes = turns(1)
  #turnSlice: TimeSlice | undefined

  constructor(parts: WalkParts) {
    this.#parts = parts
  }

  /**
   * Runs a walk. Other work gets turns in between and can change the game, which walks are made for. Resolves when
   * everything that the walk could have seen is on disk. Rejects if the game has stopped.
   */
  async take<I, R>(op: GameWalk<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    const { state, health, contextOf, design } = this.#parts
    for (let attempt = 1; ; attempt += 1) {
      health.assert()
      const context = contextOf(caller)
      const steps = op.walk(state, input, context)
      const found = isFault(steps) ? steps : await walkThrough(steps, this.#ways())
      // What the design before did not have, the present one may have.
      if (isFault(found) && context.design !== design() && attempt < MAX_ATTEMPTS) continue
      health.assert()
      return health.onceKept(found)
    }
  }

  #ways(): WalkWays<BoardRequest> {
    return {
      find: (requested) => this.#find(requested),
      longWalks: this.#longOnes,
      slice: this.#sliceOfTurn(),
      isSlow: (requested) => 'board' in requested,
    }
  }

  /** Returns the time slice that all walks share which begin in this turn of the event loop. */
  #sliceOfTurn(): TimeSlice {
    if (!this.#turnSlice) {
      this.#turnSlice = new TimeSlice()
      setImmediate(() => (this.#turnSlice = undefined))
    }
    return this.#turnSlice
  }

  /** Provides what a walk waits for: entries, or a leaderboard that is built or read. */
  async #find(requested: ReadonlySet<number> | BoardRequest): Promise<ReadonlyMap<number, Entry>> {
    const { history, boards } = this.#parts
    if (!('board' in requested || 'finished' in requested)) return history.find(requested)
    await boards.provide(requested)
    return noEntries
  }
}

/** What a walk can wait for: entries by number, or something else. */
type Wanted<W> = ReadonlySet<number> | W
type Step<R, W> = IteratorResult<Wanted<W>, R>
type Entries = ReadonlyMap<number, Entry>

const nothing: Entries = new Map()

/** How walks run. */
interface WalkWays<W> {
  /** Provides what a walk waits for. */
  readonly find: (requested: Wanted<W>) => Promise<Entries>
  readonly longWalks: Turns
  /** The time slice that all walks share which begin in this turn of the event loop. */
  readonly slice: TimeSlice
  /** Whether it takes long by itself to provide something. */
  readonly isSlow?: (requested: Wanted<W>) => boolean
}

/**
 * Runs the steps of a walk, with turns for other work in between. A walk that exceeds its time slice continues as a long
 * walk. Long walks run one after the other, because together they would take as long and need the memory of all. A walk
 * gives up its turn while it waits for something that takes long by itself.
 */
export async function walkThrough<R, W = never>(
  steps: Steps<R, W>,
  { find, longWalks, slice: first, isSlow = () => false }: WalkWays<W>,
): Promise<R> {
  let slice = first
  const after = async (requested: Wanted<W>) => steps.next(requested === pause ? nothing : await find(requested))
  let step: Step<R, W> = steps.next(nothing)
  while (step.done !== true) {
    const { value: requested } = step
    if (isSlow(requested)) {
      step = await after(requested)
      slice = new TimeSlice()
    } else step = slice.over ? await longWalks(() => walkOn(requested)) : await after(requested)
  }
  return step.value

  async function walkOn(requested: Wanted<W>): Promise<Step<R, W>> {
    const own = new TimeSlice()
    await own.next()
    for (let current = requested; ;) {
      if (own.over) await own.next()
      const next = await after(current)
      if (next.done === true || isSlow(next.value)) return next
      current = next.value
    }
  }
}
