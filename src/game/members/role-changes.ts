import type { GameCommand } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { referToPlayer } from '../players/player.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Admission } from './admission.ts'
import { callerIn, denied, memberIn, describeSubject, namedIn } from './concerned.ts'
import { rolesAssignedEvent, rolesChangedEvent, makesChange } from './effects.ts'
import { requestRoles, type Requested, type ShownRoles } from './role-request.ts'
import type { RolesAssigned, RolesChanged } from './shapes.ts'
import type { Roles, Subject } from './subject.ts'

interface OwnInput {
  readonly subject: Subject
  readonly roles: Readonly<Record<string, unknown>>
}
interface OthersInput extends OwnInput {
  readonly player: string
}

/** The roles of a player after a change, with a message. */
export interface Changed {
  readonly roles: ShownRoles
  readonly message: string
}

/**
 * Changes the caller's own roles, or creates a request if the change needs approval. A caller who is not a member gets
 * `access_denied` for a process and `member_not_found` for a team. Spec 1 `POST .../roles`, 4.9, 4.10.
 */
export const changeOwnRoles: GameCommand<OwnInput, Changed | Requested> = {
  kind: 'command',
  name: 'members.change-roles',
  decide: (state, { subject, roles: body }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const member = memberIn(state, admission, player.id)
    if (isFault(member)) return subject.kind === 'process' ? denied(admission, player.id, 'have roles in') : member
    if (admission.closed) return admission.closed
    const requested = admission.read(body, 'change')
    if (isFault(requested)) return requested
    const roles = admission.rolesAfter(player.id, requested)
    if (isFault(roles)) return roles
    if (makesChange(admission, player.id, roles) && !admission.mayTake(player.id, requested))
      return requestRoles(state, context, concerned, 'role:request', requested)
    return changeTo(admission, player.id, roles, rolesChangedEvent(admission, referToPlayer(player), roles))
  },
}

/** Changes the roles of another player. Spec 1 `POST .../performers/:performer_id/roles`, 4.10. */
export const assignRoles: GameCommand<OthersInput, Changed> = {
  kind: 'command',
  name: 'members.assign-roles',
  decide: (state, { subject, player: id, roles: body }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const other = memberIn(state, admission, id)
    if (isFault(other)) return other
    const requested = assignableRoles(admission, player.id, id, body)
    if (isFault(requested)) return requested
    const roles = admission.rolesAfter(id, requested)
    if (isFault(roles)) return roles
    const [giver, taker] = [referToPlayer(player), referToPlayer(other)]
    // A player who names themselves changes their own roles, with the same event as on the other route.
    const isOwn = giver.id === taker.id
    const event = isOwn
      ? rolesChangedEvent(admission, taker, roles)
      : rolesAssignedEvent(admission, giver, taker, roles)
    return changeTo(admission, id, roles, event)
  },
}

/** Changes the roles of a player, for an operator. Spec 2 `POST .../roles`. */
export const setRoles: GameCommand<OthersInput, Changed> = {
  kind: 'command',
  name: 'members.change-roles-for',
  decide: (state, { subject, player: id, roles: body }, context) => {
    const concerned = namedIn(state, context, subject, id)
    if (isFault(concerned)) return concerned
    const { admission } = concerned
    const member = memberIn(state, admission, id)
    if (isFault(member)) return member
    const requested = admission.read(body, 'change')
    if (isFault(requested)) return requested
    const roles = admission.rolesAfter(id, requested)
    if (isFault(roles)) return roles
    return changeTo(admission, id, roles, rolesChangedEvent(admission, referToPlayer(member), roles, true))
  },
}

/**
 * Returns the roles that a player requests for another. Checks in this order: the right to change any roles, the lock of the
 * team, the roles in the body, and the right to change these roles. Spec 5.2.
 */
function assignableRoles(
  admission: Admission,
  player: string,
  other: string,
  body: OwnInput['roles'],
): RequestedRoles | Fault {
  const forbidden = denied(admission, player, `make this change to the roles of the player '${other}' in`)
  if (!admission.mayGrant(player, other, {})) return forbidden
  if (admission.closed) return admission.closed
  const requested = admission.read(body, 'change')
  if (isFault(requested)) return requested
  const takesAway = Object.values(requested).includes(false)
  const may = admission.mayGrant(player, other, requested) && (!takesAway || admission.mayRevoke(player, other))
  return may ? requested : forbidden
}

/** Decides a change of roles. There is no event if the player already has these roles. */
function changeTo(
  admission: Admission,
  player: string,
  roles: Roles,
  event: RolesChanged | RolesAssigned,
): Decision<GameState, Changed> {
  const isChange = makesChange(admission, player, roles)
  const what = isChange ? 'are changed as requested' : 'already are as requested'
  return {
    events: isChange ? [event] : [],
    answer: () => ({
      roles: admission.shown(roles),
      message: `The roles of the player '${player}' in the ${describeSubject(admission)} ${what}`,
    }),
  }
}
