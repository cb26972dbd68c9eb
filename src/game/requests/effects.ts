import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import type { Admission } from '../members/admission.ts'
import { naming, type Subject } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import { effectiveRequest } from './effective.ts'
import type { AccessRequested, RequestedRoles, PlayerInvited } from './shapes.ts'
import { pendingFor } from './state.ts'

/** Returns the event of a player requesting to join or other roles. Players who may approve it are notified. Spec 5.3. */
export function requestEvent(
  admission: Admission,
  event: AccessRequested['event'],
  actor: PlayerReference,
  requested: RequestedRoles,
): AccessRequested {
  return {
    event,
    actor,
    ...naming(admission.subject),
    roles: requested,
    state: 'PENDING',
    engine: { approvers: admission.approvers(actor.id, requested) },
  }
}

/** Returns the event of a player inviting another, with the offered roles. Spec 5.3. */
export function inviteEvent(
  { subject }: Admission,
  actor: PlayerReference,
  invitee: PlayerReference,
  requested: RequestedRoles,
): PlayerInvited {
  return { event: 'invite', actor, invitee, ...naming(subject), roles: requested, state: 'PENDING' }
}

/** A pending invitation or request, and whether the design still has anything that it is about. */
interface Earlier {
  readonly id: string
  readonly isEffective: boolean
}

/**
 * Returns the pending invitation or request of a player about a process or team. There is at most one of each. A new one
 * replaces it if the design has none of its roles any longer. Spec 4.13, 4.15 "Requests".
 */
export function earlierRequest(
  state: GameState,
  design: Design,
  subject: Subject,
  player: string,
  kind: 'invite' | 'request',
): Earlier | undefined {
  const pending = pendingFor(state.requests, subject, player).find(
    ({ event }) => (event === 'invite') === (kind === 'invite'),
  )
  if (!pending) return undefined
  const effective = effectiveRequest(state, design, pending)
  const wasEmpty = Object.keys(pending.roles).length === 0
  return {
    id: pending.id,
    isEffective: effective !== undefined && (wasEmpty || Object.keys(effective.roles).length > 0),
  }
}

/** Returns the event of a request or invitation with the effect that it replaces an earlier one, if there is one. */
export function replacing<E extends AccessRequested | PlayerInvited>(earlier: Earlier | undefined, event: E): E {
  return earlier ? { ...event, engine: { ...event.engine, settles: earlier.id } } : event
}
