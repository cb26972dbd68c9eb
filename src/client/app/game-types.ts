import type { ErrorCode, PagedRoute, Routes, Shapes } from './routes.ts'

/** What `gamify types` declares of a game. A client without such a type accepts any id. */
export interface AnyGame {
  readonly dialect: 'documented' | 'recorded'
  readonly metrics: { readonly [id: string]: AnyMetric }
  readonly actions: { readonly [id: string]: { readonly variables: AnyVariables } }
  readonly processes: { readonly [id: string]: { readonly lanes: AnyNames; readonly triggers: AnyNames } }
  readonly teams: { readonly [id: string]: { readonly roles: AnyNames } }
  readonly rules: { readonly [id: string]: { readonly type: 'level' | 'achievement' | 'custom' } }
  readonly leaderboards: {
    readonly [id: string]: {
      readonly entities: 'players' | 'teams'
      readonly metric: string
      readonly scope: 'game' | 'team_definition' | 'team_instance' | 'custom'
      readonly cycles: 'daily' | 'weekly' | 'monthly' | 'yearly' | 'alltime'
    }
  }
}

/** A declared metric. */
export type AnyMetric =
  | { readonly type: 'point' | 'compound' }
  | { readonly type: 'set'; readonly items: AnyNames }
  | { readonly type: 'state'; readonly states: AnyNames }

interface AnyNames {
  readonly [name: string]: unknown
}

interface AnyVariables {
  readonly [name: string]: string | number | undefined
}

type Names<T> = keyof T & string

/** The id of a metric of the game. */
export type MetricId<G extends AnyGame> = Names<G['metrics']>
/** The id of an action of the game. */
export type ActionId<G extends AnyGame> = Names<G['actions']>
/** The id of a process definition of the game. */
export type ProcessDefinitionId<G extends AnyGame> = Names<G['processes']>
/** The id of a team definition of the game. */
export type TeamDefinitionId<G extends AnyGame> = Names<G['teams']>
/** The id of a rule of the game. */
export type RuleId<G extends AnyGame> = Names<G['rules']>
/** The id of a leaderboard of the game. */
export type LeaderboardId<G extends AnyGame> = Names<G['leaderboards']>
/** The id of a trigger of a process of the game. */
export type TriggerId<G extends AnyGame> = {
  readonly [P in ProcessDefinitionId<G>]: Names<G['processes'][P]['triggers']>
}[ProcessDefinitionId<G>]
/** The name of an item or state of a metric. */
export type PartName<G extends AnyGame, M extends MetricId<G>> = G['metrics'][M] extends infer Of
  ? Of extends { readonly items: infer Parts }
    ? Names<Parts>
    : Of extends { readonly states: infer Parts }
      ? Names<Parts>
      : never
  : never

/** The variables of an action. */
export type Variables<G extends AnyGame, A extends ActionId<G>> = G['actions'][A]['variables']

/** A metric as events and scores name it. */
export type MetricReference<G extends AnyGame, M extends MetricId<G> = MetricId<G>> =
  M extends MetricId<G> ? { readonly id: M; readonly name: string; readonly type: G['metrics'][M]['type'] } : never

/** What a player has of a metric: an amount, a state, or items with their counts. */
export type ScoreValue<G extends AnyGame, M extends MetricId<G>> = ValueOf<G['metrics'][M], G['dialect']>

type ValueOf<Metric, Dialect> = Metric extends { readonly type: 'set'; readonly items: infer Items }
  ? Dialect extends 'recorded'
    ? readonly ItemOf<Names<Items>>[]
    : { readonly [Item in Names<Items>]?: ItemOf<Item> }
  : Metric extends { readonly type: 'state'; readonly states: infer States }
    ? { readonly name: Names<States>; readonly description?: string }
    : string

interface ItemOf<Name> {
  readonly name: Name
  readonly description?: string
  readonly count: string
}

/** What an event did to the score of a metric. */
export type Delta<G extends AnyGame, M extends MetricId<G>> = DeltaOf<G['metrics'][M]>

type DeltaOf<Metric> = Metric extends { readonly type: 'set'; readonly items: infer Items }
  ? { readonly [Item in Names<Items>]?: Replaced<string> }
  : Metric extends { readonly type: 'state'; readonly states: infer States }
    ? Replaced<Names<States>>
    : Replaced<string>

interface Replaced<Value> {
  readonly old: Value | null
  readonly new: Value | null
}

/** Picks the answer of a route in the dialect of the game. */
export type InDialect<G extends AnyGame, Documented, Recorded> = G['dialect'] extends 'recorded' ? Recorded : Documented

/** A route of version 2 as method and path. */
export type RouteName = keyof Routes<AnyGame>

/** The input of a route, and the limits of the call. */
export type RouteInput<G extends AnyGame, Name extends RouteName> = Omit<Routes<G>[Name], 'answer'> &
  CallOptions &
  (Name extends `GET ${string}` ? unknown : ChangeOptions)

/** The answer of a route. An image is the bytes of a PNG. */
export type RouteOutput<G extends AnyGame, Name extends RouteName> = Routes<G>[Name]['answer']

/** What a page of a list has. */
export type ListItem<G extends AnyGame, Name extends PagedRoute> =
  RouteOutput<G, Name> extends { readonly data: readonly (infer Item)[] } ? Item : never

/** The profile of a player. */
export type Profile<G extends AnyGame = AnyGame> = RouteOutput<G, 'GET /v2/runtime/player'>
/** The answer to a play of an action. */
export type PlayAnswer<G extends AnyGame = AnyGame> = RouteOutput<G, 'POST /v2/runtime/actions/:action_id/play'>
/** The answer to a play of a trigger. */
export type PerformAnswer<G extends AnyGame = AnyGame> = RouteOutput<G, 'POST /v2/runtime/processes/:process_id/play'>
/** A page of a leaderboard. */
export type LeaderboardPage<G extends AnyGame = AnyGame> = RouteOutput<
  G,
  'GET /v2/runtime/leaderboards/:leaderboard_id'
>
/** A notification of a player. */
export type Notification<G extends AnyGame = AnyGame> = Shapes.Notification<G>

/** The limits of a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** How long the call can take, with all its attempts (default: that of the client). */
  readonly timeoutMs?: number | undefined
}

/** What makes a change safe to repeat. */
export interface ChangeOptions {
  /**
   * A text that belongs to this change alone, such as `crypto.randomUUID()`. The service does a change with the same key once,
   * so that the client can repeat it whatever became of it. Other services may ignore it.
   */
  readonly idempotencyKey?: string | undefined
}

/** How to play an action. */
export interface PlayOptions extends CallOptions, ChangeOptions {
  /** How often to play it (default: 1). */
  readonly count?: number | undefined
  /** The scopes of custom leaderboards that the play counts in, and the entity that it counts for. */
  readonly scopes?: readonly { readonly id: string; readonly entity_id: string }[] | undefined
  /** Whether the answer lists the actions that the player can play now (default: true). */
  readonly query?: boolean | undefined
}

/** How to play a trigger. */
export type PerformOptions = Omit<PlayOptions, 'count'>

/** The rest of the arguments of `play`: an action with required variables needs them. */
export type PlayArguments<G extends AnyGame, A extends ActionId<G>> =
  Record<never, never> extends Variables<G, A>
    ? [variables?: Variables<G, A> | undefined, options?: PlayOptions]
    : [variables: Variables<G, A>, options?: PlayOptions]

/** How to read a leaderboard: the query of its route, and the cycles and the scope that this leaderboard has. */
export type LeaderboardOptions<G extends AnyGame, B extends LeaderboardId<G>> = Omit<
  NonNullable<Routes<G>['GET /v2/runtime/leaderboards/:leaderboard_id']['query']>,
  'cycle' | 'scope_id' | 'team_instance_id' | 'player_id'
> & { readonly cycle?: G['leaderboards'][B]['cycles'] | undefined } & ScopeOptions<G['leaderboards'][B]['scope']> &
  CallOptions

type ScopeOptions<Scope> = [Scope] extends ['custom']
  ? { readonly scope_id: string }
  : [Scope] extends ['team_instance']
    ? { readonly team_instance_id: string }
    : string extends Scope
      ? object
      : 'custom' extends Scope
        ? { readonly scope_id?: string | undefined; readonly team_instance_id?: string | undefined }
        : object

/** The rest of the arguments of `leaderboard`: some leaderboards need a scope or a team. */
export type LeaderboardArguments<G extends AnyGame, B extends LeaderboardId<G>> =
  object extends LeaderboardOptions<G, B> ? [options?: LeaderboardOptions<G, B>] : [options: LeaderboardOptions<G, B>]

/** How to follow notifications. */
export interface NotificationOptions {
  /** Ends the loop, which then throws the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Begins after the notification with this id, without a gap (default: begins now). */
  readonly after?: string | undefined
}

/** The address of a service, and the limits of all calls. */
export interface ServiceOptions {
  /** The address of the service, such as `http://127.0.0.1:4040`. */
  readonly url: string
  /** How long a call can take, with all its attempts (default: 30,000). */
  readonly timeoutMs?: number | undefined
  /** How often a call is repeated that can be repeated (default: 4). */
  readonly retries?: number | undefined
  /** What to call instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Text, or a function that is called for another one when the service refuses the last one. */
export type TokenSource = string | (() => string | Promise<string>)

/** Calls as an API client. Its secret belongs on a server. */
export interface SecretOptions {
  readonly clientId: string
  readonly clientSecret: string
}

/** Calls with an access token, such as that of a player who signed in. */
export interface TokenOptions {
  readonly token: TokenSource
}

/** Calls as a player, with the text that `?jwt=` takes: `<client_id>:<JWT>`. */
export interface JwtOptions {
  readonly jwt: TokenSource
}

/** The options of `createClient`. */
export type ClientOptions = ServiceOptions & (SecretOptions | TokenOptions | JwtOptions)

/** The code of an error: of the service, or `unreachable`, `timeout` or `invalid_answer`. */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'invalid_answer'

/**
 * Calls a game. A call that fails rejects with a GamifyError. A call is repeated only if the service cannot have carried it
 * out, or if it only reads.
 */
export interface Client<G extends AnyGame = AnyGame> {
  /** Returns a client that acts as a player and shares the token of this one. */
  as(player: string): Client<G>
  /** Plays an action. */
  play<A extends ActionId<G>>(action: A, ...rest: PlayArguments<G, A>): Promise<PlayAnswer<G>>
  /** Plays a trigger of a process. */
  perform(process: string, trigger: TriggerId<G>, options?: PerformOptions): Promise<PerformAnswer<G>>
  /** Reads the profile of the player. */
  profile(options?: CallOptions): Promise<Profile<G>>
  /** Reads a page of a leaderboard. */
  leaderboard<B extends LeaderboardId<G>>(board: B, ...rest: LeaderboardArguments<G, B>): Promise<LeaderboardPage<G>>
  /** Calls any route by its name: `call('GET /v2/runtime/teams/:team_id', { params: { team_id: 'crew' } })`. */
  call<Name extends RouteName>(
    route: Name,
    ...input: object extends RouteInput<G, Name> ? [input?: RouteInput<G, Name>] : [input: RouteInput<G, Name>]
  ): Promise<RouteOutput<G, Name>>
  /** Yields the items of a list, page by page. `limit` in the query is the size of a page (default: 100). */
  list<Name extends PagedRoute>(
    route: Name,
    ...input: object extends RouteInput<G, Name> ? [input?: RouteInput<G, Name>] : [input: RouteInput<G, Name>]
  ): AsyncIterable<ListItem<G, Name>>
  /** Yields the notifications of the player as they happen, and connects again when the connection is lost. */
  notifications(options?: NotificationOptions): AsyncIterable<Notification<G>>
}
