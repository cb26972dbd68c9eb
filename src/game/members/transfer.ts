import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { enabledPlayer } from '../players/acting.ts'
import { referToPlayer, type Player, type PlayerReference } from '../players/player.ts'
import { admissionTo, type Admission } from './admission.ts'
import { callerIn, denied } from './concerned.ts'
import { transferEvent, makesChange } from './effects.ts'
import type { Roles, Subject } from './subject.ts'

/** The input of a transfer of ownership. */
export interface TransferInput {
  readonly subject: Subject
  /** The id of the new owner, who does not have to be a member. */
  readonly player: string
  readonly roles: Readonly<Record<string, unknown>>
}

/** Returns the process or team with an id as answers show it. */
type Show<R> = (state: GameState, design: GameContext['design'], id: string) => R

/**
 * Defines the command that transfers a process or team for its owner, who remains a member with the same roles. Spec 1 `POST
 * .../transfer`.
 */
export const defineTransfer = <R>(name: string, show: Show<R>): GameCommand<TransferInput, R> => ({
  kind: 'command',
  name,
  decide: (state, input, context) => {
    const concerned = callerIn(state, context, input.subject)
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const newOwner = enabledPlayer(state, input.player)
    if (isFault(newOwner)) return newOwner
    if (player.id !== admission.owner) return denied(admission, player.id, 'transfer')
    const roles = newOwnerRoles(admission, newOwner, input.roles)
    if (isFault(roles)) return roles
    if (admission.closed && makesChange(admission, newOwner.id, roles)) return admission.closed
    return transferTo(admission, referToPlayer(player), referToPlayer(newOwner), roles, (after) =>
      show(after, context.design, input.subject.id),
    )
  },
})

/**
 * Defines the command that transfers any process or team to a player, for an operator. It may have no owner. Spec 2 `POST
 * .../transfer`, 4.15.
 */
export const defineTransferFor = <R>(name: string, show: Show<R>): GameCommand<TransferInput, R> => ({
  kind: 'command',
  name,
  decide: (state, input, { design }) => {
    const admission = admissionTo(state, design, input.subject)
    if (isFault(admission)) return admission
    const newOwner = enabledPlayer(state, input.player)
    if (isFault(newOwner)) return newOwner
    const roles = newOwnerRoles(admission, newOwner, input.roles)
    if (isFault(roles)) return roles
    return transferTo(admission, undefined, referToPlayer(newOwner), roles, (after) =>
      show(after, design, input.subject.id),
    )
  },
})

/**
 * Returns the roles of the new owner: the requested ones in addition to the current ones. Spec 1 "Errors": `invalid_role`.
 */
function newOwnerRoles(admission: Admission, { id }: Player, body: TransferInput['roles']): Roles | Fault {
  const requested = admission.read(body, 'transfer')
  if (isFault(requested)) return requested
  const roles = admission.rolesAfter(id, requested)
  if (isFault(roles) && roles.fault === 'role_required')
    return fault('invalid_role', { message: `The player '${id}' would be left without any role` })
  return roles
}

/** Decides a transfer. There is no event if the player already is the owner and has these roles. */
function transferTo<R>(
  admission: Admission,
  actor: PlayerReference | undefined,
  newOwner: PlayerReference,
  roles: Roles,
  answer: (after: GameState) => R,
): Decision<GameState, R> {
  const isSame = newOwner.id === admission.owner && !makesChange(admission, newOwner.id, roles)
  return { events: isSame ? [] : [transferEvent(admission, actor, newOwner, roles)], answer }
}
