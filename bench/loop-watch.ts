import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A stretch of this process's time, in ms. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** How long the event loop was held up, in ms. */
export interface LoopPauses {
  /** The longest turn of the loop, less the garbage collection within it. */
  readonly longestMs: number
  /** For so much of it the thread was at work, collections included; else the machine was elsewhere, or the disk was waited for. */
  readonly longestWorkMs: number
  readonly longestCollectionMs: number
  /** Longest delay of a timer, everything included. */
  readonly longestDelayMs: number
}

/** What was seen of the event loop, and of how long something took without the garbage collection within it. */
export interface LoopSeen extends LoopPauses {
  readonly withoutCollections: (span: Span) => number
}

/** Shorter turns of the loop are not looked at. */
const NOTED_MS = 2

interface Turn extends Span {
  readonly workMs: number
}

/** Watches the event loop of this process, until `end` is called. */
export function watchLoop(): { end(): Promise<LoopSeen> } {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const collections: Span[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries().map(spanOf)))
  observer.observe({ entryTypes: ['gc'] })
  delay.enable()
  const ended = new AbortController()
  const turns = watchTurns(ended.signal)
  const withoutCollections = (span: Span): number => span.end - span.start - overlap(span, collections)
  return {
    async end() {
      ended.abort()
      delay.disable()
      const longTurns = await turns
      collections.push(...observer.takeRecords().map(spanOf))
      observer.disconnect()
      const longestTurn = longTurns.reduce<Turn | undefined>((most, turn) => {
        return most && withoutCollections(most) >= withoutCollections(turn) ? most : turn
      }, undefined)
      return {
        longestMs: longestTurn ? withoutCollections(longestTurn) : 0,
        longestWorkMs: longestTurn?.workMs ?? 0,
        longestCollectionMs: longest(collections.map(({ start, end }) => end - start)),
        longestDelayMs: delay.max / 1e6,
        withoutCollections,
      }
    },
  }
}

const spanOf = ({ startTime, duration }: PerformanceEntry): Span => ({ start: startTime, end: startTime + duration })

const longest = (times: readonly number[]): number => times.reduce((most, ms) => Math.max(most, ms), 0)

/** The turns of the event loop that took long, until the signal aborts. */
async function watchTurns(signal: AbortSignal): Promise<readonly Turn[]> {
  const long: Turn[] = []
  let start = performance.now()
  for (let startWork = workMs(); !signal.aborted;) {
    await nextTurn()
    const end = performance.now()
    const endWork = workMs()
    if (end - start > NOTED_MS) long.push({ start, end, workMs: endWork - startWork })
    start = end
    startWork = endWork
  }
  return long
}

/** How long this thread has been at work. */
function workMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How much of a span was garbage collection. */
function overlap(span: Span, collections: readonly Span[]): number {
  return collections.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
    0,
  )
}
