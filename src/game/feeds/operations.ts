import type { GameHistoryView } from '../game-operation.ts'
import { isFault } from '../kernel/fault.ts'
import { actingPlayer, namedPlayer } from '../players/acting.ts'
import { GAME_FEED, placesInFeed, type FeedIndex } from './feed-index.ts'
import { periodOf } from './period.ts'
import { showFeed, type PublicEvent } from './public-event.ts'
import type { Entry } from '../kernel/entry.ts'

interface PeriodInput {
  readonly start: number | undefined
  readonly end: number | undefined
}

/** Reads one feed; `owner` is the player whose own it is. */
function reading(feeds: FeedIndex, feed: number, input: PeriodInput, nowMs: number, owner?: string) {
  const { startMs, endMs } = periodOf(input, nowMs)
  const places = placesInFeed(feeds, feed, startMs, endMs)
  return { places, answer: (entries: ReadonlyMap<number, Entry>) => showFeed(places, entries, owner) }
}

/** The caller's own feed. Spec 1 `GET /runtime/activity`, 5.3. */
export const readOwnFeed: GameHistoryView<PeriodInput, readonly PublicEvent[]> = {
  kind: 'history',
  name: 'feeds.own',
  select: (state, input, { caller, at }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : reading(state.feeds, player.feed, input, at, player.id)
  },
}

/** A player's feed, for an operator. Spec 2 `GET /admin/players/:player_id/activity`. */
export const readPlayerFeed: GameHistoryView<PeriodInput & { readonly id: string }, readonly PublicEvent[]> = {
  kind: 'history',
  name: 'feeds.player',
  select: (state, input, { at }) => {
    const player = namedPlayer(state, input.id)
    return isFault(player) ? player : reading(state.feeds, player.feed, input, at, player.id)
  },
}

/** The game's feed. Spec 2 `GET /admin/activity`. */
export const readGameFeed: GameHistoryView<PeriodInput, readonly PublicEvent[]> = {
  kind: 'history',
  name: 'feeds.game',
  select: (state, input, { at }) => reading(state.feeds, GAME_FEED, input, at),
}
