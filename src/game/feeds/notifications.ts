import type { GameCommand, GameTokenOperation, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Entry } from '../kernel/entry.ts'
import { fault, isFault } from '../kernel/fault.ts'
import { eventId, packPosition, positionOf } from '../kernel/ids.ts'
import type { Steps } from '../kernel/operation.ts'
import type { Presented } from '../kernel/shapes.ts'
import { actingPlayer } from '../players/acting.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { acknowledged, notificationList, streamToken } from './answer-schema.ts'
import { hasSeen } from './evolve.ts'
import type { NotificationsSeen } from './shapes.ts'
import { noticesFor, someNoticesFor, notifiedOf, type WasNotified } from './notices.ts'
import { inFeedOf, type Notification, type PublicEvent } from './public-event.ts'
import { readEvents, periodOf, type Period, type PeriodInput } from './reading.ts'

/** Notifications that a call can mark as seen. */
export const MAX_SEEN_AT_ONCE = 1000

type NotificationList = Presented<ReturnType<typeof notificationList>>
type Acknowledged = Presented<ReturnType<typeof acknowledged>>
type StreamToken = Presented<ReturnType<typeof streamToken>>

/** The caller's notifications. Spec 1 `GET /runtime/notifications`. */
export const listNotifications: GameWalk<PeriodInput, NotificationList> = {
  kind: 'walk',
  name: 'notifications.list',
  walk: (state, input, { caller, at }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : listing(state, player, periodOf(input, at))
  },
}

function* listing(state: GameState, player: Player, period: Period): Steps<NotificationList> {
  const places = yield* noticesFor(state, player, period)
  const data = yield* readEvents(places, (event, place) => showNotification(player, event, place))
  return { data, unseen: data.reduce((count, { seen }) => (seen ? count : count + 1), 0) }
}

/** The event at a packed place as a player is told of it. */
export function showNotification(player: Player, event: PublicEvent, place: number): Notification {
  return { ...inFeedOf(player.id, event), seen: hasSeen(player, place) }
}

/** Marks notifications of the caller as seen; one that is none, and nothing is marked. Spec 1 `POST /runtime/notifications`. */
export const seeNotifications: GameCommand<{ readonly ids: readonly string[] }, Acknowledged> = {
  kind: 'command',
  name: 'notifications.see',
  recalls: ({ ids }) => ids,
  decide: (state, { ids }, { caller, at, recalled }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const wasTold = notifiedOf(state, player)
    const fresh = new Set<number>()
    for (const id of ids) {
      const place = positionOfNotification(wasTold, id, recalled)
      if (place === undefined) return fault('invalid_notification_id', { id })
      if (!hasSeen(player, place)) fresh.add(place)
    }
    const places = [...fresh].toSorted((a, b) => a - b)
    const seen: NotificationsSeen = { event: 'notifications:seen', player: referToPlayer(player), places }
    return {
      events: places.length === 0 ? [] : [seen],
      answer: (after) => ({ ok: places.length, unseen: unseenOf(after, player.id, at) }),
    }
  },
}

/** The packed place of a player's notification; undefined where the id is of none, or its entry is not among those recalled. */
export function positionOfNotification(
  wasTold: WasNotified,
  id: string,
  recalled: ReadonlyMap<number, Entry>,
): number | undefined {
  const place = positionOf(id)
  const entry = place && recalled.get(place.seq)
  const event = place && entry?.events[place.index]
  if (!entry || !event || eventId(entry, place.index) !== id) return undefined
  return wasTold(event, entry.seq) ? packPosition(place) : undefined
}

/** How many notifications of the last 24 hours a player has not seen, as far as it can be looked at at once. */
function unseenOf(state: GameState, id: string, nowMs: number): number {
  const player = findPlayer(state.players, id)
  if (!player) return 0
  let unseen = 0
  for (const place of someNoticesFor(state, player, periodOf({ start: undefined, end: undefined }, nowMs)))
    if (!hasSeen(player, place)) unseen += 1
  return unseen
}

/** A token for the stream of the caller's notifications. Spec 1 `GET /runtime/notifications/token`, 5.4. */
export const issueStreamToken: GameTokenOperation<StreamToken> = {
  kind: 'token',
  name: 'notifications.token',
  bearer: {
    kind: 'view',
    name: 'notifications.bearer',
    view: (state, _, { caller }) => {
      const player = actingPlayer(state, caller.player)
      return isFault(player) ? player : { player: player.id }
    },
  },
  answer: (token) => ({ token }),
}
