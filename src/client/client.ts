import { randomUUID } from 'node:crypto'
import { holdToken, requestToken, type Account, type IssuedToken } from './access-token.ts'
import type { RouteInput, RouteName, RouteOutput } from './route-types.ts'
import { ServiceError, UnreachableError } from './service-error.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'

/** The service to call, and how. */
export interface ClientOptions extends Account {
  /** The player to act as if a call does not name one. */
  readonly player?: string | undefined
  /** The certificate (PEM) of an authority to trust over https, in addition to those that Node trusts. */
  readonly authority?: string | undefined
  /** The connection to the service (default: HTTP). */
  readonly wire?: Wire
}

/** The answer of a service: its parsed body, and its text as the service sent it. */
export interface Answer<Body> {
  readonly body: Body
  readonly text: string
}

/** The query of an address. Undefined values are left out. */
type Query = Readonly<Record<string, string | undefined>>

/** The parts of a request other than its method and path. */
export interface RequestParts {
  /** The values of the `:names` in the path. Any characters are allowed. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Query
  readonly body?: unknown
  /** An image to upload, instead of a body. */
  readonly file?: Uint8Array | undefined
  /** A body that is created as it is sent, instead of `body`. */
  readonly stream?: StreamedBody | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The moment to read the game as of: the number of an entry, or a time. Only reads can have it. Spec 6.6 `GET /then/:asked_path`. */
  readonly asOf?: string | undefined
}

/**
 * A body with a media type of its own that is sent in pieces, and created again for each attempt. The call rethrows the
 * errors of the pieces.
 */
export interface StreamedBody {
  readonly type: string
  readonly pieces: () => AsyncIterable<string | Uint8Array>
}

/** A client of the service, with every route by its name. */
export interface Client {
  /**
   * Calls a route. Rejects with ServiceError if the service refuses the call, and with UnreachableError if it does not
   * answer.
   */
  call<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Answer<RouteOutput<Name>>>
  /** Calls any path below the base address, with an access token. */
  request(method: string, path: string, parts?: RequestParts): Promise<Answer<unknown>>
  /**
   * Yields the lines of an answer as they arrive, until the service ends it. With `follow` in the query, the answer may
   * be silent for any time. Throws when `signal` is aborted.
   */
  lines(path: string, query: Query, signal: AbortSignal): AsyncIterable<string>
  /** Requests a new access token. */
  token(): Promise<IssuedToken>
  /** Closes all connections. */
  close(): Promise<void>
}

/** Creates a client. It requests an access token when it first needs one, and another when that has expired. */
export function createClient({ player, authority, wire = httpWire(authority), ...account }: ClientOptions): Client {
  const { url: base } = account
  const connection: Wire = {
    send: (request, signal) => reach(base, () => wire.send(request, signal), signal),
    open: (request, signal) => reach(base, () => wire.open(request, signal)),
    close: () => wire.close(),
  }
  const token = holdToken(connection, account)
  const attempt = async (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireAnswer & { readonly expired: boolean }> => {
    const bearer = await token.current()
    const headers = { ...request.headers, authorization: `Bearer ${bearer}` }
    const answer = await connection.send({ ...request, headers }, signal)
    const expired = answer.status === 401 && new ServiceError(answer).code === 'invalid_access_token'
    if (expired) token.forget(bearer)
    return { ...answer, expired }
  }
  const exchange = async (method: string, path: string, parts: RequestParts): Promise<WireAnswer> => {
    const { asOf: at, params } = parts
    const asked = at === undefined ? parts : { ...parts, query: { ...parts.query, at } }
    const way = at === undefined ? '' : '/_gamify/then'
    const prepared = (): WireRequest => prepare(method, base + way + fillIn(path, params), asked)
    const first = await attempt(prepared(), parts.signal)
    return first.expired ? attempt(prepared(), parts.signal) : first
  }
  const follow = async function* (path: string, query: Query, signal: AbortSignal): AsyncGenerator<string, void> {
    const { method, url } = prepare('GET', base + path, { query })
    const bearer = await token.current()
    const headers = { authorization: `Bearer ${bearer}` }
    const isFollowed = query['follow'] === 'true'
    const { status, pieces } = await connection.open({ method, url, headers, isFollowed }, signal)
    if (status === 200) return yield* linesOf(base, reachable(base, pieces))
    // If the token was the reason, the next attempt uses another one.
    token.forget(bearer)
    throw new ServiceError({ status, text: (await Array.fromAsync(pieces)).join('') })
  }
  return {
    request: async (method, path, parts = {}) => read(await exchange(method, path, parts)),
    call: async (name, input) => {
      const { as = player, params, query, body, file, signal, asOf: at }: LooseInput = input
      const [method = '', path = ''] = name.split(' ')
      const parts = { params, query: { player_id: as, ...query }, body, file, signal, asOf: at }
      // The rows take longer to load than most calls, so they are loaded at the same time.
      const [answer, { isAnswerOf }] = await Promise.all([exchange(method, path, parts), import('./answer-shape.ts')])
      const { body: answered, text } = read(answer)
      if (!isAnswerOf(name, answered)) throw new ServiceError(answer)
      return { body: answered, text }
    },
    lines: follow,
    token: () => requestToken(connection, account),
    close: () => wire.close(),
  }
}

/** The input of any route. */
interface LooseInput extends RequestParts {
  readonly as?: string | undefined
}

async function reach<T>(url: string, attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause instanceof BrokenBody ? cause.cause : new UnreachableError(url, cause)
  }
}

/** A body that could not be created, which is not a failure of the connection. */
class BrokenBody extends Error {
  override readonly name = 'BrokenBody'
}

async function* unbroken<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* pieces
  } catch (cause) {
    throw new BrokenBody('the body could not be encoded', { cause })
  }
}

async function* reachable(url: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces
  } catch (cause) {
    throw new UnreachableError(url, cause)
  }
}

/** Yields the lines of a text that arrives in pieces. Throws UnreachableError if the last one is unfinished. */
async function* linesOf(base: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    lines[0] = begun + (lines[0] ?? '')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') throw new UnreachableError(base, new Error('the answer ends in the middle of a line'))
}

function prepare(method: string, url: string, { query = {}, body, file, stream }: RequestParts): WireRequest {
  const defined = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(defined).toString()
  const target = { method, url: search === '' ? url : `${url}?${search}` }
  if (file) return { ...target, ...formWithFile(file) }
  if (stream) return { ...target, headers: { 'content-type': stream.type }, body: unbroken(stream.pieces()) }
  if (body === undefined) return { ...target, headers: {} }
  return { ...target, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function read(answer: WireAnswer): Answer<unknown> {
  if (answer.status < 200 || answer.status > 299) throw new ServiceError(answer)
  if (answer.image) return { body: answer.image, text: answer.text }
  try {
    return { body: JSON.parse(answer.text), text: answer.text }
  } catch (cause) {
    throw new ServiceError(answer, cause)
  }
}

function fillIn(path: string, params: RequestParts['params']): string {
  if (!String(path).startsWith('/'))
    throw new TypeError(`'${path}' is not a path: expected one that starts with a slash`)
  if (params === undefined) return path
  return path.replace(/:(\w+)/g, (_, name: string) => pathPart(params[name] ?? ''))
}

/**
 * Encodes a value as a part of a path. An empty value or dots alone, even if encoded, would lead to another path. A
 * space and twice encoded dots are invalid ids, which the service refuses like any other.
 */
function pathPart(value: string): string {
  if (value === '') return '%20'
  return /^\.\.?$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value)
}

/**
 * Returns headers and body of a request whose form has a file in its only field, `file`. Spec 1, 2 "multipart form".
 */
export function formWithFile(file: Uint8Array): { headers: Readonly<Record<string, string>>; body: Uint8Array } {
  // A random boundary cannot occur in a file that was created before it.
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/**
 * Creates a wire over HTTP. It trusts `authority` (PEM) in addition to the authorities that Node trusts. Node's client is
 * loaded when it is first used.
 */
export function httpWire(authority?: string): Wire {
  let loaded: Promise<Wire> | undefined
  const load = async (): Promise<Wire> => (await import('./node-wire.ts')).nodeWire({ authority })
  return {
    send: async (request, signal) => (await (loaded ??= load())).send(request, signal),
    open: async (request, signal) => (await (loaded ??= load())).open(request, signal),
    close: async () => (await loaded)?.close(),
  }
}

/** Returns the same client, except that its calls read the game as of a moment, if there is one. They can only read. */
export function asOf(client: Client, moment: string | undefined): Client {
  return {
    ...client,
    request: (method, path, parts) => client.request(method, path, { asOf: moment, ...parts }),
    call: (name, input) => client.call(name, { asOf: moment, ...input }),
  }
}

/** Returns the same client, except that its calls reject with the reason of `signal` when that is aborted. */
export function untilAborted(client: Client, signal: AbortSignal): Client {
  return {
    ...client,
    request: (method, path, parts) => client.request(method, path, { ...parts, signal }),
    call: (name, input) => client.call(name, { ...input, signal }),
  }
}
