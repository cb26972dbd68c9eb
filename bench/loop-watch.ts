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
      return {
        longestMs: longest(longTurns.map(withoutCollections)),
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

/** How much of a span was garbage collection. */
function overlap(span: Span, collections: readonly Span[]): number {
  return collections.reduce(
    (sum, { start, end }) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
    0,
  )
}
