import type { GameCommand } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import { emptyNameMap } from '../kernel/name-map.ts'
import { withRequested } from '../members/roles.ts'
import type { SubjectEffects } from '../members/shapes.ts'
import { naming, type Subject } from '../members/subject.ts'
import { referToPlayer } from '../players/player.ts'
import { currentReference, answerableRequest, type OpenRequest } from './open-request.ts'
import type { JoinAnswered, RolesAnswered } from './shapes.ts'
import { showRequest, type ShownRequest } from './show.ts'

interface ApprovalInput {
  readonly subject: Subject
  readonly id: string
}

/** Accepts a request to join or for other roles. Spec 1 `POST .../approvals/:request_id`. */
export const approveRequest: GameCommand<ApprovalInput, ShownRequest> = {
  kind: 'command',
  name: 'requests.approve',
  decide: (state, { subject, id }, context) => {
    const found = answerableRequest(state, context, subject, id)
    if (isFault(found)) return found
    const { player, admission, request } = found
    if (admission.closed) return admission.closed
    const roles = admission.rolesAfter(request.actor.id, request.roles)
    if (isFault(roles)) return roles
    const outcome = {
      state: 'ACCEPTED',
      accepted_by: referToPlayer(player),
      accepted_at: toIso(context.at),
    } as const
    return {
      events: [answerEvent(state, found, 'accept', { members: [{ player: request.actor.id, roles }], settles: id })],
      answer: () => showRequest(request, outcome),
    }
  },
}

/** Rejects a request. Spec 1 `DELETE .../approvals/:request_id`. */
export const declineRequest: GameCommand<ApprovalInput, ShownRequest> = {
  kind: 'command',
  name: 'requests.decline',
  decide: (state, { subject, id }, context) => {
    const found = answerableRequest(state, context, subject, id)
    if (isFault(found)) return found
    const outcome = {
      state: 'REJECTED',
      rejected_by: referToPlayer(found.player),
      rejected_at: toIso(context.at),
    } as const
    return {
      events: [answerEvent(state, found, 'reject', { settles: id })],
      answer: () => showRequest(found.request, outcome),
    }
  },
}

/** Returns the event of an answer to a request. For a role request it contains the changes, even if rejected. Spec 5.3. */
function answerEvent(
  state: GameState,
  { player: approver, admission, request }: OpenRequest,
  answer: 'accept' | 'reject',
  engine: SubjectEffects,
): JoinAnswered | RolesAnswered {
  const player = currentReference(state, request.actor)
  const parts = { actor: referToPlayer(approver), player, ...naming(admission.subject), engine }
  if (request.event === 'join:request') return { ...parts, event: `join:request:${answer}` }
  const after = withRequested(admission.member(player.id)?.roles ?? emptyNameMap, request.roles)
  return { ...parts, event: `role:request:${answer}`, changes: admission.changesTo(player.id, after) }
}
