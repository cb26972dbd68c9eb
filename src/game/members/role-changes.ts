import type { GameCommand } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { referToPlayer } from '../players/player.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import type { Admission } from './admission.ts'
import { asking, type Requested, type ShownRoles } from './role-request.ts'
import { callerIn, denied, memberIn, named, namedIn } from './concerned.ts'
import { assignedRoles, changedRoles, makesChange } from './effects.ts'
import type { RolesAssigned, RolesChanged } from './shapes.ts'
import type { Roles, Subject } from './subject.ts'

interface OwnInput {
  readonly subject: Subject
  readonly roles: Readonly<Record<string, unknown>>
}
interface OthersInput extends OwnInput {
  readonly player: string
}

/** The roles of a player after a change. */
export interface Changed {
  readonly roles: ShownRoles
  readonly message: string
}

/**
 * Changes the caller's own roles, or asks for it where that takes another's word. Who is no performer has no right to;
 * who is no member is not found there. Spec 1 `POST .../roles`, 4.9, 4.10.
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
    const asked = admission.read(body, 'change')
    if (isFault(asked)) return asked
    const roles = admission.rolesAfter(player.id, asked)
    if (isFault(roles)) return roles
    if (makesChange(admission, player.id, roles) && !admission.mayTake(player.id, asked))
      return asking(state, context, concerned, 'role:request', asked)
    return changing(admission, player.id, roles, changedRoles(admission, referToPlayer(player), roles))
  },
}

/** Changes the roles of another. Spec 1 `POST .../performers/:performer_id/roles`, 4.10. */
export const assignRoles: GameCommand<OthersInput, Changed> = {
  kind: 'command',
  name: 'members.assign-roles',
  decide: (state, { subject, player: id, roles: body }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const other = memberIn(state, admission, id)
    if (isFault(other)) return other
    const asked = assignable(admission, player.id, id, body)
    if (isFault(asked)) return asked
    const roles = admission.rolesAfter(id, asked)
    if (isFault(roles)) return roles
    const [giver, taker] = [referToPlayer(player), referToPlayer(other)]
    // One's own roles are one's own, by whichever route.
    const isOwn = giver.id === taker.id
    const event = isOwn ? changedRoles(admission, taker, roles) : assignedRoles(admission, giver, taker, roles)
    return changing(admission, id, roles, event)
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
    const asked = admission.read(body, 'change')
    if (isFault(asked)) return asked
    const roles = admission.rolesAfter(id, asked)
    if (isFault(roles)) return roles
    return changing(admission, id, roles, changedRoles(admission, referToPlayer(member), roles, true))
  },
}

/**
 * The roles that a player wants another to have: the right to change any is looked at before whether the team is locked
 * and what they are, that to these after. Spec 5.2.
 */
function assignable(
  admission: Admission,
  player: string,
  other: string,
  body: OwnInput['roles'],
): RequestedRoles | Fault {
  const forbidden = denied(admission, player, `make this change to the roles of the player '${other}' in`)
  if (!admission.mayGrant(player, other, {})) return forbidden
  if (admission.closed) return admission.closed
  const asked = admission.read(body, 'change')
  if (isFault(asked)) return asked
  const takesAway = Object.values(asked).includes(false)
  const may = admission.mayGrant(player, other, asked) && (!takesAway || admission.mayStrip(player, other))
  return may ? asked : forbidden
}

/** A player has these roles now; where that is nothing new, nothing happens. */
function changing(
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
      message: `The roles of the player '${player}' in the ${named(admission)} ${what}`,
    }),
  }
}
