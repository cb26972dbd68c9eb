import type { GameCommand, GameTokenOperation, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Presented } from '../kernel/answer-shapes.ts'
import type { Entry } from '../kernel/entry.ts'
import { fault, isFault } from '../kernel/fault.ts'
import { eventId, packPosition, positionOf } from '../kernel/ids.ts'
import type { Steps } from '../kernel/operation.ts'
import { actingPlayer } from '../players/acting.ts'
import { referToPlayer, type Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { acknowledged, notificationList, streamToken } from './answer-schema.ts'
import { hasSeen } from './evolve.ts'
import { noticesFor, someNoticesFor, notifiedOf, type WasNotified } from './notices.ts'
import { inFeedOf, type Notification, type PublicEvent } from './public-event.ts'
import { readEvents, periodOf, type Period, type PeriodInput } from './reading.ts'
import type { NotificationsSeen } from './shapes.ts'

/** How many notifications a call can mark as seen. */
export const MAX_SEEN_AT_ONCE = 1000

type NotificationList = Presented<ReturnType<typeof notificationList>>
type Acknowledged = Presented<ReturnType<typeof acknowledged>>
type StreamToken = Presented<ReturnType<typeof streamToken>>

/** Lists the caller's notifications. Spec 1 `GET /runtime/notifications`. */
export const listNotifications: GameWalk<PeriodInput, NotificationList> = {
  kind: 'walk',
  name: 'notifications.list',
  walk: (state, input, { caller, at }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : listNotices(state, player, periodOf(input, at))
  },
}

function* listNotices(state: GameState, player: Player, period: Period): Steps<NotificationList> {
  const positions = yield* noticesFor(state, player, period)
  const data = yield* readEvents(positions, (event, position) => showNotification(player, event, position))
  return { data, unseen: data.reduce((count, { seen }) => (seen ? count : count + 1), 0) }
}

/** Shows the event at a packed position as a notification of a player. */
export function showNotification(player: Player, event: PublicEvent, position: number): Notification {
  return { ...inFeedOf(player.id, event), seen: hasSeen(player, position) }
}

/**
 * Marks notifications of the caller as seen. If one of the ids is not a notification of the caller, it marks none. Spec
 * 1 `POST /runtime/notifications`.
 */
export const seeNotifications: GameCommand<{ readonly ids: readonly string[] }, Acknowledged> = {
  kind: 'command',
  name: 'notifications.see',
  recalls: ({ ids }) => ids,
  decide: (state, { ids }, { caller, at, recalled }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const wasNotified = notifiedOf(state, player)
    const unseen = new Set<number>()
    for (const id of ids) {
      const position = positionOfNotification(wasNotified, id, recalled)
      if (position === undefined) return fault('invalid_notification_id', { id })
      if (!hasSeen(player, position)) unseen.add(position)
    }
    const places = [...unseen].toSorted((a, b) => a - b)
    const seen: NotificationsSeen = { event: 'notifications:seen', player: referToPlayer(player), places }
    return {
      events: places.length === 0 ? [] : [seen],
      answer: (after) => ({ ok: places.length, unseen: countUnseen(after, player.id, at) }),
    }
  },
}

/**
 * Returns the packed position of a player's notification, or undefined if the id is not one of the player's or its
 * entry was not recalled.
 */
export function positionOfNotification(
  wasNotified: WasNotified,
  id: string,
  recalled: ReadonlyMap<number, Entry>,
): number | undefined {
  const position = positionOf(id)
  const entry = position && recalled.get(position.seq)
  const event = position && entry?.events[position.index]
  if (!entry || !event || eventId(entry, position.index) !== id) return undefined
  return wasNotified(event, entry.seq) ? packPosition(position) : undefined
}

/** Counts the notifications of the last 24 hours that a player has not seen, as far as `someNoticesFor` finds them. */
function countUnseen(state: GameState, id: string, nowMs: number): number {
  const player = findPlayer(state.players, id)
  if (!player) return 0
  let unseen = 0
  for (const position of someNoticesFor(state, player, periodOf({ start: undefined, end: undefined }, nowMs)))
    if (!hasSeen(player, position)) unseen += 1
  return unseen
}

/** Issues a token for the stream of the caller's notifications. Spec 1 `GET /runtime/notifications/token`, 5.4. */
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
