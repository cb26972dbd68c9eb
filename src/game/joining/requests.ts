import type { GameCommand, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { pageFrom, type Paged, type PageRange } from '../kernel/page.ts'
import { admitNewcomer } from './newcomer.ts'
import type { GameRequestAnswered } from './shapes.ts'
import { showJoinRequest, type ShownJoinRequest } from './show.ts'
import type { JoinRequest } from './state.ts'

/** Lists the pending requests to join, oldest first. Spec 2 `GET /admin/requests`. */
export const listJoinRequests: GameWalk<PageRange, Paged<ShownJoinRequest>> = {
  kind: 'walk',
  name: 'joining.requests',
  walk: ({ joining }, page) =>
    pageFrom(joining.requests.values(), { ...page, show: (request) => showJoinRequest(request, 'PENDING') }),
}

/** Accepts a request to join, and creates the player like any other. Spec 2 `POST /admin/requests/:request_id`. */
export const acceptJoinRequest: GameCommand<{ readonly id: string }, ShownJoinRequest> = {
  kind: 'command',
  name: 'joining.accept',
  decide: (state, { id }, context) => {
    const request = pendingRequest(state, id)
    if (isFault(request)) return request
    const admitted = admitNewcomer(state, context, request)
    if (isFault(admitted)) return admitted
    const accepted: GameRequestAnswered = { event: 'game:request:accept', request: id }
    return { events: [accepted, ...admitted.events], answer: () => showJoinRequest(request, 'ACCEPTED') }
  },
}

/** Rejects a request to join. Spec 2 `DELETE /admin/requests/:request_id`. */
export const rejectJoinRequest: GameCommand<{ readonly id: string }, ShownJoinRequest> = {
  kind: 'command',
  name: 'joining.reject',
  decide: (state, { id }) => {
    const request = pendingRequest(state, id)
    if (isFault(request)) return request
    const rejected: GameRequestAnswered = { event: 'game:request:reject', request: id }
    return { events: [rejected], answer: () => showJoinRequest(request, 'REJECTED') }
  },
}

function pendingRequest({ joining }: GameState, id: string): JoinRequest | Fault {
  return joining.requests.get(id) ?? fault('invalid_approval_request', { id })
}
