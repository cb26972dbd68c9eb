import type { Entry } from '../kernel/entry.ts'
import { unpackPosition } from '../kernel/ids.ts'
import { DAY_MS, FIRST_INSTANT } from '../kernel/instant.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { positionsInFeed, type FeedIndex } from './feed-index.ts'
import { publicEvent, type PublicEvent } from './public-event.ts'

/** The period of a feed in ms, both ends inclusive. */
export interface Period {
  readonly startMs: number
  readonly endMs: number
}

/** What a call asks for, in ms. */
export interface PeriodInput {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** The period that `start` and `end` ask for: without `start` the 24 hours before the end, without `end` until now. Spec 5.3. */
export function periodOf({ start, end }: PeriodInput, nowMs: number): Period {
  const endMs = end ?? nowMs
  return { startMs: start ?? Math.max(FIRST_INSTANT, endMs - DAY_MS), endMs }
}

/** Places that are looked up, or events that are shown, before others may have their turn. */
const STRIDE = 1024

/** Entries that are in memory at a time for one reader. */
const ENTRIES_AT_ONCE = 64

/** How an event at a packed place is shown; undefined leaves it out. */
export type ShowEvent<T> = (event: PublicEvent, place: number) => T | undefined

/** Reads one feed, oldest first. Events no longer kept are left out. */
export function* readFeed<T>(
  feeds: FeedIndex,
  feed: number,
  { startMs, endMs }: Period,
  show: ShowEvent<T>,
): Steps<T[]> {
  const places: number[] = []
  for (const place of positionsInFeed(feeds, feed, startMs, endMs)) {
    places.push(place)
    if (places.length % STRIDE === 0) yield pause
  }
  return yield* readEvents(places, show)
}

/** Reads the events at packed places, the oldest first. Those no longer kept are left out; the list is used up. */
export function* readEvents<T>(newestFirst: number[], show: ShowEvent<T>): Steps<T[]> {
  const shown: T[] = []
  let read = 0
  while (newestFirst.length > 0) {
    const [batch, wanted] = oldestOf(newestFirst)
    const entries = yield wanted
    for (const place of batch) {
      const event = eventAt(place, entries)
      const found = event && show(event, place)
      if (found !== undefined) shown.push(found)
      read += 1
      if (read % STRIDE === 0) yield pause
    }
  }
  return shown
}

/** Takes the oldest places, as many as stand in few entries; gives them, oldest first, and the numbers of those entries. */
function oldestOf(newestFirst: number[]): readonly [batch: readonly number[], entries: ReadonlySet<number>] {
  const batch: number[] = []
  const wanted = new Set<number>()
  for (let place = newestFirst.at(-1); place !== undefined; place = newestFirst.at(-1)) {
    const { seq } = unpackPosition(place)
    if (wanted.size === ENTRIES_AT_ONCE && !wanted.has(seq)) break
    wanted.add(seq)
    batch.push(place)
    newestFirst.pop()
  }
  return [batch, wanted]
}

function eventAt(place: number, entries: ReadonlyMap<number, Entry>): PublicEvent | undefined {
  const { seq, index } = unpackPosition(place)
  const entry = entries.get(seq)
  const event = entry?.events[index]
  return entry && event && publicEvent(event, entry, index)
}
