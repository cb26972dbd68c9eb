import { fault, type Fault } from '../../game/kernel/fault.ts'

/** How long after its end a client can leave a connection open before it is cut off. */
const LINGER_MS = 500

/** A stream that a stopping server has to end: first regularly, and then by closing the connection. */
export interface OpenStream {
  readonly end: () => void
  readonly cut: () => void
}

/** The open streams of a server, which do not end by themselves. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>()
  readonly #stopping: AbortSignal

  /** Ends all streams when `stopping` aborts, in the order in which they were added, and later ones at once. */
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping
    stopping.addEventListener('abort', () => this.#stop(), { once: true })
  }

  /** Adds a stream, and returns a function that removes it. */
  add(stream: OpenStream): () => void {
    this.#open.add(stream)
    if (this.#stopping.aborted) stream.end()
    return () => this.#open.delete(stream)
  }

  #stop(): void {
    for (const stream of this.#open) stream.end()
    setTimeout(() => {
      for (const stream of this.#open) stream.cut()
    }, LINGER_MS).unref()
  }
}

/** The maximum number of streams of a server, of all kinds together. */
const MAX_STREAMS = 30_000

/** The maximum number of streams over Engine.IO that wait for their clients to authenticate. Anyone can open these. */
const MAX_UNAUTHENTICATED = 2_000

/** Counts the streams of a server against their maximum numbers. */
export class StreamSlots {
  readonly #taken = new Set<object>()
  readonly #unauthenticated = new Set<object>()

  /** Returns a fault if there is no slot for a stream of an authenticated client. */
  full(): Fault | undefined {
    return this.#taken.size < MAX_STREAMS ? undefined : tooMany(`${MAX_STREAMS} streams are open`)
  }

  /** Returns a fault if there is no slot for a stream whose client still has to authenticate. */
  fullForUnauthenticated(): Fault | undefined {
    const waiting = `${MAX_UNAUTHENTICATED} streams are waiting for their clients to authenticate`
    return this.#unauthenticated.size < MAX_UNAUTHENTICATED ? this.full() : tooMany(waiting)
  }

  /** Gives a stream a slot, until it leaves. */
  take(stream: object): void {
    this.#taken.add(stream)
  }

  /** Gives a slot to a stream whose client still has to authenticate. */
  takeUnauthenticated(stream: object): void {
    this.#taken.add(stream)
    this.#unauthenticated.add(stream)
  }

  /** Records that the client of a stream has authenticated. */
  authenticated(stream: object): void {
    this.#unauthenticated.delete(stream)
  }

  /** Frees the slot of a stream. */
  leave(stream: object): void {
    this.#taken.delete(stream)
    this.#unauthenticated.delete(stream)
  }
}

const tooMany = (what: string): Fault => fault('rate_limit_exceeded', { message: `${what}; try again later` })

/** The streams that a server holds. */
export interface HeldStreams {
  readonly open: OpenStreams
  readonly slots: StreamSlots
}
