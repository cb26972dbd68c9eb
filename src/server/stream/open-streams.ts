/** Who has not closed a connection is cut off so long after the server has ended it. */
const LINGER_MS = 500

/** A stream that a stop of the server has to end: well, and then at once where that was not enough. */
export interface OpenStream {
  readonly end: () => void
  readonly cut: () => void
}

/** All streams of a server, which have no end of their own. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>()
  readonly #stopping: AbortSignal

  /** Ends all when `stopping` is aborted, in the order in which they came, and those that come then at once. */
  constructor(stopping: AbortSignal) {
    this.#stopping = stopping
    stopping.addEventListener('abort', () => this.#stop(), { once: true })
  }

  /** Takes in a stream; gives what takes it out again. */
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
