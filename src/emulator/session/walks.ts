import type { Design } from '../../game/design/design.ts'
import type { GameContext, GameWalk } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { pause, type Caller, type Steps } from '../../game/kernel/operation.ts'
import { turns, type Turns } from '../../async/turns.ts'
import type { BoardRequest } from '../../game/leaderboards/reading/reading.ts'
import type { BoardKeeper } from '../boards/board-keeper.ts'
import type { History } from '../history/history.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import type { JournalHealth } from '../history/journal-health.ts'

/** What is walked through. */
interface WalkSite {
  readonly state: GameState
  readonly history: Pick<History, 'find'>
  readonly boards: Pick<BoardKeeper, 'provide'>
  readonly whole: JournalHealth
  /** What an operation of a caller is to know now. */
  readonly contextOf: (caller: Caller) => GameContext
  /** The design in force. */
  readonly design: () => Design
}

/** So often is a walk begun again because another design has come into force. */
const MAX_LOOKS = 8

const noEntries: ReadonlyMap<number, Entry> = new Map()

/** The walks through a game that goes on meanwhile: all together hold the event loop no longer than one of them may. */
export class Walks {
  readonly #site: WalkSite
  readonly #longOnes = turns(1)
  #turnSlice: TimeSlice | undefined

  constructor(site: WalkSite) {
    this.#site = site
  }

  /**
   * Lets others have their turn now and then; they may change the game meanwhile, which walks are made for. Resolves when
   * all that it could have seen is kept; rejects where the game has stopped.
   */
  async take<I, R>(op: GameWalk<I, R>, input: I, caller: Caller): Promise<Fault | R> {
    const { state, whole: health, contextOf, design } = this.#site
    for (let looks = 1; ; looks += 1) {
      health.assert()
      const context = contextOf(caller)
      const steps = op.walk(state, input, context)
      const found = isFault(steps) ? steps : await walkThrough(steps, this.#ways())
      // What is not there by a design that was replaced meanwhile may be there by the one in force.
      if (isFault(found) && context.design !== design() && looks < MAX_LOOKS) continue
      health.assert()
      return health.onceKept(found)
    }
  }

  #ways(): WalkWays<BoardRequest> {
    return {
      find: (wanted) => this.#find(wanted),
      longWalks: this.#longOnes,
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

  /** What a walk waits for: entries, or a board that is built or read. */
  async #find(wanted: ReadonlySet<number> | BoardRequest): Promise<ReadonlyMap<number, Entry>> {
    const { history, boards } = this.#site
    if (!('board' in wanted || 'finished' in wanted)) return history.find(wanted)
    await boards.provide(wanted)
    return noEntries
  }
}

/** What a walk may wait for: entries by number, or something else. */
type Wanted<W> = ReadonlySet<number> | W
type Step<R, W> = IteratorResult<Wanted<W>, R>
type Entries = ReadonlyMap<number, Entry>

const nothing: Entries = new Map()

/** How walks are taken. */
interface WalkWays<W> {
  /** Gives what a walk asks for. */
  readonly find: (wanted: Wanted<W>) => Promise<Entries>
  readonly longWalks: Turns
  /** The time that all walks have together which begin in this turn of the event loop. */
  readonly slice: TimeSlice
  /** Whether it takes long by itself to come by something. */
  readonly isSlow?: (wanted: Wanted<W>) => boolean
}

/**
 * Takes the steps of a walk, with turns for others in between. One that is not done within the slice of its turn goes on
 * among the long ones: at once they would take as long in all, and the memory of all of them. It gives its turn on while it
 * waits for what takes long by itself.
 */
export async function walkThrough<R, W = never>(
  steps: Steps<R, W>,
  { find, longWalks, slice: first, isSlow = () => false }: WalkWays<W>,
): Promise<R> {
  let slice = first
  const after = async (wanted: Wanted<W>) => steps.next(wanted === pause ? nothing : await find(wanted))
  let step: Step<R, W> = steps.next(nothing)
  while (step.done !== true) {
    const { value: wanted } = step
    if (isSlow(wanted)) {
      step = await after(wanted)
      slice = new TimeSlice()
    } else step = slice.over ? await longWalks(() => walkOn(wanted)) : await after(wanted)
  }
  return step.value

  async function walkOn(wanted: Wanted<W>): Promise<Step<R, W>> {
    const own = new TimeSlice()
    await own.next()
    for (let asked = wanted; ;) {
      if (own.over) await own.next()
      const next = await after(asked)
      if (next.done === true || isSlow(next.value)) return next
      asked = next.value
    }
  }
}
