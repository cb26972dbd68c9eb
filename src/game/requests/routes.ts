import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { paged } from '../kernel/answer-shapes.ts'
import type { Api } from '../kernel/route.ts'
import { idSchema, namedEntries, paging, strictObject } from '../kernel/schema.ts'
import type { Subject, SubjectKind } from '../members/subject.ts'
import { requestAnswer } from './answer-schema.ts'
import { approveRequest, declineRequest } from './approvals.ts'
import { acceptInvite, cancelInvite, rejectInvite, sendInvite } from './invitations.ts'
import { listOwnInvites, listOwnRequests, listRequests, listSentInvites } from './lists.ts'

const own = { resource: 'runtime', caller: 'player' } as const

const pageOut = {
  ...own,
  method: 'GET',
  query: () => z.object(paging),
  out: () => paged(requestAnswer),
} as const

const requestOut = { ...own, out: () => requestAnswer } as const

const ofInvite = {
  ...requestOut,
  params: () => z.object({ invite_id: z.string() }),
  input: ({ params }: { params: { invite_id: string } }) => ({ id: params.invite_id }),
} as const

/** Routes for a player's own requests and received invitations. Spec 1 "Game and player", 3. */
const routesOfPlayer = <const A extends Api, const Path extends string>(api: A, base: Path) =>
  [
    defineRoute({
      ...pageOut,
      api,
      path: `${base}/approvals`,
      summary: "List the player's pending requests",
      op: listOwnRequests,
      input: ({ query }) => query,
      faults: ['invalid_request'],
    }),
    defineRoute({
      ...pageOut,
      api,
      path: `${base}/invites`,
      summary: "List the player's pending invitations",
      op: listOwnInvites,
      input: ({ query }) => query,
      faults: ['invalid_request'],
    }),
    defineRoute({
      ...ofInvite,
      api,
      method: 'POST',
      path: `${base}/invites/:invite_id`,
      summary: 'Accept an invitation',
      op: acceptInvite,
      faults: ['invalid_invite', 'team_locked', 'forbidden', 'role_required'],
    }),
    defineRoute({
      ...ofInvite,
      api,
      method: 'DELETE',
      path: `${base}/invites/:invite_id`,
      summary: 'Reject an invitation',
      op: rejectInvite,
      faults: ['invalid_invite'],
    }),
  ] as const

/** The faults of each kind. */
const faultsOf = {
  process: {
    unknown: 'process_instance_not_found',
    invite: ['invalid_lanes', 'invalid_role', 'performer_exists'],
    approve: ['role_required'],
  },
  team: {
    unknown: 'team_instance_not_found',
    invite: ['invalid_role', 'member_exists', 'team_locked'],
    approve: ['team_locked', 'forbidden', 'role_required'],
  },
} as const

type Params = Readonly<Record<string, string>>

/** Returns the parts that the routes of a kind share. */
function kindRoutes<const A extends Api>(api: A, kind: SubjectKind) {
  const idName = `${kind}_id`
  const subjectIn = (params: Params): Subject => ({ kind, id: params[idName] ?? '' })
  const params = () => z.object({ [idName]: z.string() })
  const page = {
    ...pageOut,
    api,
    params,
    input: ({ params: named, query }: { params: Params; query: { skip: number; limit: number } }) => ({
      subject: subjectIn(named),
      ...query,
    }),
  }
  const about = (name: 'invite_id' | 'request_id') => ({
    ...requestOut,
    api,
    params: () => z.object({ [idName]: z.string(), [name]: z.string() }),
    input: ({ params: named }: { params: Params }) => ({ subject: subjectIn(named), id: named[name] ?? '' }),
  })
  return { params, subjectIn, page, about }
}

/** Routes for invitations to a process or team. `base` ends with its id. Spec 1 "Processes", "Teams", 3. */
function invitationsInto<const A extends Api, const Path extends string>(api: A, base: Path, kind: SubjectKind) {
  const { unknown, invite } = faultsOf[kind]
  const { params, subjectIn, page, about } = kindRoutes(api, kind)
  return [
    defineRoute({
      ...page,
      path: `${base}/invites`,
      summary: `List the pending invitations to a ${kind} that the player sent`,
      op: listSentInvites,
      faults: ['invalid_request', unknown],
    }),
    defineRoute({
      ...requestOut,
      api,
      method: 'POST',
      path: `${base}/invites`,
      summary: `Invite a player to a ${kind}`,
      op: sendInvite,
      params,
      body: () => strictObject({ id: idSchema, roles: namedEntries.default({}) }),
      input: ({ params: named, body }) => ({ subject: subjectIn(named), player: body.id, roles: body.roles }),
      faults: [unknown, 'player_not_found', 'access_denied', ...invite, 'already_invited'],
    }),
    defineRoute({
      ...about('invite_id'),
      method: 'DELETE',
      path: `${base}/invites/:invite_id`,
      summary: `Cancel an invitation to a ${kind}`,
      op: cancelInvite,
      faults: [unknown, 'invalid_invite'],
    }),
  ] as const
}

/** Routes that list and answer the requests about a process or team. Spec 1 "Processes", "Teams", 3. */
function approvalsAbout<const A extends Api, const Path extends string>(api: A, base: Path, kind: SubjectKind) {
  const { unknown, approve } = faultsOf[kind]
  const { page, about } = kindRoutes(api, kind)
  return [
    defineRoute({
      ...page,
      path: `${base}/approvals`,
      summary: `List the pending requests about a ${kind}`,
      op: listRequests,
      faults: ['invalid_request', unknown, 'access_denied'],
    }),
    defineRoute({
      ...about('request_id'),
      method: 'POST',
      path: `${base}/approvals/:request_id`,
      summary: `Accept a request about a ${kind}`,
      op: approveRequest,
      faults: [unknown, 'access_denied', 'invalid_approval_request', ...approve],
    }),
    defineRoute({
      ...about('request_id'),
      method: 'DELETE',
      path: `${base}/approvals/:request_id`,
      summary: `Reject a request about a ${kind}`,
      op: declineRequest,
      faults: [unknown, 'access_denied', 'invalid_approval_request'],
    }),
  ] as const
}

const routesOfSubject = <const A extends Api, const Path extends string>(api: A, base: Path, kind: SubjectKind) =>
  [...invitationsInto(api, base, kind), ...approvalsAbout(api, base, kind)] as const

/** Routes for invitations and requests of players, processes and teams. */
export const requestRoutes = [
  ...routesOfPlayer('v2', '/runtime'),
  ...routesOfPlayer('v1', ''),
  ...routesOfSubject('v2', '/runtime/processes/:process_id', 'process'),
  ...routesOfSubject('v1', '/processes/:process_id', 'process'),
  ...routesOfSubject('v2', '/runtime/teams/:team_id', 'team'),
  ...routesOfSubject('v1', '/teams/:team_id', 'team'),
] as const
