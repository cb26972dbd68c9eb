import type { Shape } from '../kernel/answer-shapes.ts'
import { toIso } from '../kernel/instant.ts'
import type { invitation, joinRequest } from './answer-schema.ts'
import type { Invitation, JoinRequest } from './state.ts'

/** An invitation to the game as answers show it. Spec 4.15 "Joining the game". */
export type ShownInvitation = Shape<typeof invitation>

/** A request to join the game as answers show it. Spec 4.15 "Joining the game". */
export type ShownJoinRequest = Shape<typeof joinRequest>

/** Formats an invitation with its state. */
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

/** Formats a request to join the game with its state. */
export function showJoinRequest(
  { id, at, alias, email }: JoinRequest,
  state: ShownJoinRequest['state'],
): ShownJoinRequest {
  return { id, event: 'game:request', timestamp: toIso(at), alias, ...(email === null ? {} : { email }), state }
}
