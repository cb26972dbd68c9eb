import { randomUUID } from 'node:crypto'
import { holdToken, requestToken, withToken, type Account } from './access-token.ts'
import type { Client, RequestParts } from './client.ts'
import { filledIn, linesIn, readAnswer, withQuery, type Query } from './http-message.ts'
import { BrokenBody, reachService } from './reach.ts'
import { ServiceError } from './service-error.ts'
import type { Wire, WireAnswer, WireRequest } from './wire.ts'

/** The service to call, and how. */
export interface ClientOptions extends Account {
  /** Without a slash at the end. Of several, calls use the first one that answers. */
  readonly url: string | readonly [string, ...string[]]
  /** The player to act as if a call does not name one. */
  readonly player?: string | undefined
  /** The certificate (PEM) of an authority to trust over https, in addition to those that Node trusts. */
  readonly authority?: string | undefined
  /** The connection to the service (default: HTTP). */
  readonly wire?: Wire
}

/** A client that knows where it finds the service. */
export interface LocatedClient extends Client {
  /** The address that the next call goes to first. */
  readonly address: () => string
}

/** Creates a client. It requests an access token when it first needs one, and another when that has expired. */
export function createClient({
  url,
  player,
  authority,
  wire = httpWire(authority),
  ...account
}: ClientOptions): LocatedClient {
  const connection = reachService(wire, typeof url === 'string' ? [url] : url)
  const token = holdToken(async () => (await requestToken(connection, account)).accessToken)
  const exchange = async (method: string, path: string, parts: RequestParts): Promise<WireAnswer> => {
    const { asOf: at, params } = parts
    const asked = at === undefined ? parts : { ...parts, query: { ...parts.query, at } }
    const address = (at === undefined ? '' : '/_gamify/then') + filledIn(path, params)
    const attempt = (bearer: string): Promise<WireAnswer> => {
      const request = prepare(method, address, asked)
      const headers = { ...request.headers, authorization: `Bearer ${bearer}` }
      return connection.send({ ...request, headers }, parts.signal)
    }
    return withToken(token, attempt, isExpired)
  }
  const follow = async function* (
    path: string,
    query: Query,
    signal: AbortSignal,
    body?: unknown,
  ): AsyncGenerator<string, void> {
    const request = prepare(body === undefined ? 'GET' : 'POST', path, { query, body })
    const bearer = await token.current()
    const headers = { ...request.headers, authorization: `Bearer ${bearer}` }
    const isFollowed = query['follow'] === 'true'
    const { status, pieces } = await connection.open({ ...request, headers, isFollowed }, signal)
    if (status === 200) return yield* linesIn(connection.address(), pieces)
    // If the token was the reason, the next attempt uses another one.
    token.forget(bearer)
    throw new ServiceError({ status, text: (await Array.fromAsync(pieces)).join('') })
  }
  return {
    request: async (method, path, parts = {}) => readAnswer(await exchange(method, path, parts)),
    call: async (name, input) => {
      const { as = player, params, query, body, file, signal, asOf: at }: LooseInput = input
      const [method = '', path = ''] = name.split(' ')
      const parts = { params, query: { player_id: as, ...query }, body, file, signal, asOf: at }
      // The rows take longer to load than most calls, so they are loaded at the same time.
      const [answer, { isAnswerOf }] = await Promise.all([exchange(method, path, parts), import('./answer-shape.ts')])
      const { body: answered, text } = readAnswer(answer)
      if (!isAnswerOf(name, answered)) throw new ServiceError(answer)
      return { body: answered, text }
    },
    lines: follow,
    token: () => requestToken(connection, account),
    address: connection.address,
    close: () => connection.close(),
  }
}

/** Whether an answer refuses the token of its call. */
const isExpired = (answer: WireAnswer): boolean =>
  answer.status === 401 && new ServiceError(answer).code === 'invalid_access_token'

/** The input of any route. */
interface LooseInput extends RequestParts {
  readonly as?: string | undefined
}

/** Returns pieces that are created again each time they are read, because each attempt to send them reads them. */
function unbroken<T>(create: () => AsyncIterable<T>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => piecesOf(create()) }
}

async function* piecesOf<T>(pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* pieces
  } catch (cause) {
    throw new BrokenBody('the body could not be encoded', { cause })
  }
}

function prepare(method: string, url: string, { query = {}, body, file, stream }: RequestParts): WireRequest {
  const target = { method, url: withQuery(url, query) }
  if (file) return { ...target, ...formWithFile(file) }
  if (stream) return { ...target, headers: { 'content-type': stream.type }, body: unbroken(stream.pieces) }
  if (body === undefined) return { ...target, headers: {} }
  return { ...target, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/**
 * Returns headers and body of a request with such a form as `fileForm` makes, in bytes: the wires of this client carry
 * nothing else.
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
