/** A request as it goes out. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** An answer as it came in. */
export interface WireAnswer {
  readonly status: number
  /** Empty where the body is an image. */
  readonly text: string
  readonly image?: Uint8Array
}

/** Brings a request to a service and its answer back; rejects where there is no answer. */
export interface Wire {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}
