import type { Entry } from '../kernel/entry.ts'
import { unpackPosition } from '../kernel/ids.ts'
import { DAY_MS, FIRST_INSTANT } from '../kernel/instant.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { positionsInFeed, type FeedIndex } from './feed-index.ts'
import { publicEvent, type PublicEvent } from './public-event.ts'

/** A period in ms since 1970, both ends inclusive. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** The period of a query, in ms since 1970. */
export interface PeriodInput {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** Returns the period of a query. By default it ends now and begins 24 hours before its end. Spec 5.3. */
export function periodOf({ start, end }: PeriodInput, nowMs: number): Period {
  const endMs = end ?? nowMs
  return { startMs: start ?? Math.max(FIRST_INSTANT, endMs - DAY_MS), endMs }
}

/** How many positions are looked up, or events are shown, before a pause for others. */
const STRIDE = 1024

/** How many entries a reader has in memory at a time. */
const ENTRIES_AT_ONCE = 64

/** Shows the event at a packed position. Undefined leaves it out. */
export type ShowEvent<T> = (event: PublicEvent, position: number) => T | undefined

/** Reads one feed, oldest first. Leaves out events that are no longer kept. */
export function* readFeed<T>(
  feeds: FeedIndex,
  feed: number,
  { startMs, endMs }: Period,
  show: ShowEvent<T>,
): Steps<T[]> {
  const positions: number[] = []
  for (const position of positionsInFeed(feeds, feed, startMs, endMs)) {
    positions.push(position)
    if (positions.length % STRIDE === 0) yield pause
  }
  return yield* readEvents(positions, show)
}

/** Reads the events at packed positions, oldest first. Leaves out events that are no longer kept. Empties the list. */
export function* readEvents<T>(newestFirst: number[], show: ShowEvent<T>): Steps<T[]> {
  const shown: T[] = []
  let read = 0
  while (newestFirst.length > 0) {
    const [batch, wanted] = oldestOf(newestFirst)
    const entries = yield wanted
    for (const position of batch) {
      const event = eventAt(position, entries)
      const found = event && show(event, position)
      if (found !== undefined) shown.push(found)
      read += 1
      if (read % STRIDE === 0) yield pause
    }
  }
  return shown
}

/**
 * Removes the oldest positions that are in a limited number of entries. Returns them, oldest first, and the numbers of
 * the entries.
 */
function oldestOf(newestFirst: number[]): readonly [batch: readonly number[], entries: ReadonlySet<number>] {
  const batch: number[] = []
  const wanted = new Set<number>()
  for (let position = newestFirst.at(-1); position !== undefined; position = newestFirst.at(-1)) {
    const { seq } = unpackPosition(position)
    if (wanted.size === ENTRIES_AT_ONCE && !wanted.has(seq)) break
    wanted.add(seq)
    batch.push(position)
    newestFirst.pop()
  }
  return [batch, wanted]
}

function eventAt(position: number, entries: ReadonlyMap<number, Entry>): PublicEvent | undefined {
  const { seq, index } = unpackPosition(position)
  const entry = entries.get(seq)
  const event = entry?.events[index]
  return entry && event && publicEvent(event, entry, index)
}
