import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import type { Decision } from '../kernel/operation.ts'
import { referToPlayer } from '../players/player.ts'
import { earlierFor, inPlaceOf, requestEvent } from '../requests/effects.ts'
import type { AccessRequested, RequestedRoles } from '../requests/shapes.ts'
import { showNewRequest, type ShownRequest } from '../requests/show.ts'
import type { Admission } from './admission.ts'
import type { Concerned } from './concerned.ts'

/** Roles as answers show them: of a team role -> rank, of a process lane -> role. */
export type ShownRoles = ReturnType<Admission['shown']>

/** The request of a player who wants roles; it waits for who may grant them. */
export interface Requested {
  readonly request: ShownRequest
}

/** Asks those who may grant them for roles. Spec 1 "Request and invitation state". */
export function asking(
  state: GameState,
  context: GameContext,
  { admission, player }: Concerned,
  kind: AccessRequested['event'],
  asked: RequestedRoles,
): Fault | Decision<GameState, Requested> {
  const { subject } = admission
  const earlier = earlierFor(state, context.design, subject, player.id, 'request')
  if (earlier?.stands) return fault('already_requested', { player: player.id, id: subject.id })
  const event = inPlaceOf(earlier, requestEvent(admission, kind, referToPlayer(player), asked))
  return { events: [event], answer: () => ({ request: showNewRequest(event, context) }) }
}
