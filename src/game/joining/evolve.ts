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

/** What an event about joining the game changes. Who comes in by it is an event of players. */
export function evolveJoining({ joining }: GameState, event: JoiningEvent, stamp: EntryStamp, index: number): void {
  switch (event.event) {
    case 'game:invite':
      return putInvitation(joining, invitationBy(event, stamp, index))
    case 'game:invite:cancel':
      return removeInvitation(joining, event.email)
    case 'game:request':
      return putJoinRequest(joining, requestBy(event, stamp, index))
    case 'game:request:accept':
    case 'game:request:reject':
      return removeJoinRequest(joining, event.request)
  }
}

/** The invitation that the event at `index` of an entry makes. */
export function invitationBy({ email, message }: GameInvited, stamp: EntryStamp, index: number): Invitation {
  return { id: eventId(stamp, index), at: stamp.at, email, ...(message === undefined ? {} : { message }) }
}

function requestBy({ alias, email }: GameRequested, stamp: EntryStamp, index: number): JoinRequest {
  return { id: eventId(stamp, index), at: stamp.at, alias, email }
}
