import type { Entry, GameEvent } from './entry.ts'
import type { Fault } from './fault.ts'
import type { GameInfo } from './game-info.ts'

/** Who asks: the API client, and the player it acts as where the route acts for one. Spec 5.1. */
export interface Caller {
  readonly client: string
  readonly player?: string
}

/**
 * All that a decision may know beside state and input. `at` is game time in ms, never before the last entry's;
 * `seq` is the number the entry will get, `chain` the checksum of the one before; `zoneOffsetMs` is what the game's
 * time zone adds to UTC at `at`; `recalled` holds the earlier entries that the command names, by sequence number.
 */
export interface Context<D> {
  readonly at: number
  readonly seq: number
  readonly chain: number
  readonly zoneOffsetMs: number
  readonly caller: Caller
  readonly game: GameInfo
  readonly design: D
  readonly recalled: ReadonlyMap<number, Entry>
}

/** What a command comes to: its events, and its answer, read from the state after them. No events, no entry. */
export interface Decision<S, R> {
  readonly events: readonly GameEvent[]
  readonly answer: (after: S) => R
}

/** A change of the game: decided purely, then written, then evolved. */
export interface Command<S, D, I, R> {
  readonly kind: 'command'
  readonly name: string
  /** Ids of the events whose entries the decision needs. */
  readonly recalls?: (input: I) => readonly string[]
  readonly decide: (state: S, input: I, context: Context<D>) => Fault | Decision<S, R>
}

/** A question that the state answers. */
export interface View<S, D, I, R> {
  readonly kind: 'view'
  readonly name: string
  readonly view: (state: S, input: I, context: Context<D>) => Fault | R
}

/** Where an event stands in the history: entry number and place among its events. */
export interface EventPlace {
  readonly seq: number
  readonly index: number
}

/** A question that the journal answers: the state tells which events, and how each is shown. */
export interface HistoryView<S, D, I, R> {
  readonly kind: 'history'
  readonly name: string
  readonly select: (
    state: S,
    input: I,
    context: Context<D>,
  ) => Fault | { readonly places: readonly EventPlace[]; readonly answer: (entries: ReadonlyMap<number, Entry>) => R }
}

/** One use of the game, named as the journal names it (`actions.play`). */
export type Operation<S, D, I, R> = Command<S, D, I, R> | View<S, D, I, R> | HistoryView<S, D, I, R>
