import type { Design } from '../design/design.ts'
import type { GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import type { Steps } from '../kernel/operation.ts'
import { pageFrom, type Paged, type PageRange } from '../kernel/page.ts'
import { callerIn } from '../members/concerned.ts'
import type { Subject } from '../members/subject.ts'
import { actingPlayer } from '../players/acting.ts'
import { effectiveRequest } from './effective.ts'
import { mayNotAnswer } from './open-request.ts'
import { showRequest, type ShownRequest } from './show.ts'
import { requestsOf, requestsOfPlayer, type Request } from './state.ts'

interface PageOfSubject extends PageRange {
  readonly subject: Subject
}

/** A page of pending requests or invitations, oldest first. */
export type PageOfRequests = Paged<ShownRequest>

/** Lists the caller's requests to all processes and teams. Spec 1 `GET /runtime/approvals`. */
export const listOwnRequests: GameWalk<PageRange, PageOfRequests> = {
  kind: 'walk',
  name: 'requests.own',
  walk: (state, page, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    return pageOfRequests(state, design, requestsOfPlayer(state.requests, player.id), isRequest, page)
  },
}

/** Lists the invitations that the caller received. Spec 1 `GET /runtime/invites`. */
export const listOwnInvites: GameWalk<PageRange, PageOfRequests> = {
  kind: 'walk',
  name: 'requests.invites',
  walk: (state, page, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const isReceived = ({ invitee }: Request) => invitee?.id === player.id
    return pageOfRequests(state, design, requestsOfPlayer(state.requests, player.id), isReceived, page)
  },
}

/** Lists the invitations to a process or team that the caller sent. Spec 1 `GET /runtime/processes/:process_id/invites`. */
export const listSentInvites: GameWalk<PageOfSubject, PageOfRequests> = {
  kind: 'walk',
  name: 'requests.sent',
  walk: (state, { subject, ...page }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    const { player } = concerned
    const isSentByCaller = (request: Request) => !isRequest(request) && request.actor.id === player.id
    return pageOfRequests(state, context.design, requestsOf(state.requests, subject), isSentByCaller, page)
  },
}

/**
 * Lists the requests about a process or team, for players who may approve them. Spec 1 `GET
 * /runtime/processes/:process_id/approvals`.
 */
export const listRequests: GameWalk<PageOfSubject, PageOfRequests> = {
  kind: 'walk',
  name: 'requests.list',
  walk: (state, { subject, ...page }, context) => {
    const concerned = callerIn(state, context, subject)
    if (isFault(concerned)) return concerned
    if (!concerned.admission.maySeeRequests(concerned.player.id)) return mayNotAnswer(concerned)
    return pageOfRequests(state, context.design, requestsOf(state.requests, subject), isRequest, page)
  },
}

const isRequest = ({ event }: Request): boolean => event !== 'invite'

function pageOfRequests(
  state: GameState,
  design: Design,
  requests: Iterable<Request>,
  matches: (request: Request) => boolean,
  range: PageRange,
): Steps<PageOfRequests> {
  const show = (request: Request): ShownRequest => showRequest(request, { state: 'PENDING' })
  return pageFrom(effectiveAmong(state, design, requests, matches), { ...range, show })
}

function* effectiveAmong(
  state: GameState,
  design: Design,
  requests: Iterable<Request>,
  matches: (request: Request) => boolean,
): Generator<Request | undefined> {
  for (const request of requests) yield matches(request) ? effectiveRequest(state, design, request) : undefined
}
