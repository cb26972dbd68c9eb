import * as z from 'zod'
import { defineRoute } from '../define-route.ts'
import { paged } from '../kernel/answer-shapes.ts'
import { emailSchema, listOf, paging, strictObject } from '../kernel/schema.ts'
import { invitation, joinRequest } from './answer-schema.ts'
import { cancelInvitation, inviteAddresses, listInvitations } from './invitations.ts'
import { acceptJoinRequest, listJoinRequests, rejectJoinRequest } from './requests.ts'

/** The number of addresses that one call can invite. Spec 4.15. */
const MAX_INVITED = 100
/** The number of characters of the message to them. */
const MAX_MESSAGE = 4096

const operator = { api: 'v2', resource: 'admin', caller: 'operator' } as const

const pageOf = {
  ...operator,
  method: 'GET',
  query: () => z.object(paging),
  input: ({ query }: { query: { skip: number; limit: number } }) => query,
  faults: ['invalid_request'],
} as const

const ofRequest = {
  ...operator,
  path: '/admin/requests/:request_id',
  params: () => z.object({ request_id: z.string() }),
  input: ({ params }: { params: { request_id: string } }) => ({ id: params.request_id }),
  out: () => joinRequest,
} as const

/** Routes for invitations to the game and requests to join it. Spec 2 "Game", 4.15. */
export const joiningRoutes = [
  defineRoute({
    ...pageOf,
    path: '/admin/requests',
    summary: 'List the pending requests to join the game',
    op: listJoinRequests,
    out: () => paged(joinRequest),
  }),
  defineRoute({
    ...ofRequest,
    method: 'POST',
    summary: 'Accept a request to join the game and create the player',
    op: acceptJoinRequest,
    faults: ['invalid_approval_request', 'invalid_formula'],
  }),
  defineRoute({
    ...ofRequest,
    method: 'DELETE',
    summary: 'Reject a request to join the game',
    op: rejectJoinRequest,
    faults: ['invalid_approval_request'],
  }),
  defineRoute({
    ...pageOf,
    path: '/admin/invites',
    summary: 'List the pending invitations to the game',
    op: listInvitations,
    out: () => paged(invitation),
  }),
  defineRoute({
    ...operator,
    method: 'POST',
    path: '/admin/invites',
    summary: 'Invite email addresses to the game',
    op: inviteAddresses,
    body: () =>
      strictObject({
        emails: listOf(emailSchema, MAX_INVITED).refine(({ length }) => length > 0, 'expected at least 1'),
        message: z.string().max(MAX_MESSAGE).optional(),
      }),
    input: ({ body }) => body,
    out: () => paged(invitation),
    faults: ['already_invited'],
  }),
  defineRoute({
    ...operator,
    method: 'DELETE',
    path: '/admin/invites',
    summary: 'Cancel the invitation of an email address',
    op: cancelInvitation,
    query: () => z.object({ email: z.string("The 'email' parameter should be specified in the query") }),
    input: ({ query }) => query,
    out: () => invitation,
    faults: ['invalid_request', 'invalid_invite'],
  }),
] as const
