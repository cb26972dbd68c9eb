import type { GameCommand } from '../game-operation.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { referToPlayer } from '../players/player.ts'
import type { RequestedRoles } from '../requests/shapes.ts'
import { asking, type Requested, type ShownRoles } from './role-request.ts'
import { callerIn, named, namedIn, type Concerned } from './concerned.ts'
import { cameIn } from './effects.ts'
import type { Roles, Subject } from './subject.ts'

interface JoinInput {
  readonly subject: Subject
  readonly roles: Readonly<Record<string, unknown>>
}

/** What coming in comes to. */
export interface Joined {
  readonly roles: ShownRoles
}

/** Comes into a PUBLIC process or team; asks to come into a PROTECTED one. Spec 1 `POST .../join`, 4.9, 4.10. */
export const joinSubject: GameCommand<JoinInput, Joined | Requested> = {
  kind: 'command',
  name: 'members.join',
  decide: (state, { subject, roles: body }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (admission.access === 'PRIVATE') return invitationNeeded(concerned)
    if (admission.closed) return admission.closed
    const place = placeFor(concerned, body)
    if (isFault(place)) return place
    if (admission.access === 'PROTECTED') return asking(state, context, concerned, 'join:request', place.asked)
    const { roles } = place
    return {
      events: [cameIn(admission, referToPlayer(player), roles)],
      answer: () => ({ roles: admission.shown(roles) }),
    }
  },
}

function invitationNeeded({ admission, player }: Concerned): Fault {
  const message = `The player '${player.id}' needs an invitation to join the ${named(admission)}`
  return fault('access_denied', { message })
}

/** Puts a player into a process or team, whatever its access. Spec 2 `POST .../join`. */
export const addMember: GameCommand<JoinInput & { readonly player: string }, Joined> = {
  kind: 'command',
  name: 'members.join-for',
  decide: (state, { subject, player: id, roles: body }, context) => {
    const concerned = namedIn(state, context, subject, id)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const place = placeFor(concerned, body)
    if (isFault(place)) return place
    const { roles } = place
    return {
      events: [cameIn(admission, referToPlayer(player), roles, true)],
      answer: () => ({ roles: admission.shown(roles) }),
    }
  },
}

/** The roles that a player wants who is not in it yet, and has then. */
function placeFor(
  { admission, player: { id } }: Concerned,
  body: JoinInput['roles'],
): { readonly asked: RequestedRoles; readonly roles: Roles } | Fault {
  const asked = admission.read(body, 'join')
  if (isFault(asked)) return asked
  if (admission.member(id))
    return fault('player_exists', { message: `The player '${id}' is already in the ${named(admission)}` })
  const roles = admission.rolesAfter(id, asked)
  return isFault(roles) ? roles : { asked, roles }
}
