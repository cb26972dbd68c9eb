import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Design } from '../../game/design/design.ts'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { labZone } from '../lab-zone.ts'
import { buildReport } from './build-report.ts'
import { calendarFrom } from './calendar.ts'
import { PartPlayer } from './play-part.ts'
import { partsOf } from './players.ts'
import type { SimulationReport } from './report.ts'
import { SharedProgress } from './shared-progress.ts'
import type { Persona, Simulation } from './simulation.ts'
import { withSmallHeaps } from './small-heaps.ts'
import { SoFar } from './so-far.ts'
import { mergeTally, tallyFrom, type Tally, type TallyData } from './tally.ts'
import type { JobCounts, JobData } from './worker.ts'

/** What is simulated, and how. */
export interface SimulateOptions {
  readonly simulation: Simulation
  readonly design: Design
  /** The game; its time zone decides when days begin. */
  readonly game: GameInfo
  readonly seed: string
  /** The number of threads. The report does not depend on it. */
  readonly jobs: number
  /** Ends the simulation early. The report then has what is known so far. */
  readonly signal?: AbortSignal | undefined
  /** Aborts when nobody waits for the report any more: then none is made, which takes seconds after a long simulation. */
  readonly unwanted?: AbortSignal | undefined
  /** Called several times a second with the numbers of players whose lives are over, and of their tries. */
  readonly onProgress?: ((done: Progress) => void) | undefined
  /** Called at most twice a second, with a report of what was played so far. It takes no more than a few per cent of the time. */
  readonly onPartial?: ((report: SimulationReport) => void) | undefined
}

/** How far a simulation is. */
export interface Progress {
  readonly players: number
  readonly tries: number
}

/** How often progress is told, in ms. */
const PROGRESS_MS = 200

/** Plays a simulation in threads, and reports what came of it. Rejects with the reason of `unwanted`. Spec 7.1. */
export async function simulate(options: SimulateOptions): Promise<SimulationReport> {
  const { simulation, design, game, seed, signal, onPartial } = options
  const source = {
    simulation,
    design,
    designHash: createHash('sha256').update(JSON.stringify(design.source)).digest('hex'),
    seed,
    calendar: calendarFrom(simulation.from, simulation.days, labZone(game.timezone)),
  }
  const show =
    onPartial &&
    ((tally: Tally): void => {
      const report = buildReport({ ...source, tally, isPartial: true })
      // Threads that have only begun have nothing to show.
      if (report.players > 0) onPartial(report)
    })
  const { tally, isPartial } = await playInJobs(options, show)
  return buildReport({ ...source, tally, isPartial: isPartial && signal?.aborted === true })
}

/** What was counted, and whether it is only a part. */
interface Played {
  readonly tally: Tally
  readonly isPartial: boolean
  readonly tries: number
}

/** For less work, starting threads takes longer than playing. It is so little that an interruption can wait for it. */
const LITTLE_WORK = 20_000

/** Returns about the number of tries and of days of all players of a simulation, at most. */
function workOf({ groups, personas, days }: Simulation): number {
  return groups.reduce((work, { persona, players }) => work + players * days * (1 + workPerDay(personas[persona])), 0)
}

/** How much more work a try is for each choice that a greedy player weighs. */
const WEIGHING = 16

function workPerDay(persona: Persona | undefined): number {
  if (!persona) return 0
  const { sessions, plays, greedy, choices } = persona
  const perDay =
    sessions.kind === 'weekdays'
      ? Math.max(...sessions.means)
      : sessions.kind === 'mean'
        ? sessions.mean
        : sessions.count
  const tries = perDay * (plays.kind === 'between' ? plays.high : plays.kind === 'mean' ? plays.mean : plays.count)
  return greedy === undefined ? tries : tries * choices.length * WEIGHING
}

/** Plays all parts, as many at a time as there are jobs. Shows what was counted so far now and then. */
async function playInJobs(options: SimulateOptions, show: ((tally: Tally) => void) | undefined): Promise<Played> {
  const { simulation, design, game, seed, jobs, signal, unwanted, onProgress } = options
  if (workOf(simulation) < LITTLE_WORK) {
    // Of many little simulations in a row, none is begun before signals and timers had their turn.
    await setImmediate()
    const played = playHere(options)
    onProgress?.({ players: simulation.groups.reduce((sum, each) => sum + each.players, 0), tries: played.tries })
    return played
  }
  const progress = new SharedProgress()
  const interrupt = (): void => {
    progress.interrupt()
  }
  if (signal?.aborted) interrupt()
  signal?.addEventListener('abort', interrupt)
  const timer = onProgress && setInterval(() => onProgress(progress.done), PROGRESS_MS)
  const data: JobData = { source: design.source, simulation, game, seed, shared: progress.shared }
  const count = Math.max(1, Math.min(jobs, partsOf(simulation, design).length))
  const ended: Tally[] = []
  const soFar =
    show &&
    new SoFar({
      personas: Object.keys(simulation.personas),
      days: simulation.days,
      jobs: count,
      ask: () => progress.ask(),
      ended: () => ended[0],
      show,
    })
  try {
    await withSmallHeaps(() =>
      Promise.all(
        Array.from({ length: count }, async (_, job) => {
          const tally = await playJob(data, (part) => soFar?.add(job, part))
          unwanted?.throwIfAborted()
          merge(ended, tally)
          soFar?.end(job)
        }),
      ),
    )
    return { tally: ended[0] as Tally, isPartial: progress.isInterrupted, tries: progress.done.tries }
  } catch (error) {
    // The other threads need not go on.
    progress.interrupt()
    throw error
  } finally {
    clearInterval(timer)
    soFar?.stop()
    signal?.removeEventListener('abort', interrupt)
  }
}

/** Merges what a job counted into the first of a list, or makes it the first, so that what is merged takes no more memory. */
function merge(ended: Tally[], data: TallyData): void {
  const [all] = ended
  if (all) mergeTally(all, tallyFrom(data))
  else ended.push(tallyFrom(data))
}

/** Plays all parts in this thread. */
function playHere({ simulation, design, game, seed, signal }: SimulateOptions): Played {
  const player = new PartPlayer({ simulation, design, game, zoneOffset: labZone(game.timezone), seed })
  const isPartial = signal?.aborted === true
  if (!isPartial) for (const part of partsOf(simulation, design)) player.play(part)
  return { tally: player.tally, isPartial, tries: player.tries }
}

/** The built worker, beside the bundle of the program. */
const BUILT_WORKER = 'simulate-worker.cjs'

function workerFile(): string | URL {
  const built = join(import.meta.dirname, BUILT_WORKER)
  return existsSync(built) ? built : new URL('worker.ts', import.meta.url)
}

/** Threads that wait for a job, so that the next simulation finds them warm. They do not keep the process alive. */
const idle: Worker[] = []

/** The young objects of a thread, in MB. Little games die young, so more room would only cost memory. */
const YOUNG_MB = 4

function newThread(): Worker {
  const worker = new Worker(workerFile(), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } })
  // Whoever waits for the thread hears of its errors. An idle one that ends must not be given a job.
  worker.on('error', () => {})
  worker.on('exit', () => {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
  })
  return worker
}

/** Runs one job in a thread. Calls `onPart` with what it has counted so far whenever that is asked for. */
function playJob(data: JobData, onPart: (tally: TallyData) => void): Promise<TallyData> {
  const worker = idle.pop() ?? newThread()
  worker.ref()
  return new Promise((resolve, reject) => {
    const onExit = (code: number): void => {
      reject(new Error(`a thread of the simulation ended with ${code} before it was done`))
    }
    worker.on('message', function receive({ tally, isWhole }: JobCounts) {
      if (!isWhole) return onPart(tally)
      worker.off('message', receive).off('error', reject).off('exit', onExit).unref()
      if (idle.length < availableParallelism()) idle.push(worker)
      else void worker.terminate()
      resolve(tally)
    })
    worker.once('error', reject).once('exit', onExit)
    worker.postMessage(data)
  })
}
