import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import type { Admission } from '../members/admission.ts'
import { naming, type Subject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import type { AccessRequested, RequestedRoles, PlayerInvited } from './shapes.ts'
import { effectiveRequest } from './effective.ts'
import { pendingFor } from './state.ts'

/** That a player asks to come in, or for other roles; those who may approve are told. Spec 5.3. */
export function requestEvent(
  admission: Admission,
  event: AccessRequested['event'],
  actor: PlayerReference,
  asked: RequestedRoles,
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
  asked: RequestedRoles,
): PlayerInvited {
  return { event: 'invite', actor, invitee, ...naming(subject), roles: asked, state: 'PENDING' }
}

/** What is pending of a kind for a player about a process or team, and whether any of it stands still. */
interface Earlier {
  readonly id: string
  readonly stands: boolean
}

/**
 * The invitation, or the request, that is pending for a player about a process or team: there is one at a time, but one of
 * whose roles the design has none any more gives way. Spec 4.13, 4.15 "Requests".
 */
export function earlierFor(
  state: GameState,
  design: Design,
  subject: Subject,
  player: string,
  kind: 'invite' | 'request',
): Earlier | undefined {
  const found = pendingFor(state.requests, subject, player).find(
    ({ event }) => (event === 'invite') === (kind === 'invite'),
  )
  if (!found) return undefined
  const left = effectiveRequest(state, design, found)
  const wasEmpty = Object.keys(found.roles).length === 0
  return { id: found.id, stands: left !== undefined && (wasEmpty || Object.keys(left.roles).length > 0) }
}

/** The event of a request or invitation that takes the place of an earlier one, where there is one. */
export function inPlaceOf<E extends AccessRequested | PlayerInvited>(earlier: Earlier | undefined, event: E): E {
  return earlier ? { ...event, engine: { ...event.engine, settles: earlier.id } } : event
}
