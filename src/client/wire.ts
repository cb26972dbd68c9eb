/** A request as it goes out. */
export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer as it came in. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
}

/** Brings a request to a service and its answer back; rejects where there is no answer. */
export interface Wire {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}
