import type { GameState } from '../game-state.ts'
import type { GameWalk } from '../game-operation.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { packPosition, positionOf, unpackPosition } from '../kernel/ids.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { actingPlayer } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { noticesFor, notifiedOf } from './notices.ts'
import { positionOfNotification, showNotification } from './notifications.ts'
import type { Notification } from './public-event.ts'
import { readEvents } from './reading.ts'

/** What came to a player after the notification of an id, and before an entry. */
interface MissedInput {
  readonly after: string
  readonly beforeSeq: number
}

/** The packed places of what the caller was notified of after one notification, the newest first. Spec 5.4 `Last-Event-ID`. */
export const missedNotifications: GameWalk<MissedInput, number[]> = {
  kind: 'walk',
  name: 'notifications.missed',
  walk: (state, input, { caller }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : missed(state, player, input)
  },
}

function* missed(state: GameState, player: Player, { after, beforeSeq }: MissedInput): Steps<Fault | number[]> {
  const named = positionOf(after)
  const recalled = yield named ? new Set([named.seq]) : pause
  const place = positionOfNotification(notifiedOf(state, player), after, recalled)
  const entry = place === undefined ? undefined : recalled.get(unpackPosition(place).seq)
  if (place === undefined || !entry)
    return fault('invalid_request', { message: 'The player has no notification with this ID to resume from' })
  const end = packPosition({ seq: beforeSeq, index: 0 })
  const places = yield* noticesFor(state, player, { startMs: entry.at, endMs: Infinity })
  return places.filter((each) => each > place && each < end)
}

/** The caller's notifications at packed places that are given newest first; gives them oldest first, without those no longer kept. */
export const readNotifications: GameWalk<{ readonly places: readonly number[] }, readonly Notification[]> = {
  kind: 'walk',
  name: 'notifications.read',
  walk: (state, { places }, { caller }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    return readEvents([...places], (event, place) => showNotification(player, event, place))
  },
}
