import type { GameState } from '../game-state.ts'
import type { EntryStamp } from '../kernel/entry.ts'
import { eventId } from '../kernel/ids.ts'
import type { GameInvited, GameRequested, JoiningEvent } from './shapes.ts'
import {
  putInvitation,
  putJoinRequest,
  removeInvitation,
  removeJoinRequest,
  type Invitation,
  type JoinRequest,
} from './state.ts'

/** Applies an event about joining the game. The new player is created by a separate player event. */
export function evolveJoining({ joining }: GameState, event: JoiningEvent, stamp: EntryStamp, index: number): void {
  switch (event.event) {
    case 'game:invite':
      return putInvitation(joining, newInvitation(event, stamp, index))
    case 'game:invite:cancel':
      return removeInvitation(joining, event.email)
    case 'game:request':
      return putJoinRequest(joining, newJoinRequest(event, stamp, index))
    case 'game:request:accept':
    case 'game:request:reject':
      return removeJoinRequest(joining, event.request)
  }
}

/** Returns the invitation that the event at `index` of an entry creates. */
export function newInvitation({ email, message }: GameInvited, stamp: EntryStamp, index: number): Invitation {
  return { id: eventId(stamp, index), at: stamp.at, email, ...(message === undefined ? {} : { message }) }
}

function newJoinRequest({ alias, email }: GameRequested, stamp: EntryStamp, index: number): JoinRequest {
  return { id: eventId(stamp, index), at: stamp.at, alias, email }
}
