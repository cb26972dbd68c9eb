/** A request as it goes out. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** In pieces where it is made as it is sent, no faster than the service takes it. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
  /** Whether the answer may be silent amid its pieces for as long as there is nothing to tell. */
  readonly isFollowed?: boolean
}

/** An answer as it came in. */
export interface WireAnswer {
  readonly status: number
  /** Empty where the body is an image. */
  readonly text: string
  readonly image?: Uint8Array
}

/** An answer that comes in pieces. */
export interface WireStream {
  readonly status: number
  /** Text as it comes in; throws where the answer breaks off. */
  readonly pieces: AsyncIterable<string>
}

/** Brings a request to a service and its answer back; rejects where there is no answer. */
export interface Wire {
  /** Rejects, with whatever, when `signal` is aborted. */
  send(request: WireRequest, signal?: AbortSignal): Promise<WireAnswer>
  /** Gives the answer as soon as it begins; it lasts until the service ends it or `signal` is aborted. */
  open(request: WireRequest, signal: AbortSignal): Promise<WireStream>
  close(): Promise<void>
}
