import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { referToPlayer } from '../players/player.ts'
import { earlierRequest, replacing, requestEvent } from '../requests/effects.ts'
import type { AccessRequested, RequestedRoles } from '../requests/shapes.ts'
import { showNewRequest, type ShownRequest } from '../requests/show.ts'
import type { Admission } from './admission.ts'
import type { Concerned } from './concerned.ts'

/** Roles as answers show them: role -> rank in a team, lane -> role in a process. */
export type ShownRoles = ReturnType<Admission['shown']>

/** The answer to a call that created a request for roles, which waits for approval. */
export interface Requested {
  readonly request: ShownRequest
}

/**
 * Creates a request for roles. It replaces an earlier one that is no longer effective. Spec 1 "Request and invitation
 * state".
 */
export function requestRoles(
  state: GameState,
  context: GameContext,
  { admission, player }: Concerned,
  kind: AccessRequested['event'],
  requested: RequestedRoles,
): Fault | Decision<GameState, Requested> {
  const { subject } = admission
  const earlier = earlierRequest(state, context.design, subject, player.id, 'request')
  if (earlier?.isEffective) return fault('already_requested', { player: player.id, id: subject.id })
  const event = replacing(earlier, requestEvent(admission, kind, referToPlayer(player), requested))
  return { events: [event], answer: () => ({ request: showNewRequest(event, context) }) }
}
