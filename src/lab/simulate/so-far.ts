import { emptyTally, mergeTally, tallyFrom, type Tally, type TallyData } from './tally.ts'

/** The least time between two looks at what was counted so far, in ms. */
const LEAST_MS = 500

/** How many times as long as a look takes the next one waits at least, so that looks hardly slow a simulation. */
const PATIENCE = 20

/** What the looks at a simulation need. */
interface SoFarOptions {
  readonly personas: readonly string[]
  readonly days: number
  readonly jobs: number
  /** Asks each job that runs for what it has counted so far. */
  readonly ask: () => void
  /** Returns what the jobs that have ended counted; undefined if none has. */
  readonly ended: () => Tally | undefined
  /** Shows what was counted so far. */
  readonly show: (tally: Tally) => void
}

/** Looks at what the jobs of a simulation have counted so far, again and again while they run. */
export class SoFar {
  readonly #options: SoFarOptions
  readonly #running: Set<number>
  #waiting = new Set<number>()
  #tally: Tally
  #begunMs = 0
  #timer: ReturnType<typeof setTimeout>

  constructor(options: SoFarOptions) {
    this.#options = options
    this.#running = new Set(Array.from({ length: options.jobs }, (_, job) => job))
    this.#tally = emptyTally(options.personas, options.days)
    this.#timer = setTimeout(() => this.#look(), LEAST_MS)
  }

  /** Takes what a job has counted so far. */
  add(job: number, tally: TallyData): void {
    if (!this.#waiting.has(job)) return
    mergeTally(this.#tally, tallyFrom(tally))
    this.#settle(job)
  }

  /** Notes that a job has ended, and that `ended` has what it counted. */
  end(job: number): void {
    this.#running.delete(job)
    this.#settle(job)
  }

  /** Looks no longer. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#running.clear()
    this.#waiting.clear()
  }

  #look(): void {
    const { personas, days, ask } = this.#options
    this.#begunMs = performance.now()
    this.#waiting = new Set(this.#running)
    this.#tally = emptyTally(personas, days)
    ask()
  }

  #settle(job: number): void {
    if (!this.#waiting.delete(job) || this.#waiting.size > 0 || this.#running.size === 0) return
    const { ended, show } = this.#options
    const before = ended()
    if (before) mergeTally(this.#tally, before)
    show(this.#tally)
    const tookMs = performance.now() - this.#begunMs
    this.#timer = setTimeout(() => this.#look(), Math.max(LEAST_MS, PATIENCE * tookMs))
  }
}
