import type { RequestRecord } from './request-log.ts'

/** Answered requests that are kept; of more the oldest go. Spec 6.6. */
const MAX_KEPT = 1_000

/** The last answered requests, and those that come, for who looks at them. */
export class KeptRequests {
  /** Once it is full, the oldest stands at `#next`. */
  readonly #kept: RequestRecord[] = []
  #next = 0
  readonly #followers = new Set<() => void>()
  /** How many there have ever been. */
  #count = 0

  /** Keeps one that has been answered. */
  readonly add = (record: RequestRecord): void => {
    this.#kept[this.#next] = record
    this.#next = (this.#next + 1) % MAX_KEPT
    this.#count += 1
    for (const wake of this.#followers) wake()
  }

  /** Those that are kept, the oldest first. */
  all(): readonly RequestRecord[] {
    return [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
  }

  /**
   * Those that are kept, and then those that come, some at once; none where nothing came for `quietMs`. A reader that is
   * slower than requests come misses the oldest of them. Ends when `signal` is aborted.
   */
  async *follow(quietMs: number, signal: AbortSignal): AsyncGenerator<readonly RequestRecord[], void> {
    let told = this.#count - this.#kept.length
    while (!signal.aborted) {
      const fresh = Math.min(this.#count - told, MAX_KEPT)
      told = this.#count
      if (fresh > 0) yield this.all().slice(-fresh)
      else if (!(await this.#news(quietMs, signal)) && !signal.aborted) yield []
    }
  }

  /** Resolves when one has come, to false where none has for `quietMs` or `signal` was aborted. */
  #news(quietMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasCome: boolean): void => {
        clearTimeout(timer)
        this.#followers.delete(wake)
        signal.removeEventListener('abort', leave)
        resolve(hasCome)
      }
      const wake = (): void => settle(true)
      const leave = (): void => settle(false)
      const timer = setTimeout(leave, quietMs)
      this.#followers.add(wake)
      signal.addEventListener('abort', leave)
    })
  }
}
