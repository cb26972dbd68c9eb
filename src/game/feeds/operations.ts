import type { GameWalk } from '../game-operation.ts'
import type { Entry } from '../kernel/entry.ts'
import { isFault } from '../kernel/fault.ts'
import { unpackPlace } from '../kernel/ids.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { actingPlayer, namedPlayer } from '../players/acting.ts'
import { GAME_FEED, placesInFeed, type FeedIndex } from './feed-index.ts'
import { periodOf } from './period.ts'
import { inFeedOf, publicEvent, type PublicEvent } from './public-event.ts'

/** Places that are looked up, or events that are shown, before others may have their turn. */
const STRIDE = 1024

/** Entries that are in memory at a time for one reader. */
const ENTRIES_AT_ONCE = 64

interface PeriodInput {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** Reads one feed, oldest first; `owner` is the player whose own it is. Events no longer kept are left out. */
function* reading(
  feeds: FeedIndex,
  feed: number,
  input: PeriodInput,
  nowMs: number,
  owner?: string,
): Steps<readonly PublicEvent[]> {
  const { startMs, endMs } = periodOf(input, nowMs)
  const places: number[] = []
  for (const place of placesInFeed(feeds, feed, startMs, endMs)) {
    places.push(place)
    if (places.length % STRIDE === 0) yield pause
  }
  const shown: PublicEvent[] = []
  while (places.length > 0) {
    const [batch, wanted] = oldestOf(places)
    const entries = yield wanted
    for (const place of batch) {
      const event = shownAt(place, entries, owner)
      if (event) shown.push(event)
      if (shown.length % STRIDE === 0) yield pause
    }
  }
  return shown
}

/** Takes the oldest places, as many as stand in few entries; gives them, oldest first, and the numbers of those entries. */
function oldestOf(newestFirst: number[]): readonly [batch: readonly number[], entries: ReadonlySet<number>] {
  const batch: number[] = []
  const wanted = new Set<number>()
  for (let place = newestFirst.at(-1); place !== undefined; place = newestFirst.at(-1)) {
    const { seq } = unpackPlace(place)
    if (wanted.size === ENTRIES_AT_ONCE && !wanted.has(seq)) break
    wanted.add(seq)
    batch.push(place)
    newestFirst.pop()
  }
  return [batch, wanted]
}

function shownAt(
  place: number,
  entries: ReadonlyMap<number, Entry>,
  owner: string | undefined,
): PublicEvent | undefined {
  const { seq, index } = unpackPlace(place)
  const entry = entries.get(seq)
  const event = entry?.events[index]
  if (!entry || !event) return undefined
  const shown = publicEvent(event, entry, index)
  return owner === undefined ? shown : inFeedOf(owner, shown)
}

/** The caller's own feed. Spec 1 `GET /runtime/activity`, 5.3. */
export const readOwnFeed: GameWalk<PeriodInput, readonly PublicEvent[]> = {
  kind: 'walk',
  name: 'feeds.own',
  walk: (state, input, { caller, at }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : reading(state.feeds, player.feed, input, at, player.id)
  },
}

/** A player's feed, for an operator. Spec 2 `GET /admin/players/:player_id/activity`. */
export const readPlayerFeed: GameWalk<PeriodInput & { readonly id: string }, readonly PublicEvent[]> = {
  kind: 'walk',
  name: 'feeds.player',
  walk: (state, input, { at }) => {
    const player = namedPlayer(state, input.id)
    return isFault(player) ? player : reading(state.feeds, player.feed, input, at, player.id)
  },
}

/** The game's feed. Spec 2 `GET /admin/activity`. */
export const readGameFeed: GameWalk<PeriodInput, readonly PublicEvent[]> = {
  kind: 'walk',
  name: 'feeds.game',
  walk: (state, input, { at }) => reading(state.feeds, GAME_FEED, input, at),
}
