import type { GameCommand } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import type { Admission } from '../members/admission.ts'
import { callerIn, denied, type Concerned } from '../members/concerned.ts'
import { naming, type Subject } from '../members/subject.ts'
import { namedPlayer } from '../players/acting.ts'
import { referToPlayer } from '../players/player.ts'
import { earlierRequest, replacing, inviteEvent } from './effects.ts'
import { receivedInvite, sentInvite, currentReference, type OpenRequest } from './open-request.ts'
import type { RequestedRoles, InviteAnswered, RequestCancelled } from './shapes.ts'
import { showNewRequest, showRequest, type ShownRequest } from './show.ts'

interface InviteInput {
  readonly subject: Subject
  /** The id of the player who is invited. */
  readonly player: string
  readonly roles: Readonly<Record<string, unknown>>
}

/** Invites a player. Spec 1 `POST /runtime/processes/:process_id/invites` and the same for teams, 4.10. */
export const sendInvite: GameCommand<InviteInput, ShownRequest> = {
  kind: 'command',
  name: 'requests.invite',
  decide: (state, { subject, player, roles }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const invitee = namedPlayer(state, player)
    if (isFault(invitee)) return invitee
    const requested = offeredRoles(concerned, roles)
    if (isFault(requested)) return requested
    const { admission } = concerned
    if (admission.member(player)) return alreadyMember(admission, player)
    const earlier = earlierRequest(state, context.design, subject, player, 'invite')
    if (earlier?.isEffective) return fault('already_invited', { player, id: subject.id })
    const sender = referToPlayer(concerned.player)
    const event = replacing(earlier, inviteEvent(admission, sender, referToPlayer(invitee), requested))
    return { events: [event], answer: () => showNewRequest(event, context) }
  },
}

/**
 * Returns the roles that a player offers. The right to offer any roles is checked before the roles are read, and the right to
 * offer these roles afterwards. Spec 5.2.
 */
function offeredRoles({ admission, player }: Concerned, roles: InviteInput['roles']): RequestedRoles | Fault {
  const { mayInvite, read, closed } = admission
  if (!mayInvite(player.id, {})) return denied(admission, player.id, 'invite others into')
  if (closed) return closed
  const requested = read(roles, 'invite')
  if (isFault(requested) || mayInvite(player.id, requested)) return requested
  return denied(admission, player.id, 'invite others in these roles into')
}

/** Returns the fault for inviting a player who is already a member. */
function alreadyMember({ subject: { kind, id } }: Admission, player: string): Fault {
  return fault(kind === 'process' ? 'performer_exists' : 'member_exists', { player, id })
}

/** Cancels an invitation that the caller sent. Spec 1 `DELETE /runtime/processes/:process_id/invites/:invite_id`. */
export const cancelInvite: GameCommand<{ readonly subject: Subject; readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.cancel',
  decide: (state, { subject, id }, context) => {
    const found = sentInvite(state, context, subject, id)
    if (isFault(found)) return found
    const { admission, request } = found
    const cancelled: RequestCancelled = {
      event: 'request:cancelled',
      ...naming(admission.subject),
      engine: { settles: id },
    }
    const outcome = { state: 'CANCELLED', cancelled_at: toIso(context.at) } as const
    return { events: [cancelled], answer: () => showRequest(request, outcome) }
  },
}

/** Accepts an invitation: the player joins with the offered roles. Spec 1 `POST /runtime/invites/:invite_id`. */
export const acceptInvite: GameCommand<{ readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.accept',
  decide: (state, { id }, context) => {
    const found = receivedInvite(state, context, id)
    if (isFault(found)) return found
    const { player, admission, request } = found
    if (admission.closed) return admission.closed
    const roles = admission.rolesAfter(player.id, request.roles)
    if (isFault(roles)) return roles
    const accepted: InviteAnswered = {
      event: 'invite:accept',
      ...answerFields(state, found),
      engine: { members: [{ player: player.id, roles }], settles: id },
    }
    const outcome = { state: 'ACCEPTED', accepted_at: toIso(context.at) } as const
    return { events: [accepted], answer: () => showRequest(request, outcome) }
  },
}

/** Rejects an invitation. Spec 1 `DELETE /runtime/invites/:invite_id`. Spec 4.15 "Requests" explains the two dates. */
export const rejectInvite: GameCommand<{ readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.reject',
  decide: (state, { id }, context) => {
    const found = receivedInvite(state, context, id)
    if (isFault(found)) return found
    const rejected: InviteAnswered = { event: 'invite:reject', ...answerFields(state, found), engine: { settles: id } }
    const now = toIso(context.at)
    const outcome = { state: 'REJECTED', accepted_at: now, rejected_at: now } as const
    return { events: [rejected], answer: () => showRequest(found.request, outcome) }
  },
}

/** Returns the fields that accepting and rejecting an invitation have in common. Spec 5.3. */
function answerFields(state: GameState, { player, admission, request }: OpenRequest) {
  return {
    actor: referToPlayer(player),
    inviter: currentReference(state, request.actor),
    ...naming(admission.subject),
    roles: request.roles,
  }
}
