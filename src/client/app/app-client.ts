// The public entry `gamify/client`. It runs wherever there is a `fetch`, and needs nothing else.
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../../interface/idempotency-key.ts'
import { filledIn, type Query } from '../http-message.ts'
import { clientCredentials, givenCredentials } from './credentials.ts'
import { GamifyError } from './error.ts'
import { assertTimeout, exchange, type AppRequest, type Credentials, type Limits, type Service } from './exchange.ts'
import type {
  AnyGame,
  Client,
  ClientOptions,
  Delta,
  MetricId,
  NotificationOptions,
  PerformAnswer,
  PlayAnswer,
  PlayOptions,
  Profile,
  ScoreValue,
} from './game-types.ts'
import { notifications } from './notifications.ts'

export type {
  ActionId,
  AnyGame,
  AnyMetric,
  CallOptions,
  ChangeOptions,
  Client,
  ClientOptions,
  Delta,
  FailureCode,
  InDialect,
  JwtOptions,
  LeaderboardArguments,
  LeaderboardId,
  LeaderboardOptions,
  LeaderboardPage,
  ListItem,
  MetricId,
  MetricReference,
  Notification,
  NotificationOptions,
  PartName,
  PerformAnswer,
  PerformOptions,
  PlayAnswer,
  PlayArguments,
  PlayOptions,
  ProcessDefinitionId,
  Profile,
  RouteInput,
  RouteName,
  RouteOutput,
  RuleId,
  ScoreValue,
  SecretOptions,
  ServiceOptions,
  TeamDefinitionId,
  TokenOptions,
  TokenSource,
  TriggerId,
  Variables,
} from './game-types.ts'
export { GamifyError }

const TIMEOUT_MS = 30_000

const RETRIES = 4

/** The items on a page of a list, unless the caller chooses another number. */
const PAGE_SIZE = 100

/**
 * Creates a client. It connects with its first call. Throws a TypeError for an address or credentials that cannot be
 * right.
 */
export function createClient<G extends AnyGame = AnyGame>(options: ClientOptions): Client<G> {
  const service = serviceOf(options)
  return clientOf(service, credentialsOf(service, options), undefined) as Client<G>
}

function serviceOf({ url, fetch, timeoutMs = TIMEOUT_MS, retries = RETRIES }: ClientOptions): Service {
  const { protocol = '', username, password } = URL.canParse(url) ? new URL(url) : {}
  // What has credentials is not shown.
  if (username || password) throw new TypeError('the url has a name or a password, which the client would not send')
  if (!/^https?:$/.test(protocol) || !/^https?:\/\//i.test(url) || /[?#]/.test(url))
    throw new TypeError(`the url '${url}' is not an address: expected one such as http://127.0.0.1:4040`)
  assertTimeout(timeoutMs)
  if (!(retries >= 0)) throw new TypeError(`retries is ${retries}: expected a number from 0 on`)
  // Taken at each call, so that what replaces the global one, such as a test, is used. Browsers need it to be called alone.
  const send: typeof globalThis.fetch = fetch ?? ((input, init) => globalThis.fetch(input, init))
  return { url: url.replace(/\/+$/, ''), fetch: send, timeoutMs, retries }
}

function credentialsOf(service: Service, options: ClientOptions): Credentials {
  // A value that is missing at run time, such as a variable of the environment, is no credential.
  if ('token' in options && options.token) return givenCredentials('access_token', options.token)
  if ('jwt' in options && options.jwt) return givenCredentials('jwt', options.jwt)
  if ('clientId' in options && options.clientId && options.clientSecret) return clientCredentials(service, options)
  throw new TypeError('the client has no credentials: expected clientId and clientSecret, token, or jwt')
}

/** The input of any route. */
interface LooseInput extends Limits {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryValues
  readonly body?: unknown
  readonly file?: Uint8Array | Blob
  readonly idempotencyKey?: string | undefined
}

/** The client, without the types of a game. */
function clientOf(service: Service, credentials: Credentials, player: string | undefined): object {
  const call = (
    route: string,
    { params, query = {}, body, file, idempotencyKey, ...limits }: LooseInput = {},
  ): Promise<unknown> => {
    // A key that no header can carry would fail as if the service were away.
    if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey))
      throw new TypeError(`the idempotencyKey ${IDEMPOTENCY_KEY_RULE}`)
    const [method = '', path = ''] = route.split(' ')
    const request: AppRequest = {
      method,
      path: filledIn(path, params),
      query: { player_id: player, ...queryTexts(query) },
      body,
      file,
      idempotencyKey,
      isRepeatable: method === 'GET' || idempotencyKey !== undefined,
    }
    return exchange(service, credentials, request, limits)
  }
  return {
    as: (id: string) => clientOf(service, credentials, id),
    call: async (route: string, input?: LooseInput) => call(route, input),
    play: async (action: string, variables: object = {}, { count, scopes, query, ...limits }: PlayOptions = {}) =>
      call('POST /v2/runtime/actions/:action_id/play', {
        params: { action_id: action },
        body: { variables, count, scopes, query },
        ...limits,
      }),
    perform: async (process: string, trigger: string, { scopes, query, ...limits }: PlayOptions = {}) =>
      call('POST /v2/runtime/processes/:process_id/play', {
        params: { process_id: process },
        body: { trigger, scopes, query },
        ...limits,
      }),
    profile: async (limits: Limits = {}) => call('GET /v2/runtime/player', limits),
    leaderboard: async (board: string, { signal, timeoutMs, ...query }: Limits = {}) =>
      call('GET /v2/runtime/leaderboards/:leaderboard_id', {
        params: { leaderboard_id: board },
        query,
        signal,
        timeoutMs,
      }),
    list: (route: string, input: LooseInput = {}) =>
      itemsOf(route, (query) => call(route, { ...input, query }), input.query),
    notifications: (options: NotificationOptions = {}) =>
      notifications(service, credentials, { player_id: player }, options),
  }
}

/** The values of a query. They are text in an address. */
type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

function queryTexts(query: QueryValues): Query {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  )
}

/** Yields the items of a list, page by page. */
async function* itemsOf(
  route: string,
  read: (query: QueryValues) => Promise<unknown>,
  query: QueryValues = {},
): AsyncGenerator<unknown, void> {
  const { limit = PAGE_SIZE, skip: first = 0 } = query
  let skip = Number(first)
  let total: number
  do {
    const page = (await read({ ...query, limit, skip })) as Partial<Page> | null
    const { data } = page ?? {}
    if (!Array.isArray(data) || typeof page?.total !== 'number')
      throw new GamifyError({
        code: 'invalid_answer',
        status: 200,
        description: 'the answer is not a page of a list',
        route,
      })
    if (data.length === 0) return
    yield* data
    skip += data.length
    total = page.total
  } while (skip < total)
}

/** A page of a list. */
interface Page {
  readonly data: readonly unknown[]
  readonly total: number
}

/** Returns what a player has, by metric. */
export function scoresOf<G extends AnyGame>(profile: Profile<G>): { readonly [M in MetricId<G>]?: ScoreValue<G, M> } {
  return Object.fromEntries(profile.scores.map(({ metric, value }) => [metric.id, value])) as never
}

/** Returns what a play did to a metric: each change of the play itself, and of the levels and achievements after it. */
export function changesOf<G extends AnyGame, M extends MetricId<G>>(
  answer: PlayAnswer<G> | PerformAnswer<G>,
  metric: M,
): readonly Delta<G, M>[] {
  return [...answer.events.local, ...answer.events.global].flatMap((event) =>
    'changes' in event && Array.isArray(event.changes)
      ? event.changes.flatMap((change) => (change.metric.id === metric ? [change.delta as never] : []))
      : [],
  )
}
