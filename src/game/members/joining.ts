import type { GameCommand } from '../game-operation.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { referToPlayer } from '../players/player.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import { callerIn, describeSubject, namedIn, type Concerned } from './concerned.ts'
import { joinEvent } from './effects.ts'
import { requestRoles, type Requested, type ShownRoles } from './role-request.ts'
import type { Roles, Subject } from './subject.ts'

interface JoinInput {
  readonly subject: Subject
  readonly roles: Readonly<Record<string, unknown>>
}

/** The roles of a player who has joined. */
export interface Joined {
  readonly roles: ShownRoles
}

/** Joins a PUBLIC process or team, or requests to join a PROTECTED one. Spec 1 `POST .../join`, 4.9, 4.10. */
export const joinSubject: GameCommand<JoinInput, Joined | Requested> = {
  kind: 'command',
  name: 'members.join',
  decide: (state, { subject, roles: body }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (admission.access === 'PRIVATE') return invitationNeeded(concerned)
    if (admission.closed) return admission.closed
    const joinRoles = rolesFor(concerned, body)
    if (isFault(joinRoles)) return joinRoles
    if (admission.access === 'PROTECTED')
      return requestRoles(state, context, concerned, 'join:request', joinRoles.requested)
    const { roles } = joinRoles
    return {
      events: [joinEvent(admission, referToPlayer(player), roles)],
      answer: () => ({ roles: admission.shown(roles) }),
    }
  },
}

function invitationNeeded({ admission, player }: Concerned): Fault {
  const message = `The player '${player.id}' needs an invitation to join the ${describeSubject(admission)}`
  return fault('access_denied', { message })
}

/** Adds a player to a process or team with any access setting. Spec 2 `POST .../join`. */
export const addMember: GameCommand<JoinInput & { readonly player: string }, Joined> = {
  kind: 'command',
  name: 'members.join-for',
  decide: (state, { subject, player: id, roles: body }, context) => {
    const concerned = namedIn(state, context, subject, id)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const joinRoles = rolesFor(concerned, body)
    if (isFault(joinRoles)) return joinRoles
    const { roles } = joinRoles
    return {
      events: [joinEvent(admission, referToPlayer(player), roles, true)],
      answer: () => ({ roles: admission.shown(roles) }),
    }
  },
}

/** Returns the roles that a new member requests, and the roles that they then have. */
function rolesFor(
  { admission, player: { id } }: Concerned,
  body: JoinInput['roles'],
): { readonly requested: RequestedRoles; readonly roles: Roles } | Fault {
  const requested = admission.read(body, 'join')
  if (isFault(requested)) return requested
  if (admission.member(id))
    return fault('player_exists', { message: `The player '${id}' is already in the ${describeSubject(admission)}` })
  const roles = admission.rolesAfter(id, requested)
  return isFault(roles) ? roles : { requested, roles }
}
