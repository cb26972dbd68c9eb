import { setImmediate as nextTurn } from 'node:timers/promises'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { openEmulator } from '../src/emulator/emulator.ts'
import type { Runtime } from '../src/emulator/runtime.ts'
import { newestSnapshot } from './newest-snapshot.ts'
import { playOnce } from './play.ts'
import { benchSettings } from './settings.ts'

/** How long the loop was held up while snapshots were written, in ms. */
export interface Pauses {
  /** The longest turn of the loop, less the garbage collection within it. */
  readonly longestMs: number
  readonly longestCollectionMs: number
  /** Longest delay of a timer, everything included. */
  readonly longestDelayMs: number
  readonly plays: number
  readonly snapshotMs: number
}

export interface PausesInput {
  readonly directory: string
  readonly players: number
}

interface Span {
  readonly start: number
  readonly end: number
}

const CALLERS = 32
const STRIDE = 7919

/** Shorter turns of the loop are not looked at. */
const NOTED_MS = 2

/** A snapshot is written after so many plays. */
const PLAYS_BEFORE = 5000

/** Plays until a snapshot has been written meanwhile. */
export async function run({ directory, players }: PausesInput): Promise<Pauses> {
  const emulator = await openEmulator(benchSettings(directory, 'batch', { snapshotEntries: PLAYS_BEFORE }))
  await emulator.ready
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const collections: Span[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries().map(spanOf)))
  observer.observe({ entryTypes: ['gc'] })
  delay.enable()
  const ended = new AbortController()
  const turns = watchTurns(ended.signal)
  const start = performance.now()
  const plays = await playUntil(emulator.runtime('staging'), players, snapshotWritten(directory))
  const snapshotMs = performance.now() - start
  ended.abort()
  delay.disable()
  const longTurns = await turns
  observer.disconnect()
  await emulator.stop()
  return {
    longestMs: Math.max(0, ...longTurns.map((turn) => turn.end - turn.start - overlap(turn, collections))),
    longestCollectionMs: Math.max(0, ...collections.map(({ start: from, end }) => end - from)),
    longestDelayMs: delay.max / 1e6,
    plays,
    snapshotMs,
  }
}

const spanOf = ({ startTime, duration }: PerformanceEntry): Span => ({ start: startTime, end: startTime + duration })

/** The turns of the event loop that took long, until the signal aborts. */
async function watchTurns(signal: AbortSignal): Promise<readonly Span[]> {
  const long: Span[] = []
  for (let start = performance.now(); !signal.aborted;) {
    await nextTurn()
    const end = performance.now()
    if (end - start > NOTED_MS) long.push({ start, end })
    start = end
  }
  return long
}

/** How much of a turn was garbage collection. */
function overlap(turn: Span, collections: readonly Span[]): number {
  return collections.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, turn.end) - Math.max(start, turn.start)),
    0,
  )
}

/** Tells whether a snapshot came since it was made; looks at the directory now and then. */
function snapshotWritten(directory: string): () => boolean {
  const before = newestSnapshot(directory)
  let asked = 0
  return () => asked++ % 1000 === 0 && newestSnapshot(directory) !== before
}

/** Has callers play at once, each again when it is answered; gives the number of plays. */
async function playUntil(runtime: Runtime, players: number, isOver: () => boolean): Promise<number> {
  let plays = 0
  let over = false
  const call = async (): Promise<void> => {
    while (!over) {
      plays += 1
      await playOnce(runtime, (plays * STRIDE) % players)
      over ||= isOver()
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return plays
}
