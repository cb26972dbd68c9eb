import type { RouteInput, RouteName, RouteOutput } from '../client/route-types.ts'
import type { StepInput } from '../scripts/step.ts'

export type { RouteInput, RouteName, RouteOutput, StepInput }

/** A design as its parts, each as it would stand in a file of the design directory. What is left out is empty. */
export interface DesignParts {
  readonly metrics?: readonly object[]
  readonly actions?: readonly object[]
  readonly processes?: readonly object[]
  readonly teams?: readonly object[]
  readonly rules?: readonly object[]
  readonly leaderboards?: readonly object[]
  /** What each new player starts with. */
  readonly bootstrap?: object
}

/** What a game says of itself, as `game` in a gamify.json. */
export interface GameSettings {
  readonly id?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly listed?: boolean
  readonly access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE'
  /** Such as `Europe/Berlin`; UTC unless told. */
  readonly timezone?: string
  readonly image?: string
}

/** How a game is started. */
export interface StartOptions {
  /** The design: its directory, seen from the working directory, or its parts. None unless told. */
  readonly design?: string | DesignParts
  readonly game?: GameSettings
  /** Game time to begin at: a text as the service takes it, or ms since 1970. The machine's unless told. */
  readonly now?: string | number | Date
  /** Game time stands still until it is moved. */
  readonly frozen?: boolean
  /** What luck is drawn from; the id of the game unless told. */
  readonly randomSeed?: string
  /** A port of 127.0.0.1 to serve the game on too, 0 for a free one; none unless told. */
  readonly port?: number | false
}

/** Game time. What changes it resolves with what it shows then. */
export interface GameClock {
  readonly now: () => Promise<Date>
  /** By `90m`, `1d12h`, a duration of ISO 8601, or so many ms. Time never goes back. */
  readonly advance: (by: string | number) => Promise<Date>
  readonly freeze: () => Promise<Date>
  readonly resume: () => Promise<Date>
}

/** An answer: read, and as the service sent it. */
export interface RouteAnswer<Body> {
  readonly body: Body
  readonly text: string
}

/** What a request consists of beside its method and path. */
export interface RequestParts {
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
}

/**
 * Calls the game as its staging client. Rejects with an error that has `status`, `code` and `description` where the game
 * says no.
 */
export interface GameClient {
  /**
   * Calls a route by its name, as the player that `as` names: `call('GET /v2/runtime/player', { as: 'neo' })`. The input may
   * be left out where nothing in it is needed.
   */
  readonly call: <Name extends RouteName>(
    name: Name,
    ...input: object extends RouteInput<Name> ? [input?: RouteInput<Name>] : [input: RouteInput<Name>]
  ) => Promise<RouteAnswer<RouteOutput<Name>>>
  /** Calls any path whose answer is JSON, from its leading slash on. What answers otherwise, in lines or in pieces, is for `game.fetch`. */
  readonly request: (method: string, path: string, parts?: RequestParts) => Promise<RouteAnswer<unknown>>
}

/** A game that runs inside of a test, kept in memory alone. It shares nothing with any other. */
export interface Game extends AsyncDisposable {
  /** Where it is served; without a port an address that only `fetch` knows. */
  readonly url: string
  /** The web's fetch, straight to the game: paths, or addresses that begin with `url`. Redirects are answered as they are. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly client: GameClient
  readonly clock: GameClock
  /**
   * Keeps the game as it is under a name, which must be free; without one, in the place of what was kept so before, which is
   * gone by its name too. Gives the name.
   */
  readonly snapshot: (name?: string) => Promise<string>
  /** Makes the game what it was, clock included; without a name as it was kept last without one. */
  readonly restore: (name?: string) => Promise<void>
  /** Plays the steps of a script. Rejects where an expectation does not hold. */
  readonly play: (steps: readonly StepInput[]) => Promise<void>
  /** Ends it: what is called from then on fails. */
  readonly stop: () => Promise<void>
}
