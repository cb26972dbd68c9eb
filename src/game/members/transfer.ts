import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { enabledPlayer } from '../players/acting.ts'
import { referToPlayer, type Player, type PlayerReference } from '../players/player.ts'
import { admissionTo, type Admission } from './admission.ts'
import { callerIn, denied } from './concerned.ts'
import { handedOver, makesChange } from './effects.ts'
import type { Roles, Subject } from './subject.ts'

export interface TransferInput {
  readonly subject: Subject
  /** The id of the new owner, who need not be in it. */
  readonly player: string
  readonly roles: Readonly<Record<string, unknown>>
}

/** Shows the process or team of an id as it is now. */
type Show<R> = (state: GameState, design: GameContext['design'], id: string) => R

/** Gives away what is the caller's own; who owned it stays in it with the roles of before. Spec 1 `POST .../transfer`. */
export const transferring = <R>(name: string, show: Show<R>): GameCommand<TransferInput, R> => ({
  kind: 'command',
  name,
  decide: (state, input, context) => {
    const concerned = callerIn(state, context, input.subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const heir = enabledPlayer(state, input.player)
    if (isFault(heir)) return heir
    if (player.id !== admission.owner) return denied(admission, player.id, 'transfer')
    const roles = rolesOfOwner(admission, heir, input.roles)
    if (isFault(roles)) return roles
    if (admission.closed && makesChange(admission, heir.id, roles)) return admission.closed
    return giving(admission, referToPlayer(player), referToPlayer(heir), roles, (after) =>
      show(after, context.design, input.subject.id),
    )
  },
})

/** Gives what is anybody's, or nobody's, to a player. Spec 2 `POST .../transfer`, 4.15. */
export const transferringFor = <R>(name: string, show: Show<R>): GameCommand<TransferInput, R> => ({
  kind: 'command',
  name,
  decide: (state, input, { design }) => {
    const admission = admissionTo(state, design, input.subject)
    if (isFault(admission)) return admission
    const heir = enabledPlayer(state, input.player)
    if (isFault(heir)) return heir
    const roles = rolesOfOwner(admission, heir, input.roles)
    if (isFault(roles)) return roles
    return giving(admission, undefined, referToPlayer(heir), roles, (after) => show(after, design, input.subject.id))
  },
})

/** What the new owner's roles are: those asked for, on top of those that the player has. Spec 1 "Errors": `invalid_role`. */
function rolesOfOwner(admission: Admission, { id }: Player, body: TransferInput['roles']): Roles | Fault {
  const asked = admission.read(body, 'transfer')
  if (isFault(asked)) return asked
  const roles = admission.rolesAfter(id, asked)
  if (isFault(roles) && roles.fault === 'role_required')
    return fault('invalid_role', { message: `The player '${id}' would be left without any role` })
  return roles
}

/** Nothing happens where it is the player's already, in these roles. */
function giving<R>(
  admission: Admission,
  actor: PlayerReference | undefined,
  heir: PlayerReference,
  roles: Roles,
  answer: (after: GameState) => R,
): Decision<GameState, R> {
  const isSame = heir.id === admission.owner && !makesChange(admission, heir.id, roles)
  return { events: isSame ? [] : [handedOver(admission, actor, heir, roles)], answer }
}
