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
 * time zone adds to UTC at `at`; `recalled` holds the earlier entries that the command names, by sequence number, and
 * `next` the design that the operation asks for beside the one in force.
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
 * What a command comes to: its events, and its answer, read from the state after them. No events, no entry. `input` is
 * what the history keeps of the command's input, where some of it meant nothing: deciding that again comes to the same.
 * `prepared` is the record that the first event makes, where deciding has made it already.
 */
export interface Decision<S, R> {
  readonly events: readonly GameEvent[]
  readonly answer: (after: S) => R
  readonly input?: unknown
  readonly prepared?: object
}

/** Which design, by its hash, an operation looks at beside the one in force; undefined for none. */
type AsksFor<S, I> = (state: S, input: I) => string | undefined

/** A change of the game: decided purely, then written, then evolved. `C` is the context of its game. */
export interface Command<S, C, I, R> {
  readonly kind: 'command'
  readonly name: string
  readonly next?: AsksFor<S, I>
  /** Ids of the events whose entries the decision needs. */
  readonly recalls?: (input: I) => readonly string[]
  readonly decide: (state: S, input: I, context: C) => Fault | Decision<S, R>
}

/** A question that the state answers. */
export interface View<S, C, I, R> {
  readonly kind: 'view'
  readonly name: string
  readonly next?: AsksFor<S, I>
  readonly view: (state: S, input: I, context: C) => Fault | R
}

/**
 * A question that may take long: a walk that says wherever others may have their turn, and which entries of the history
 * it needs, by number; it gets those that are still kept. `W` is what else it may have to wait for. The game goes on meanwhile, so that what a walk finds is as it
 * was when it came by: who was there all the time is found once, who comes during it is left out.
 */
export interface Walk<S, C, I, R, W = never> {
  readonly kind: 'walk'
  readonly name: string
  readonly walk: (state: S, input: I, context: C) => Fault | Steps<Fault | R, W>
}

/** The steps of a walk; after one that waits for something else than entries it goes on with none. */
export type Steps<R, W = never> = Generator<ReadonlySet<number> | W, R, ReadonlyMap<number, Entry>>

/** What a walk gives that needs nothing, and only lets others have their turn. */
export const pause: ReadonlySet<number> = new Set()

/** One use of the game, named as the journal names it (`actions.play`). */
export type Operation<S, C, I, R, W = never> = Command<S, C, I, R> | View<S, C, I, R> | Walk<S, C, I, R, W>

/** A use that ends the login of the call's own token. Tokens are known where they are signed, and not in the game. */
export interface LogoutOperation<R> {
  readonly kind: 'logout'
  readonly name: string
  /** What it comes to, once the token is good for nothing. */
  readonly result: R
}

/** Whom a token is for. */
export interface Bearer {
  readonly player: string
}

/**
 * A use that gives the player who calls a token for a stream. `bearer` tells who that is, as any question of the game is
 * answered; the token is signed where access tokens are, and not in the game.
 */
export interface TokenOperation<S, C, R> {
  readonly kind: 'token'
  readonly name: string
  readonly bearer: View<S, C, Record<never, never>, Bearer>
  readonly answer: (token: string) => R
}
