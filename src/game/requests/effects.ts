import { fault, type Fault } from '../kernel/fault.ts'
import type { Admission } from '../members/admission.ts'
import { naming, type Subject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { AccessRequested, AskedRoles, PlayerInvited } from './events.ts'
import { pendingFor, type Requests } from './state.ts'

/** That a player asks to come in, or for other roles; those who may approve are told. Spec 5.3. */
export function requestEvent(
  admission: Admission,
  event: AccessRequested['event'],
  actor: PlayerReference,
  asked: AskedRoles,
): AccessRequested {
  return {
    event,
    actor,
    ...naming(admission.subject),
    roles: asked,
    state: 'PENDING',
    engine: { approvers: admission.approvers(actor.id, asked) },
  }
}

/** That a player is invited by another into these roles. Spec 5.3. */
export function inviteEvent(
  { subject }: Admission,
  actor: PlayerReference,
  invitee: PlayerReference,
  asked: AskedRoles,
): PlayerInvited {
  return { event: 'invite', actor, invitee, ...naming(subject), roles: asked, state: 'PENDING' }
}

/** A player has one request about a process or team at a time: `already_requested`. Spec 4.15 "Requests". */
export function requestedAlready(requests: Requests, subject: Subject, player: string): Fault | undefined {
  const isRequested = pendingFor(requests, subject, player).some(({ event }) => event !== 'invite')
  return isRequested ? fault('already_requested', { player, id: subject.id }) : undefined
}
