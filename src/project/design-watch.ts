import type { Turns } from '../async/turns.ts'
import { FileWatch } from './file-watch.ts'

/** A part of a design directory as it stood at one time. */
interface Look {
  /** The same for looks that found the same. */
  readonly signature: string
  readonly problems: readonly unknown[]
  /** What was found. */
  readonly paths: ReadonlySet<string>
}

/** What is watched, and who is told. */
export interface DesignWatchOptions<L extends Look> {
  /** Absolute; it need not be there. */
  readonly directory: string
  /** The names in it that matter, with all that is below them. */
  readonly names: readonly string[]
  readonly look: () => Promise<L>
  /** What is known of the files already. */
  readonly known: L
  /** Asks for the state of files again and again, for mounts that send no events. */
  readonly poll: boolean
  /** Looks and what they lead to take turns with others who work on these files. */
  readonly inTurn: Turns
  /** Told of each settled change, one after the other. */
  readonly onChange: (look: L) => Promise<void>
  readonly warn: (message: string) => void
  /** A save is over when nothing was heard for so long. */
  readonly settleMs?: number
  /** Files are looked at so often though nothing was heard: links of links, and some mounts, are silent. */
  readonly sweepMs?: number
}

const SETTLE_MS = 10

/** What looks like a save under way, a file that is gone or makes no sense, gets so long to be something else. */
const DOUBT_MS = 100

/** Files that never rest are taken as they are after so long. */
const MAX_UNSETTLED_MS = 1000

const SWEEP_MS = 1000

/** Of all time, sweeps take no more than one part in so many. */
const SWEEP_SHARE = 200

/** Notices what changes in a part of a design directory, and tells it once it has settled. Contents count, not time stamps. */
export class DesignWatch<L extends Look> {
  /** Resolves when the directory is watched. */
  readonly begun: Promise<void>
  readonly #options: DesignWatchOptions<L>
  readonly #running: Promise<void>
  #known: L
  #lookMs = 0
  /** How often it rang, and when last. */
  #rings = 0
  #rungAt = 0
  /** The rings that the last look has heard. */
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

  /** Ends it, once what is under way is done. */
  async close(): Promise<void> {
    this.#closed = true
    this.#wake()
    await this.#running
  }

  /** Lets what is found next be told, even if it is what was told last: others have worked on these files since. */
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
      if (this.#heard === this.#rings) await this.#pause(Math.max(sweepMs, this.#lookMs * SWEEP_SHARE))
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

  /** Looks until what is found has settled, and tells it where it is something new. */
  async #settle(): Promise<void> {
    const late = performance.now() + MAX_UNSETTLED_MS
    let doubted = { signature: '', untilMs: 0 }
    for (let isSettled = false; !isSettled && !this.#closed;) {
      await this.#quiet(doubted.untilMs, late)
      isSettled = await this.#options.inTurn(async () => {
        const look = await this.#look()
        const now = performance.now()
        if (now < late && this.#heard !== this.#rings) return false
        if (now < late && this.#isDoubtful(look)) {
          const { signature } = look
          if (signature !== doubted.signature) doubted = { signature, untilMs: now + DOUBT_MS }
          if (now < doubted.untilMs) return false
        }
        await this.#tell(look)
        return true
      })
    }
  }

  async #look(): Promise<L> {
    this.#heard = this.#rings
    const begin = performance.now()
    const look = await this.#options.look()
    this.#lookMs = performance.now() - begin
    return look
  }

  async #tell(look: L): Promise<void> {
    if (look.signature === this.#known.signature) return
    this.#known = look
    try {
      await this.#options.onChange(look)
    } catch (error) {
      this.forget()
      throw error
    }
  }

  #isDoubtful({ signature, problems, paths }: L): boolean {
    if (signature === this.#known.signature) return false
    return problems.length > 0 || !this.#known.paths.isSubsetOf(paths)
  }

  /** Waits until nothing was heard for a while, and for `untilMs` unless something was; not beyond `lateMs`. */
  async #quiet(untilMs: number, lateMs: number): Promise<void> {
    for (;;) {
      const quietMs = this.#rungAt + (this.#options.settleMs ?? SETTLE_MS)
      const endMs = this.#heard === this.#rings ? Math.max(untilMs, quietMs) : quietMs
      const ms = Math.min(endMs, lateMs) - performance.now()
      if (ms <= 0 || this.#closed) return
      await this.#pause(ms)
    }
  }

  /** Waits for so long, or the next ring, or the end. */
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
