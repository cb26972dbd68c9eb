import type { GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { packPosition, positionOf, unpackPosition } from '../kernel/ids.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { actingPlayer } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { noticesFor, notifiedOf } from './notices.ts'
import { positionOfNotification, showNotification } from './notifications.ts'
import type { Notification } from './public-event.ts'
import { readEvents } from './reading.ts'

/** Which notifications to find: those after the one with this id and before an entry. */
interface MissedInput {
  readonly after: string
  readonly beforeSeq: number
}

/**
 * Finds the packed positions of the caller's notifications after one notification, newest first. Spec 5.4
 * `Last-Event-ID`.
 */
export const missedNotifications: GameWalk<MissedInput, number[]> = {
  kind: 'walk',
  name: 'notifications.missed',
  walk: (state, input, { caller }) => {
    const player = actingPlayer(state, caller.player)
    return isFault(player) ? player : findMissed(state, player, input)
  },
}

function* findMissed(state: GameState, player: Player, { after, beforeSeq }: MissedInput): Steps<Fault | number[]> {
  const named = positionOf(after)
  const recalled = yield named ? new Set([named.seq]) : pause
  const position = positionOfNotification(notifiedOf(state, player), after, recalled)
  const entry = position === undefined ? undefined : recalled.get(unpackPosition(position).seq)
  if (position === undefined || !entry)
    return fault('invalid_request', { message: 'The player has no notification with this ID to resume from' })
  const end = packPosition({ seq: beforeSeq, index: 0 })
  const positions = yield* noticesFor(state, player, { startMs: entry.at, endMs: Infinity })
  return positions.filter((each) => each > position && each < end)
}

/**
 * Reads the caller's notifications at packed positions. `places` has the newest first, the result the oldest first,
 * without those that are no longer kept.
 */
export const readNotifications: GameWalk<{ readonly places: readonly number[] }, readonly Notification[]> = {
  kind: 'walk',
  name: 'notifications.read',
  walk: (state, { places }, { caller }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    return readEvents([...places], (event, position) => showNotification(player, event, position))
  },
}
