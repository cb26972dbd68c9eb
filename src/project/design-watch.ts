import type { Turns } from '../async/turns.ts'
import { FileWatch } from './file-watch.ts'

/** A part of a design directory at one time. */
interface Reading {
  /** Equal for looks that found the same. */
  readonly signature: string
  readonly problems: readonly unknown[]
  /** The paths that were found. */
  readonly paths: ReadonlySet<string>
}

/** The options of a watch. */
export interface DesignWatchOptions<L extends Reading> {
  /** The absolute path, which need not exist. */
  readonly directory: string
  /** The names in it that are watched, with everything below them. */
  readonly names: readonly string[]
  readonly read: () => Promise<L>
  /** The last known look. */
  readonly known: L
  /** Whether to poll, for mounts that send no events. */
  readonly poll: boolean
  /** The queue that looks and their effects share with other work on these files. */
  readonly inTurn: Turns
  /** Called for each settled change, one after the other. */
  readonly onChange: (reading: L) => Promise<void>
  readonly warn: (message: string) => void
  /** How long there must be no events until a save counts as finished. */
  readonly settleMs?: number
  /** The interval of sweeps, which find changes without events: through links to links, and on some mounts. */
  readonly sweepMs?: number
}

const SETTLE_MS = 10

/** If the files look like an unfinished save (a file is missing or invalid), how long to wait for another change. */
const DOUBT_MS = 100

/** After how long files that keep changing are applied as they are. */
const MAX_UNSETTLED_MS = 1000

const SWEEP_MS = 1000

/** The greatest share of time that sweeps take is one part in this number. */
const SWEEP_SHARE = 200

/**
 * Watches a part of a design directory and reports each change once it has settled. Compares contents and not time
 * stamps.
 */
export class DesignWatch<L extends Reading> {
  /** Resolves when the watch has begun. */
  readonly begun: Promise<void>
  readonly #options: DesignWatchOptions<L>
  readonly #running: Promise<void>
  #known: L
  #lookMs = 0
  /** The number of events, and the time of the last one. */
  #rings = 0
  #rungAt = 0
  /** The number of events before the last look. */
  #heard = 0
  #closed = false
  #wake = (): void => {}

  constructor(options: DesignWatchOptions<L>) {
    this.#options = options
    this.#known = options.known
    const { promise, resolve } = Promise.withResolvers<void>()
    this.begun = promise
    this.#running = this.#run(resolve)
  }

  /** Ends the watch when the current work is done. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.#running
  }

  /**
   * Makes the next look count as a change even if it equals the last one, because others have changed these files
   * since.
   */
  forget(): void {
    this.#known = { ...this.#known, signature: '' }
  }

  readonly #ring = (): void => {
    this.#rings += 1
    this.#rungAt = performance.now()
    this.#wake()
  }

  async #run(begun: () => void): Promise<void> {
    const { directory, names, poll, warn, sweepMs = SWEEP_MS } = this.#options
    let files = await FileWatch.begin({ directory, names, poll, ring: this.#ring, warn })
    begun()
    let failure: string | undefined
    while (!this.#closed) {
      if (this.#heard === this.#rings) {
        // A change that could not be applied is known already. Its next attempt is not one of the sweeps.
        await this.#pause(failure === undefined ? Math.max(sweepMs, this.#lookMs * SWEEP_SHARE) : sweepMs)
      }
      if (this.#closed) break
      try {
        await this.#settle()
        files = await files.renewed()
        failure = undefined
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== failure) warn(`the design files could not be applied; trying again: ${message}`)
        failure = message
      }
    }
    await files.close()
  }

  /** Looks until the files have settled, and reports a change. */
  async #settle(): Promise<void> {
    const late = performance.now() + MAX_UNSETTLED_MS
    let doubted = { signature: '', untilMs: 0 }
    for (let isSettled = false; !isSettled && !this.#closed;) {
      await this.#waitForQuiet(doubted.untilMs, late)
      isSettled = await this.#options.inTurn(async () => {
        const reading = await this.#look()
        const now = performance.now()
        if (now < late && this.#heard !== this.#rings) return false
        if (now < late && this.#isDoubtful(reading)) {
          const { signature } = reading
          if (signature !== doubted.signature) doubted = { signature, untilMs: now + DOUBT_MS }
          if (now < doubted.untilMs) return false
        }
        await this.#report(reading)
        return true
      })
    }
  }

  async #look(): Promise<L> {
    this.#heard = this.#rings
    const begin = performance.now()
    const reading = await this.#options.read()
    this.#lookMs = performance.now() - begin
    return reading
  }

  async #report(reading: L): Promise<void> {
    if (reading.signature === this.#known.signature) return
    this.#known = reading
    try {
      await this.#options.onChange(reading)
    } catch (error) {
      this.forget()
      throw error
    }
  }

  #isDoubtful({ signature, problems, paths }: L): boolean {
    if (signature === this.#known.signature) return false
    return problems.length > 0 || !this.#known.paths.isSubsetOf(paths)
  }

  /**
   * Waits until there were no events for a while, and until `untilMs` unless there were any, but not beyond `lateMs`.
   */
  async #waitForQuiet(untilMs: number, lateMs: number): Promise<void> {
    for (;;) {
      const quietMs = this.#rungAt + (this.#options.settleMs ?? SETTLE_MS)
      const endMs = this.#heard === this.#rings ? Math.max(untilMs, quietMs) : quietMs
      const ms = Math.min(endMs, lateMs) - performance.now()
      if (ms <= 0 || this.#closed) return
      await this.#pause(ms)
    }
  }

  /** Waits for this time, the next event or the end of the watch. */
  async #pause(ms: number): Promise<void> {
    if (this.#closed) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
