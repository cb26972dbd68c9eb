/** A request to send. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** In pieces if it is created while it is sent, no faster than the service reads it. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Whether the answer may be silent between its pieces for any time. */
  readonly isFollowed?: boolean
  /** How long it may take to connect, in ms. */
  readonly maxConnectMs?: number
}

/** A request failed before any of it was sent, so the service cannot have carried it out. `cause` says why. */
export class Unsent extends Error {
  override readonly name = 'Unsent'

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** A received answer. */
export interface WireAnswer {
  readonly status: number
  /** Empty if the body is an image. */
  readonly text: string
  readonly image?: Uint8Array
}

/** An answer that arrives in pieces. */
export interface WireStream {
  readonly status: number
  /** The text as it arrives. Throws if the answer is cut off. */
  readonly pieces: AsyncIterable<string>
}

/** Sends requests to a service and returns the answers. Rejects if there is no answer. */
export interface Wire {
  /** Rejects, with any reason, when `signal` is aborted. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer>
  /** Resolves as soon as the answer begins. The answer lasts until the service ends it or `signal` is aborted. */
  open(request: WireRequest, signal: AbortSignal): Promise<WireStream>
  close(): Promise<void>
}
