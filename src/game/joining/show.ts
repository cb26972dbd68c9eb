import { toIso } from '../kernel/instant.ts'
import type { Invitation, JoinRequest } from './state.ts'

/** An invitation to the game as answers show it. Spec 4.15 "Joining the game". */
export interface ShownInvitation {
  readonly id: string
  readonly event: 'game:invite'
  readonly email: string
  readonly message?: string
  readonly timestamp: string
  readonly state: 'PENDING' | 'CANCELLED'
}

/** A request to join the game as answers show it. Spec 4.15 "Joining the game". */
export interface ShownJoinRequest {
  readonly id: string
  readonly event: 'game:request'
  readonly timestamp: string
  readonly alias: string
  readonly email?: string
  readonly state: 'PENDING' | 'ACCEPTED' | 'REJECTED'
}

/** An invitation that is pending, or was until now. */
export function showInvitation(
  { id, at, email, message }: Invitation,
  state: ShownInvitation['state'],
): ShownInvitation {
  return {
    id,
    event: 'game:invite',
    email,
    ...(message === undefined ? {} : { message }),
    timestamp: toIso(at),
    state,
  }
}

/** A request that is pending, or was until now. */
export function showJoinRequest(
  { id, at, alias, email }: JoinRequest,
  state: ShownJoinRequest['state'],
): ShownJoinRequest {
  return { id, event: 'game:request', timestamp: toIso(at), alias, ...(email === null ? {} : { email }), state }
}
