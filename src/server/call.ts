import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiClient } from '../auth/clients.ts'
import type { CallParts } from '../auth/credentials.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Method } from '../game/kernel/route.ts'
import type { Answer } from './answer.ts'
import type { Fields } from './query.ts'
import type { ReadableRuntime } from './served-game.ts'
import type { Uploads } from './upload.ts'

/** A request as an endpoint sees it, whether it came over a socket or not. */
export interface Call extends CallParts {
  readonly method: string
  /** Without the query, still percent-encoded. */
  readonly path: string
  /** The text of the query without its question mark, still encoded. */
  readonly search: string
  /** The fields of the query. */
  readonly query: Fields
  /** The parts of the path that the route names, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
  /** The runtime that the call is for. It is set when the client is known, for the log. */
  runtime?: ApiClient['runtime']
  /** The text of the body, once it is read, for the log. */
  sent?: string | undefined
  /** Who calls, once the client is known, for the log. */
  caller?: Caller | undefined
  /** The entry that the call led to, for the log. */
  entry?: number | undefined
  /** The game as it was, for a call about a past moment. */
  readonly past?: ReadableRuntime
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined
  /** Reads the text of the body, once. Returns a fault if it is too large, is not UTF-8, or was cut off. */
  body(): Promise<Fault | string>
  /**
   * Returns the bytes of the body as they arrive, without a limit, no faster than the reader takes them. Returns a fault
   * if the body is encoded. The iteration throws BrokenBody if the body does not arrive whole. Replaces `body`.
   */
  stream(): Fault | AsyncIterable<Buffer>
  /**
   * Calls `use` with the image in the field `file` of the form that the call carries. Returns a fault if there is no
   * image, or if it is too large. Replaces `body`.
   */
  upload<T>(uploads: Uploads, use: (image: Buffer) => Promise<T>): Promise<Fault | T>
  /** Lets `respond` answer over Node's own objects, and resolves when that answer is over. */
  handOver(respond: (req: IncomingMessage, res: ServerResponse) => void): Promise<Answer>
  /** Closes the connection at once, for a caller that does not read its answer. */
  cutOff(): void
  /** Returns a signal that aborts when the caller goes away, or ends its side, before the answer is complete. */
  signal(): AbortSignal
}

/** Records the body of a call, and returns it. */
export function sentIn(call: Call, body: Fault | string): Fault | string {
  if (typeof body === 'string') call.sent = body
  return body
}

/** Answers the calls of one method of one path. */
export type Endpoint = (call: Call) => Answer | Promise<Answer>

/** An endpoint with its method and path, and what its wrappers need to know about it. */
export interface MountedEndpoint {
  readonly method: Method
  /** `:name` stands for a parameter. */
  readonly path: string
  readonly endpoint: Endpoint
  /** Decides whether a page of another site can make a call. By default every page can. Spec 6.3 `forbidden_origin`. */
  readonly acceptsOtherSites?: (call: Call) => boolean
  /** Whether fault rules apply to the calls. Spec 6.6. */
  readonly hasFaultRules?: true
  /** Whether it only reads the game, so that it can answer from the game as it was. Spec 6.6 `GET /then/:asked_path`. */
  readonly isRead?: boolean
  /** Whether it tells of this process, and not of the game. */
  readonly isOfProcess?: true
  /** Whether a node that only follows the game can answer a call. By default it can if the endpoint only reads the game. Spec 9.2. */
  readonly followerAnswers?: (call: Call) => boolean
}

/**
 * Adds to an endpoint what applies to it. `mounted` is undefined for an answer that belongs to no route, such as the
 * refusal of an unknown path.
 */
export type Wrapper = (endpoint: Endpoint, mounted?: MountedEndpoint) => Endpoint
