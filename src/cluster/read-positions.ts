import type { ReplicatedLog } from '../storage/log/replicated-log.ts'

/** For so long a node relies on the last sign of life of the writer, in ms. A server of the log that is cut off from the others can answer with an old end for far longer. */
const SURE_MS = 1_000

/** How long a read waits until the node has taken what it needs, in ms. */
const PATIENCE_MS = 2_000

/** A read that waits until the node has the log up to a position. */
interface Waiting {
  readonly position: number
  readonly resolve: (isThere: boolean) => void
}

/**
 * Knows how far a node that follows is behind, and which reads it can answer. A read that must not be older than what any
 * caller was told needs everything that the log had when the read came.
 */
export class ReadPositions {
  readonly #log: Pick<ReplicatedLog, 'end'>
  readonly #position: () => number
  readonly #waiting = new Set<Waiting>()
  #heardMs = -Infinity
  /** When the node had, for all that it knows, everything that the writer had stored. */
  #inStepMs = performance.now()
  /** The oldest sign of life of the writer that names more than the node has. */
  #ahead: { readonly position: number; readonly atMs: number } | undefined
  #asking: Promise<number> | undefined
  #askingNext: Promise<number> | undefined

  /** `position` returns up to where the node has the log. */
  constructor(log: Pick<ReplicatedLog, 'end'>, position: () => number) {
    this.#log = log
    this.#position = position
  }

  /** How old an answer of this node can be, in ms. */
  get lagMs(): number {
    return Math.ceil(performance.now() - this.#inStepMs)
  }

  /** Records a sign of life of the writer, which has stored the log up to a position. */
  heard(position: number): void {
    this.#heardMs = performance.now()
    if (position <= this.#position()) this.#inStepMs = this.#heardMs
    else this.#ahead ??= { position, atMs: this.#heardMs }
  }

  /** Records that the node has taken more of the log. */
  moved(): void {
    const position = this.#position()
    if (this.#ahead && this.#ahead.position <= position) {
      this.#inStepMs = this.#ahead.atMs
      this.#ahead = undefined
    }
    for (const waiting of this.#waiting) if (waiting.position <= position) waiting.resolve(true)
  }

  /** Resolves when the node has everything that the log has now; to false if that cannot be known, or takes too long. */
  async untilCurrent(): Promise<boolean> {
    const isSure = (): boolean => performance.now() - this.#heardMs < SURE_MS
    if (!isSure()) return false
    const end = await this.#end().catch(() => undefined)
    return end !== undefined && (await this.until(end)) && isSure()
  }

  /** Resolves when the node has the log up to a position; to false if that takes too long. */
  async until(position: number): Promise<boolean> {
    if (position <= this.#position()) return true
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiting = { position, resolve }
    this.#waiting.add(waiting)
    const timer = setTimeout(() => resolve(false), PATIENCE_MS)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(waiting)
    }
  }

  /** Asks where the log ends, once for all reads that come before it is asked. */
  #end(): Promise<number> {
    if (this.#askingNext) return this.#askingNext
    const ask = (): Promise<number> => {
      this.#askingNext = undefined
      return (this.#asking = this.#log.end())
    }
    return (this.#askingNext = (this.#asking ?? Promise.resolve()).then(ask, ask))
  }
}
