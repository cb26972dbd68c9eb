import type { IssuedToken } from './access-token.ts'
import type { Answer, Query } from './http-message.ts'
import type { RouteInput, RouteName, RouteOutput } from './route-types.ts'

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
   * be silent for any time. With a `body`, the call is a POST that sends it. Throws when `signal` is aborted.
   */
  lines(path: string, query: Query, signal: AbortSignal, body?: unknown): AsyncIterable<string>
  /** Requests a new access token. */
  token(): Promise<IssuedToken>
  /** Closes all connections. */
  close(): Promise<void>
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
