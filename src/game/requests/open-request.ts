import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { admissionTo } from '../members/admission.ts'
import { callerIn, denied, type Concerned } from '../members/concerned.ts'
import { subjectKey, type Subject } from '../members/subject.ts'
import { actingPlayer } from '../players/acting.ts'
import { referToPlayer, type PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { effectiveRequest } from './effective.ts'
import { findRequest, type Request } from './state.ts'

/** Who acts, the process or team where, and the pending request that the call is about. */
export interface OpenRequest extends Concerned {
  readonly request: Request
}

/** The pending invitation that the caller got; else `invalid_invite`. */
export function inviteGot(state: GameState, { caller, design }: GameContext, id: string): OpenRequest | Fault {
  const player = actingPlayer(state, caller.player)
  if (isFault(player)) return player
  const invite = findRequest(state.requests, id)
  const request = invite?.invitee?.id === player.id ? effectiveRequest(state, design, invite) : undefined
  const admission = request && admissionTo(state, design, request.subject)
  return !admission || isFault(admission) ? fault('invalid_invite', { id }) : { player, admission, request }
}

/** The pending invitation into a process or team that the caller sent; else `invalid_invite`. */
export function inviteSent(state: GameState, context: GameContext, subject: Subject, id: string): OpenRequest | Fault {
  const concerned = callerIn(state, context, subject)
  if (isFault(concerned)) return concerned
  const request = requestAbout(state, context, subject, id)
  const isTheirs = request?.event === 'invite' && request.actor.id === concerned.player.id
  return isTheirs ? { ...concerned, request } : fault('invalid_invite', { id })
}

/**
 * The pending request about a process or team that the caller may grant or refuse; else `invalid_approval_request`, but
 * the right to is looked at before. Spec 4.15.
 */
export function requestHeard(
  state: GameState,
  context: GameContext,
  subject: Subject,
  id: string,
): OpenRequest | Fault {
  const concerned = callerIn(state, context, subject)
  if (isFault(concerned)) return concerned
  const { admission, player } = concerned
  if (!admission.maySeeRequests(player.id)) return mayNotHear(concerned)
  const request = requestAbout(state, context, subject, id)
  if (!request || request.event === 'invite') return fault('invalid_approval_request', { id })
  // Nobody answers a request of their own.
  const mayAnswer = player.id !== request.actor.id && admission.mayGrant(player.id, request.actor.id, request.roles)
  return mayAnswer ? { ...concerned, request } : denied(admission, player.id, 'answer this request about')
}

/** That the caller may not know what is asked for. */
export function mayNotHear({ admission, player }: Concerned): Fault {
  return denied(admission, player.id, 'answer requests about')
}

function requestAbout(state: GameState, { design }: GameContext, subject: Subject, id: string): Request | undefined {
  const request = findRequest(state.requests, id)
  return request && subjectKey(request.subject) === subjectKey(subject)
    ? effectiveRequest(state, design, request)
    : undefined
}

/** A player by the alias of this moment; requests of who has gone are gone too. Spec 4.15. */
export function referNow(state: GameState, reference: PlayerReference): PlayerReference {
  const player = findPlayer(state.players, reference.id)
  return player ? referToPlayer(player) : reference
}
