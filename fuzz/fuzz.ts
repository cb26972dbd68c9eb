import { setImmediate as nextTurn } from 'node:timers/promises'
import { attempt, LONG_MS, type Outcome, type Problem } from './attempt.ts'
import { openFuzzedGame, type FuzzedGame } from './fuzzed-game.ts'
import type { Chosen } from './mutations/all.ts'
import { planOf, type Planned } from './plan.ts'
import { rawAttempt } from './raw-attempt.ts'
import { rawBytes } from './raw-bytes.ts'
import { count, newReport, noteSlow, type Failure, type Report } from './report.ts'
import { lineOf, sentOf } from './sent.ts'

/** What a run is. */
export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  /** Keeps to targets whose id has this within. */
  readonly row?: string | undefined
  /** The number of the first request, which begins a game. */
  readonly from?: number
  /** Aborted to end the run early, with what it has seen. */
  readonly signal?: AbortSignal
  /** How a game is begun; the contract's unless told. */
  readonly open?: () => Promise<FuzzedGame>
  /** Told now and then, and after a request that did what none may. */
  readonly onProgress?: (report: Report) => void
  /** Told of each request. */
  readonly onOutcome?: (planned: Planned, outcome: Outcome) => void
}

/** A game takes so many requests: then there is another one, in which everything is there that they have deleted. */
export const REQUESTS_A_GAME = 3000

/** After so many requests the players and subjects are there again that they have deleted. */
const HEAL_EVERY = 100

/** Everything that is kept is looked at around each request of this many. */
const CLOSELY_EVERY = 41

/** Requests that take less are not looked at for the slowest. */
const NOTED_MS = 10

/** More failures are counted and not told. */
const MAX_FAILURES = 40

/** Tells how often the memory in use is measured, in games: it takes longer than a game of few requests. */
const MEASURE_EVERY = 5

/** Sends the requests of a seed, and gives what was seen. Nothing of a failure is thrown. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const { seed, requests, row, from = 0, signal } = options
  const plan = planOf(seed, row)
  const run = new Run(options)
  const end = watchRejections((error) => run.rejected(error))
  try {
    for (let number = from; number < from + requests && signal?.aborted !== true; number += 1)
      await run.send(plan.at(number))
    return await run.end()
  } finally {
    end()
  }
}

/** One run, from its first request to its report. */
class Run {
  readonly #options: FuzzOptions
  readonly #open: () => Promise<FuzzedGame>
  readonly #report: Report
  readonly #start = performance.now()
  readonly #told = new Set<string>()
  #game: FuzzedGame | undefined
  #rejection: unknown

  constructor(options: FuzzOptions) {
    this.#options = options
    this.#open = options.open ?? openFuzzedGame
    this.#report = newReport(options.seed, options.row)
  }

  rejected(error: unknown): void {
    this.#rejection = error
  }

  async send(planned: Planned): Promise<void> {
    if (planned.number % REQUESTS_A_GAME === 0) await this.#leave()
    const game = (this.#game ??= await this.#begin())
    if (planned.number % HEAL_EVERY === 0) await game.heal()
    this.#report.sent += 1
    const asked = this.#asked(planned)
    asked.sent += 1
    if (planned.raw) await this.#sendRaw(game, planned)
    else await this.#sendWhole(game, planned)
    // What nobody catches is told of at the end of a turn.
    await nextTurn()
    const rejection = this.#rejection
    this.#rejection = undefined
    if (rejection) await this.#fail(planned, { kind: 'rejection', words: errorText(rejection) }, planned.chosen)
  }

  async end(): Promise<Report> {
    await this.#leave()
    this.#report.seconds = (performance.now() - this.#start) / 1000
    return this.#report
  }

  async #begin(): Promise<FuzzedGame> {
    this.#report.games += 1
    return this.#open()
  }

  async #leave(): Promise<void> {
    const game = this.#game
    if (!game) return
    this.#game = undefined
    await game.stop()
    if (this.#report.games % MEASURE_EVERY === 0) this.#measure()
    this.#report.seconds = (performance.now() - this.#start) / 1000
    this.#options.onProgress?.(this.#report)
  }

  #measure(): void {
    if (!globalThis.gc) return
    globalThis.gc()
    globalThis.gc()
    const { heapUsed, external } = process.memoryUsage()
    this.#report.memory.push(heapUsed + external)
  }

  #asked({ target: { id } }: Planned) {
    const { targets } = this.#report
    const asked = targets.get(id) ?? { sent: 0, accepted: 0 }
    targets.set(id, asked)
    return asked
  }

  async #sendWhole(game: FuzzedGame, planned: Planned): Promise<void> {
    const { target, chosen, number } = planned
    const draft = planned.draft(game.known, chosen)
    const outcome = await attempt(game, draft, number % CLOSELY_EVERY === 0)
    this.#options.onOutcome?.(planned, outcome)
    const { sent, reply, problem, cpuMs, again } = outcome
    const { status = 0, text } = reply ?? {}
    if (reply) count(this.#report.statuses, status)
    else this.#report.unsendable += 1
    if (status >= 200 && status < 400) {
      this.#asked(planned).accepted += 1
      game.known.learn(text ?? '')
      await this.#clearUp(game, sent.path, target.wholesale === true)
    }
    const mutations = chosen.map(({ name }) => name)
    if (cpuMs > LONG_MS) this.#report.long += 1
    if (cpuMs > NOTED_MS)
      noteSlow(this.#report, { number, target: target.id, status, cpuMs, again, mutations, line: lineOf(sent) })
    if (problem) await this.#fail(planned, problem, chosen)
  }

  /** What one request sets up for all others does not stay. */
  async #clearUp(game: FuzzedGame, path: string, wholesale: boolean): Promise<void> {
    if (wholesale) return this.#leave()
    const meant = decoded(path)
    if (meant.includes('logout')) game.forgetTokens()
    if (meant.includes('/faults')) await game.endFaults()
  }

  async #sendRaw(game: FuzzedGame, planned: Planned): Promise<void> {
    const draft = planned.draft(game.known, [])
    const sent = sentOf(draft, await game.token(draft.client))
    const raw = rawBytes(sent, planned.random)
    const { statuses, problem } = await rawAttempt(game, raw)
    this.#report.raw += 1
    for (const status of statuses) count(this.#report.rawStatuses, status)
    if (problem)
      this.#note({ planned, problem, chosen: [], line: JSON.stringify(raw.bytes.toString('latin1')), alone: false })
  }

  /** A failure, with the damages dropped that it comes about without. */
  async #fail(planned: Planned, problem: Problem, chosen: readonly Chosen[]): Promise<void> {
    if (!this.#isNew(planned, problem)) return
    const least = await this.#shrunk(planned, problem, chosen)
    const game = await this.#open()
    const draft = planned.draft((this.#game ?? game).known, least ?? chosen)
    const line = lineOf(sentOf(draft, await game.token(draft.client)))
    await game.stop()
    this.#note({ planned, problem, chosen: least ?? chosen, line, alone: least !== undefined })
  }

  /** Undefined where it does not come about in a new game. */
  async #shrunk(
    planned: Planned,
    { kind }: Problem,
    chosen: readonly Chosen[],
  ): Promise<readonly Chosen[] | undefined> {
    const fails = async (some: readonly Chosen[]): Promise<boolean> => {
      const game = await this.#open()
      const { problem } = await attempt(game, planned.draft(game.known, some), true)
      await game.stop()
      return problem?.kind === kind
    }
    if (!(await fails(chosen))) return undefined
    let least = chosen
    for (const one of chosen) {
      const without = least.filter((other) => other !== one)
      if (await fails(without)) least = without
    }
    return least
  }

  /** Failures that differ in ids and numbers alone are told once. */
  #isNew({ target }: Planned, { kind, words }: Problem): boolean {
    const what = `${target.id} ${kind} ${words.replaceAll(/\d+|'[^']*'|"[^"]*"/g, '').slice(0, 80)}`
    const isNew = !this.#told.has(what) && this.#report.failures.length < MAX_FAILURES
    this.#told.add(what)
    if (!isNew) this.#report.alike += 1
    return isNew
  }

  #note(
    found: Omit<Failure, 'number' | 'target' | 'mutations'> & { planned: Planned; chosen: readonly Chosen[] },
  ): void {
    const { planned, chosen, ...failure } = found
    const mutations = chosen.map(({ name }) => name)
    this.#report.failures.push({ ...failure, number: planned.number, target: planned.target.id, mutations })
    this.#options.onProgress?.(this.#report)
  }
}

const errorText = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Tells of what nobody waited for and nobody caught; gives what ends that. */
function watchRejections(told: (error: unknown) => void): () => void {
  process.on('unhandledRejection', told)
  process.on('uncaughtException', told)
  return () => {
    process.off('unhandledRejection', told)
    process.off('uncaughtException', told)
  }
}

/** A path as it is meant; as it stands where that cannot be told. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
