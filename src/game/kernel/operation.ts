import type { CallKey, Entry, GameEvent } from './entry.ts'
import type { Fault } from './fault.ts'
import type { GameInfo } from './game-info.ts'

/** The caller: the API client, and the player that it acts as if the route acts for one. Spec 5.1. */
export interface Caller {
  readonly client: string
  readonly player?: string
}

/**
 * Everything that a decision can use in addition to state and input. `at` is game time in ms, never before the last
 * entry's. `seq` is the number that the entry will have, and `chain` the checksum of the entry before it.
 * `zoneOffsetMs` is the offset of the game's time zone from UTC at `at`. `recalled` contains the earlier entries that
 * the command names, by number, and `next` the design that the operation requests in addition to the deployed one.
 */
export interface Context<D> {
  readonly at: number
  readonly seq: number
  readonly chain: number
  readonly zoneOffsetMs: number
  readonly caller: Caller
  readonly game: GameInfo
  readonly design: D
  readonly next: D | undefined
  readonly recalled: ReadonlyMap<number, Entry>
}

/**
 * The result of a command: its events, and its answer, which is read from the state after them. A command without
 * events writes no entry. `input` is the part of the input that the history keeps, if some of it has no meaning:
 * deciding it again has the same result. `prepared` is what the decision has already worked out of the change that the
 * first event makes. `keyed` makes the entry keep the answer, so that one is written without events too.
 */
export interface Decision<S, R, P = never> {
  readonly events: readonly GameEvent[]
  readonly answer: (after: S) => R
  readonly input?: unknown
  readonly prepared?: P
  readonly keyed?: CallKey
}

/** Returns the hash of the design that an operation needs in addition to the deployed one, or undefined for none. */
type NextDesign<S, I> = (state: S, input: I) => string | undefined

/**
 * A change of the game: `decide` is pure, then the events are written and applied to the state. `C` is the type of the
 * context.
 */
export interface Command<S, C, I, R, P = unknown> {
  readonly kind: 'command'
  readonly name: string
  readonly next?: NextDesign<S, I>
  /** Returns the ids of the events whose entries the decision needs. */
  readonly recalls?: (input: I) => readonly string[]
  readonly decide: (state: S, input: I, context: C) => Fault | Decision<S, R, P>
}

/** A query that the state answers. */
export interface View<S, C, I, R> {
  readonly kind: 'view'
  readonly name: string
  readonly next?: NextDesign<S, I>
  readonly view: (state: S, input: I, context: C) => Fault | R
}

/**
 * A query that can take long. It is a generator, which yields wherever other work can run, and yields the numbers of
 * the entries that it needs from the history; it receives those that still exist. `W` is the type of anything else that
 * it waits for. The state can change meanwhile, and the walk sees each part as it is when it gets there: a record that
 * exists the whole time is found once, and a record that is added meanwhile is not found.
 */
export interface Walk<S, C, I, R, W = never> {
  readonly kind: 'walk'
  readonly name: string
  readonly walk: (state: S, input: I, context: C) => Fault | Steps<Fault | R, W>
}

/** The steps of a walk. After a step that waits for something other than entries, the walk receives no entries. */
export type Steps<R, W = never> = Generator<ReadonlySet<number> | W, R, ReadonlyMap<number, Entry>>

/** A step that needs no entries and only lets other work run. */
export const pause: ReadonlySet<number> = new Set()

/** An operation of the game, with its name in the journal, such as `actions.play`. */
export type Operation<S, C, I, R, W = never, P = unknown> =
  | Command<S, C, I, R, P>
  | View<S, C, I, R>
  | Walk<S, C, I, R, W>

/**
 * An operation that ends the login of the token of the call. The code that signs tokens keeps them; the game does not.
 */
export interface LogoutOperation<R> {
  readonly kind: 'logout'
  readonly name: string
  /** The answer after the token was revoked. */
  readonly result: R
}

/** The player that a token is for. */
export interface Bearer {
  readonly player: string
}

/**
 * An operation that issues a token for a stream to the calling player. `bearer` is a view that finds out who that is.
 * The token is signed outside the game, like access tokens.
 */
export interface TokenOperation<S, C, R> {
  readonly kind: 'token'
  readonly name: string
  readonly bearer: View<S, C, Record<never, never>, Bearer>
  readonly answer: (token: string) => R
}
