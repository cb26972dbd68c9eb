import type { RouteInput, RouteName, RouteOutput } from '../client/route-types.ts'
import type { StepInput } from '../scripts/step.ts'

export type { RouteInput, RouteName, RouteOutput, StepInput }

/** The parts of a design, in the form of the files of a design directory. Parts that you leave out are empty. */
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

/** The settings of a game, in the form of `game` in `gamify.json`. */
export interface GameSettings {
  readonly id?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string
  readonly listed?: boolean
  readonly access?: 'PUBLIC' | 'PROTECTED' | 'PRIVATE'
  /** The time zone of the game, such as `Europe/Berlin` (default: `UTC`). */
  readonly timezone?: string
  readonly image?: string
}

/** The options of `startGame`. */
export interface StartOptions {
  /**
   * The design: a directory, relative to the working directory, or the parts of a design (default: an empty design).
   */
  readonly design?: string | DesignParts
  readonly game?: GameSettings
  /**
   * The game time at the start: a text such as `2026-01-31` or `2026-01-31T12:00:00Z`, a Date, or ms since 1970
   * (default: the time of the machine).
   */
  readonly now?: string | number | Date
  /** Whether the game starts with a frozen clock (default: false). */
  readonly frozen?: boolean
  /** The seed for random draws (default: the id of the game). The same seed and the same calls give the same draws. */
  readonly randomSeed?: string
  /** The port of 127.0.0.1 to serve the game on as well; 0 picks a free port (default: no port). */
  readonly port?: number | false
}

/** The game clock. Every change resolves with the new game time. */
export interface GameClock {
  readonly now: () => Promise<Date>
  /**
   * Advances the clock by a duration such as `90m` or `1d12h`, an ISO 8601 duration such as `PT90M`, or a number of ms.
   */
  readonly advance: (by: string | number) => Promise<Date>
  readonly freeze: () => Promise<Date>
  readonly resume: () => Promise<Date>
}

/** The answer to a call: its parsed body, and its text as the game sent it. */
export interface RouteAnswer<Body> {
  readonly body: Body
  readonly text: string
}

/** The parts of a request other than its method and path. */
export interface RequestParts {
  readonly query?: Readonly<Record<string, string | undefined>>
  /** The body. It is sent as JSON. */
  readonly body?: unknown
}

/**
 * Calls the game as its staging client. If the game refuses a call, the promise rejects with an error that has
 * `status`, `code` and `description`.
 */
export interface GameClient {
  /**
   * Calls a route by its name, for example `call('GET /v2/runtime/player', { as: 'neo' })`. `as` is the player who
   * acts. You can leave out the input if the route needs none.
   */
  readonly call: <Name extends RouteName>(
    name: Name,
    ...input: object extends RouteInput<Name> ? [input?: RouteInput<Name>] : [input: RouteInput<Name>]
  ) => Promise<RouteAnswer<RouteOutput<Name>>>
  /** Calls any path that answers JSON. The path starts with a slash. Use `game.fetch` for other answers. */
  readonly request: (method: string, path: string, parts?: RequestParts) => Promise<RouteAnswer<unknown>>
}

/** A game that runs in memory inside a test. It shares nothing with other games. */
export interface Game extends AsyncDisposable {
  /** The address of the game. Without a port, only `game.fetch` can use it. */
  readonly url: string
  /** Works like the global `fetch`, for paths and for addresses that start with `url`. It does not follow redirects. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly client: GameClient
  readonly clock: GameClock
  /**
   * Saves the game as a snapshot and resolves with its name. A name that you pass must be free. Without a name, the new
   * snapshot replaces the last one that had no name.
   */
  readonly snapshot: (name?: string) => Promise<string>
  /** Restores the game and its clock from a snapshot (default: the last one without a name). */
  readonly restore: (name?: string) => Promise<void>
  /** Plays the steps of a play script. Rejects with the differences if an expectation fails. */
  readonly play: (steps: readonly StepInput[]) => Promise<void>
  /** Stops the game. Later calls fail. */
  readonly stop: () => Promise<void>
}
