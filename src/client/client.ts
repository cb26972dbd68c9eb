import { holdToken, requestToken, type Account, type IssuedToken } from './access-token.ts'
import type { RouteInput, RouteName, RouteOutput } from './route-types.ts'
import { ServiceError, UnreachableError } from './service-error.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'
import { randomUUID } from 'node:crypto'

/** Where and as whom to call. */
export interface ClientOptions extends Account {
  /** The player to act as, where a call does not name one. */
  readonly player?: string | undefined
  /** The certificate of an authority to trust over https, besides those that Node trusts; PEM. */
  readonly authority?: string | undefined
  /** Another way to the service than HTTP. */
  readonly wire?: Wire
}

/** An answer: read, and as the service sent it. */
export interface Answer<Body> {
  readonly body: Body
  readonly text: string
}

/** The query of an address; what is undefined stays out. */
type Query = Readonly<Record<string, string | undefined>>

/** What a request consists of besides its method and address. */
export interface RequestParts {
  /** What stands for the `:names` in the path, in any letters. */
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Query
  readonly body?: unknown
  /** An image to upload, in place of a body. */
  readonly file?: Uint8Array | undefined
  /** What is made as it is sent, in place of a body. */
  readonly stream?: StreamedBody | undefined
  /** Aborted when the answer is no longer waited for; the call rejects with the reason then. */
  readonly signal?: AbortSignal | undefined
}

/** A body of its own media type that comes in pieces, made anew for each attempt. What they throw is thrown on. */
export interface StreamedBody {
  readonly type: string
  readonly pieces: () => AsyncIterable<string | Uint8Array>
}

/** A client of the service, with every route by its name. */
export interface Client {
  /** Calls a route. Rejects with ServiceError where the service says no, with UnreachableError where it is not there. */
  call<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Answer<RouteOutput<Name>>>
  /** Calls anything below the base address, with an access token. */
  request(method: string, path: string, parts?: RequestParts): Promise<Answer<unknown>>
  /**
   * The lines of an answer as they come, until the service ends it; one that is asked for with `follow` may be silent for
   * as long as there is nothing to tell. Rejects when `signal` is aborted.
   */
  lines(path: string, query: Query, signal: AbortSignal): AsyncIterable<string>
  /** A new access token. */
  token(): Promise<IssuedToken>
  /** Closes what connections there are. */
  close(): Promise<void>
}

/** Makes a client; it asks for an access token when it first needs one, and for another when that one has expired. */
export function createClient({ player, authority, wire = httpWire(authority), ...account }: ClientOptions): Client {
  const { url: base } = account
  const reaching: Wire = {
    send: (request, signal) => reach(base, () => wire.send(request, signal), signal),
    open: (request, signal) => reach(base, () => wire.open(request, signal)),
    close: () => wire.close(),
  }
  const token = holdToken(reaching, account)
  const attempt = async (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireAnswer & { readonly expired: boolean }> => {
    const bearer = await token.current()
    const headers = { ...request.headers, authorization: `Bearer ${bearer}` }
    const answer = await reaching.send({ ...request, headers }, signal)
    const expired = answer.status === 401 && new ServiceError(answer).code === 'invalid_access_token'
    if (expired) token.forget(bearer)
    return { ...answer, expired }
  }
  const exchange = async (method: string, path: string, parts: RequestParts): Promise<WireAnswer> => {
    const prepared = (): WireRequest => prepare(method, base + fillIn(path, parts.params), parts)
    const first = await attempt(prepared(), parts.signal)
    return first.expired ? attempt(prepared(), parts.signal) : first
  }
  const follow = async function* (path: string, query: Query, signal: AbortSignal): AsyncGenerator<string, void> {
    const { method, url } = prepare('GET', base + path, { query })
    const bearer = await token.current()
    const headers = { authorization: `Bearer ${bearer}` }
    const isFollowed = query['follow'] === 'true'
    const { status, pieces } = await reaching.open({ method, url, headers, isFollowed }, signal)
    if (status === 200) return yield* linesOf(reachable(base, pieces))
    // Who tries again does so with another token, if it was that.
    token.forget(bearer)
    throw new ServiceError({ status, text: (await Array.fromAsync(pieces)).join('') })
  }
  return {
    request: async (method, path, parts = {}) => read(await exchange(method, path, parts)),
    call: async (name, input) => {
      const { as = player, params, query, body, file, signal }: LooseInput = input
      const [method = '', path = ''] = name.split(' ')
      const parts = { params, query: { player_id: as, ...query }, body, file, signal }
      // The rows take longer to load than most calls, so they come meanwhile.
      const [answer, { isAnswerOf }] = await Promise.all([exchange(method, path, parts), import('./answer-shape.ts')])
      const { body: answered, text } = read(answer)
      if (!isAnswerOf(name, answered)) throw new ServiceError(answer)
      return { body: answered, text }
    },
    lines: follow,
    token: () => requestToken(reaching, account),
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

/** A body that could not be made, which is no fault of the way to the service. */
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

/** The lines in text that comes in pieces, an unfinished one at the end left out. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    lines[0] = begun + (lines[0] ?? '')
    begun = lines.pop() ?? ''
    yield* lines
  }
}

function prepare(method: string, url: string, { query = {}, body, file, stream }: RequestParts): WireRequest {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(given).toString()
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
 * Dots alone would lead to another path, encoded too, and so would nothing at all; dots encoded twice and a space are
 * some id, and refused like any other that is none.
 */
function pathPart(value: string): string {
  if (value === '') return '%20'
  return /^\.\.?$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value)
}

/** Headers and body of a request whose form has a file in its one field, `file`. Spec 1, 2 "multipart form". */
export function formWithFile(file: Uint8Array): { headers: Readonly<Record<string, string>>; body: Uint8Array } {
  // Nobody can have put into a file what nobody knows before.
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** A wire over HTTP, which trusts this certificate authority (PEM) besides those that Node trusts, and is loaded when it is first used: loading takes longer than most calls. */
export function httpWire(authority?: string): Wire {
  let loaded: Promise<Wire> | undefined
  const load = async (): Promise<Wire> => (await import('./undici-wire.ts')).undiciWire({ authority })
  return {
    send: async (request, signal) => (await (loaded ??= load())).send(request, signal),
    open: async (request, signal) => (await (loaded ??= load())).open(request, signal),
    close: async () => (await loaded)?.close(),
  }
}

/** The same client, whose calls reject with the reason of `signal` when that is aborted, whatever they wait for. */
export function untilAborted(client: Client, signal: AbortSignal): Client {
  return {
    ...client,
    request: (method, path, parts) => client.request(method, path, { ...parts, signal }),
    call: (name, input) => client.call(name, { ...input, signal }),
  }
}
