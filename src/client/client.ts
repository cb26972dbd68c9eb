import { holdToken, requestToken, type Account, type IssuedToken } from './access-token.ts'
import { formWithFile } from './file-form.ts'
import type { RouteInput, RouteName, RouteOutput } from './route-types.ts'
import { ServiceError } from './service-error.ts'
import { httpWire } from './http-wire.ts'
import { UnreachableError } from './unreachable-error.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'

/** Where and as whom to call. */
export interface ClientOptions extends Account {
  /** The player to act as, where a call does not name one. */
  readonly player?: string | undefined
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
}

/** A client of the service, with every route by its name. */
export interface Client {
  /** Calls a route. Rejects with ServiceError where the service says no, with UnreachableError where it is not there. */
  call<Name extends RouteName>(name: Name, input: RouteInput<Name>): Promise<Answer<RouteOutput<Name>>>
  /** Calls anything below the base address, with an access token. */
  request(method: string, path: string, parts?: RequestParts): Promise<Answer<unknown>>
  /** The lines of an answer that goes on, as they come, until the service ends it. Rejects when `signal` is aborted. */
  lines(path: string, query: Query, signal: AbortSignal): AsyncIterable<string>
  /** A new access token. */
  token(): Promise<IssuedToken>
  /** Closes what connections there are. */
  close(): Promise<void>
}

/** Makes a client; it asks for an access token when it first needs one, and for another when that one has expired. */
export function createClient({ player, wire = httpWire(), ...account }: ClientOptions): Client {
  const { url: base } = account
  const reaching: Wire = {
    send: (request) => reach(base, () => wire.send(request)),
    open: (request, signal) => reach(base, () => wire.open(request, signal)),
    close: () => wire.close(),
  }
  const token = holdToken(reaching, account)
  const attempt = async (request: WireRequest): Promise<WireAnswer & { readonly expired: boolean }> => {
    const bearer = await token.current()
    const answer = await reaching.send({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${bearer}` },
    })
    const expired = answer.status === 401 && new ServiceError(answer).code === 'invalid_access_token'
    if (expired) token.forget(bearer)
    return { ...answer, expired }
  }
  const exchange = async (method: string, path: string, parts: RequestParts): Promise<WireAnswer> => {
    const prepared = prepare(method, base + fillIn(path, parts.params), parts)
    const first = await attempt(prepared)
    return first.expired ? attempt(prepared) : first
  }
  const follow = async function* (path: string, query: Query, signal: AbortSignal): AsyncGenerator<string, void> {
    const { method, url } = prepare('GET', base + path, { query })
    const bearer = await token.current()
    const headers = { authorization: `Bearer ${bearer}` }
    const { status, pieces } = await reaching.open({ method, url, headers }, signal)
    if (status === 200) return yield* linesOf(reachable(base, pieces))
    // Who tries again does so with another token, if it was that.
    token.forget(bearer)
    throw new ServiceError({ status, text: (await Array.fromAsync(pieces)).join('') })
  }
  return {
    request: async (method, path, parts = {}) => read(await exchange(method, path, parts)),
    call: async (name, input) => {
      const { as = player, params, query, body, file }: LooseInput = input
      const [method = '', path = ''] = name.split(' ')
      const parts = { params, query: { player_id: as, ...query }, body, file }
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

async function reach<T>(url: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (cause) {
    throw new UnreachableError(url, cause)
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

function prepare(method: string, url: string, { query = {}, body, file }: RequestParts): WireRequest {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  const target = { method, url: search === '' ? url : `${url}?${search}` }
  if (file) return { ...target, ...formWithFile(file) }
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
