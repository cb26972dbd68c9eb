import type { GameCommand } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import type { Admission } from '../members/admission.ts'
import { callerIn, denied, type Concerned } from '../members/concerned.ts'
import { naming, type Subject } from '../members/subject.ts'
import { namedPlayer } from '../players/acting.ts'
import { referToPlayer } from '../players/player.ts'
import { inviteGot, inviteSent, referNow, type OpenRequest } from './open-request.ts'
import { earlierFor, inPlaceOf, inviteEvent } from './effects.ts'
import type { RequestedRoles, InviteAnswered, RequestCancelled } from './shapes.ts'
import { showNewRequest, showRequest, type ShownRequest } from './show.ts'

interface InviteInput {
  readonly subject: Subject
  /** The id of the player who is invited. */
  readonly player: string
  readonly roles: Readonly<Record<string, unknown>>
}

/** Invites a player. Spec 1 `POST /runtime/processes/:process_id/invites` and its like of teams, 4.10. */
export const sendInvite: GameCommand<InviteInput, ShownRequest> = {
  kind: 'command',
  name: 'requests.invite',
  decide: (state, { subject, player, roles }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const invitee = namedPlayer(state, player)
    if (isFault(invitee)) return invitee
    const asked = offered(concerned, roles)
    if (isFault(asked)) return asked
    const { admission } = concerned
    if (admission.member(player)) return memberAlready(admission, player)
    const earlier = earlierFor(state, context.design, subject, player, 'invite')
    if (earlier?.stands) return fault('already_invited', { player, id: subject.id })
    const sender = referToPlayer(concerned.player)
    const event = inPlaceOf(earlier, inviteEvent(admission, sender, referToPlayer(invitee), asked))
    return { events: [event], answer: () => showNewRequest(event, context) }
  },
}

/** The roles that a player offers: the right to offer any is looked at before them, that to offer these after. Spec 5.2. */
function offered({ admission, player }: Concerned, roles: InviteInput['roles']): RequestedRoles | Fault {
  const { mayInvite, read, closed } = admission
  if (!mayInvite(player.id, {})) return denied(admission, player.id, 'invite others into')
  if (closed) return closed
  const asked = read(roles, 'invite')
  if (isFault(asked) || mayInvite(player.id, asked)) return asked
  return denied(admission, player.id, 'invite others in these roles into')
}

/** Who is in it needs no invitation. */
function memberAlready({ subject: { kind, id } }: Admission, player: string): Fault {
  return fault(kind === 'process' ? 'performer_exists' : 'member_exists', { player, id })
}

/** Takes back an invitation that the caller sent. Spec 1 `DELETE /runtime/processes/:process_id/invites/:invite_id`. */
export const cancelInvite: GameCommand<{ readonly subject: Subject; readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.cancel',
  decide: (state, { subject, id }, context) => {
    const found = inviteSent(state, context, subject, id)
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

/** Takes an invitation: the player is in with the roles that it offers. Spec 1 `POST /runtime/invites/:invite_id`. */
export const acceptInvite: GameCommand<{ readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.accept',
  decide: (state, { id }, context) => {
    const found = inviteGot(state, context, id)
    if (isFault(found)) return found
    const { player, admission, request } = found
    if (admission.closed) return admission.closed
    const roles = admission.rolesAfter(player.id, request.roles)
    if (isFault(roles)) return roles
    const accepted: InviteAnswered = {
      event: 'invite:accept',
      ...answering(state, found),
      engine: { members: [{ player: player.id, roles }], settles: id },
    }
    const outcome = { state: 'ACCEPTED', accepted_at: toIso(context.at) } as const
    return { events: [accepted], answer: () => showRequest(request, outcome) }
  },
}

/** Turns an invitation down. Spec 1 `DELETE /runtime/invites/:invite_id`; its two dates, 4.15 "Requests". */
export const rejectInvite: GameCommand<{ readonly id: string }, ShownRequest> = {
  kind: 'command',
  name: 'requests.reject',
  decide: (state, { id }, context) => {
    const found = inviteGot(state, context, id)
    if (isFault(found)) return found
    const rejected: InviteAnswered = { event: 'invite:reject', ...answering(state, found), engine: { settles: id } }
    const now = toIso(context.at)
    const outcome = { state: 'REJECTED', accepted_at: now, rejected_at: now } as const
    return { events: [rejected], answer: () => showRequest(found.request, outcome) }
  },
}

/** The parts of an answer to an invitation. Spec 5.3. */
function answering(state: GameState, { player, admission, request }: OpenRequest) {
  return {
    actor: referToPlayer(player),
    inviter: referNow(state, request.actor),
    ...naming(admission.subject),
    roles: request.roles,
  }
}
