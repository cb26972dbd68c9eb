import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiClient } from '../auth/clients.ts'
import type { Fault } from '../game/kernel/fault.ts'
import type { Method } from '../game/kernel/route.ts'
import type { Answer } from './answer.ts'
import type { Uploads } from './upload.ts'

/** A request as an endpoint sees it, however it came. */
export interface Call {
  readonly method: string
  /** Without the query, still percent-encoded. */
  readonly path: string
  /** The query without its question mark, still encoded. */
  readonly search: string
  /** The parts of the path that the route names, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
  /** The runtime that it is for, noted once that is known: logs tell it. */
  runtime?: ApiClient['runtime']
  /** A header by its name in lower case. */
  header(name: string): string | undefined
  /** The text of the body; a fault where it is too large, no UTF-8, or was cut off. Asked for once. */
  body(): Promise<Fault | string>
  /**
   * The bytes of the body as they come, however many, no faster than they are taken; a fault where it is encoded. Throws
   * BrokenBody where it does not come whole. In place of `body`.
   */
  stream(): Fault | AsyncIterable<Buffer>
  /**
   * Has `use` work with the image of the form that the call brings, in its one field `file`; a fault where there is none,
   * or too large a one. In place of `body`.
   */
  upload<T>(uploads: Uploads, use: (image: Buffer) => Promise<T>): Promise<Fault | T>
  /** Leaves the answer to `respond`, over Node's own objects; resolves when it is over. In place of an answer of ours. */
  handOver(respond: (req: IncomingMessage, res: ServerResponse) => void): Promise<Answer>
  /** Cuts the connection off: for a caller who does not take what comes. */
  cutOff(): void
  /** Aborted when the caller goes away, or ends its side, before the answer is complete. */
  signal(): AbortSignal
}

/** Answers the calls of one method of one path. */
export type Endpoint = (call: Call) => Answer | Promise<Answer>

/** Where an endpoint stands: `:name` in the path for a parameter. */
export interface MountedEndpoint {
  readonly method: Method
  readonly path: string
  readonly endpoint: Endpoint
}
