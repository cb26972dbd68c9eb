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

/** The acting player, the process or team, and the pending request or invitation of a call. */
export interface OpenRequest extends Concerned {
  readonly request: Request
}

/** Returns a pending invitation that the caller received, or the fault `invalid_invite`. */
export function receivedInvite(state: GameState, { caller, design }: GameContext, id: string): OpenRequest | Fault {
  const player = actingPlayer(state, caller.player)
  if (isFault(player)) return player
  const invite = findRequest(state.requests, id)
  const request = invite?.invitee?.id === player.id ? effectiveRequest(state, design, invite) : undefined
  const admission = request && admissionTo(state, design, request.subject)
  return !admission || isFault(admission) ? fault('invalid_invite', { id }) : { player, admission, request }
}

/** Returns a pending invitation to a process or team that the caller sent, or the fault `invalid_invite`. */
export function sentInvite(state: GameState, context: GameContext, subject: Subject, id: string): OpenRequest | Fault {
  const concerned = callerIn(state, context, subject)
  if (isFault(concerned)) return concerned
  const request = requestAbout(state, context, subject, id)
  const isTheirs = request?.event === 'invite' && request.actor.id === concerned.player.id
  return isTheirs ? { ...concerned, request } : fault('invalid_invite', { id })
}

/**
 * Returns a pending request about a process or team that the caller may accept or reject, or `invalid_approval_request`.
 * The right to see requests is checked first. Spec 4.15.
 */
export function answerableRequest(
  state: GameState,
  context: GameContext,
  subject: Subject,
  id: string,
): OpenRequest | Fault {
  const concerned = callerIn(state, context, subject)
  if (isFault(concerned)) return concerned
  const { admission, player } = concerned
  if (!admission.maySeeRequests(player.id)) return mayNotAnswer(concerned)
  const request = requestAbout(state, context, subject, id)
  if (!request || request.event === 'invite') return fault('invalid_approval_request', { id })
  // Players cannot answer their own requests.
  const mayAnswer = player.id !== request.actor.id && admission.mayGrant(player.id, request.actor.id, request.roles)
  return mayAnswer ? { ...concerned, request } : denied(admission, player.id, 'answer this request about')
}

/** Returns the fault for a caller who may not see pending requests. */
export function mayNotAnswer({ admission, player }: Concerned): Fault {
  return denied(admission, player.id, 'answer requests about')
}

function requestAbout(state: GameState, { design }: GameContext, subject: Subject, id: string): Request | undefined {
  const request = findRequest(state.requests, id)
  return request && subjectKey(request.subject) === subjectKey(subject)
    ? effectiveRequest(state, design, request)
    : undefined
}

/** Returns a player with the current alias. Requests of deleted players are deleted too, so the player exists. Spec 4.15. */
export function currentReference(state: GameState, reference: PlayerReference): PlayerReference {
  const player = findPlayer(state.players, reference.id)
  return player ? referToPlayer(player) : reference
}
