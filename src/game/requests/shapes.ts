import * as z from 'zod'
import { byName, laneRole, playerReference, type Shape } from '../kernel/answer-shapes.ts'
import { instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { about, roleChanges, subjectEffects } from '../members/shapes.ts'

/** Roles that are requested or offered: lane -> role in a process (`false` gives it up), role -> true or false in a team. */
const requestedRoles = byName(z.union([laneRole, z.boolean()]))
export type RequestedRoles = Shape<typeof requestedRoles>

/** An invitation or a request that is pending. Spec 1 "Invitation and approval request". */
export const request = strictObject({
  /** The id of the event that created it. */
  id: key,
  event: z.enum(['invite', 'join:request', 'role:request']),
  at: instant,
  subject: strictObject({ kind: z.enum(['process', 'team']), id: key, name: z.string() }),
  /** Who sent it. */
  actor: playerReference,
  /** The invited player; missing on requests. */
  invitee: optional(playerReference),
  roles: requestedRoles,
})

const ofRequest = {
  actor: playerReference,
  engine: optional(
    subjectEffects.extend({
      /** Who could approve the request when it was created: members with one of these team roles, and the owner. */
      approvers: optional(strictObject({ roles: z.array(z.string()), owner: idSchema.nullable() })),
    }),
  ),
}
const pending = { ...ofRequest, roles: requestedRoles, state: z.literal('PENDING') }

/** A player was invited. The event's id is the invitation's. Spec 5.3. */
const playerInvited = about({ event: z.literal('invite'), invitee: playerReference, ...pending })
export type PlayerInvited = Shape<typeof playerInvited>

/** A player requested to join or other roles. The event's id is the request's. */
const accessRequested = about({ event: z.enum(['join:request', 'role:request']), ...pending })
export type AccessRequested = Shape<typeof accessRequested>

/** A player accepted or rejected an invitation. */
const inviteAnswered = about({
  event: z.enum(['invite:accept', 'invite:reject']),
  ...ofRequest,
  inviter: playerReference,
  roles: requestedRoles,
})
export type InviteAnswered = Shape<typeof inviteAnswered>

/** A request to join was accepted or rejected. */
const joinAnswered = about({
  event: z.enum(['join:request:accept', 'join:request:reject']),
  ...ofRequest,
  player: playerReference,
})
export type JoinAnswered = Shape<typeof joinAnswered>

/** A request for other roles was accepted or rejected. */
const rolesAnswered = about({
  event: z.enum(['role:request:accept', 'role:request:reject']),
  ...ofRequest,
  player: playerReference,
  changes: roleChanges,
})
export type RolesAnswered = Shape<typeof rolesAnswered>

/** An invitation was cancelled by its sender. The event is in no feed. */
const requestCancelled = about({ event: z.literal('request:cancelled'), engine: subjectEffects })
export type RequestCancelled = Shape<typeof requestCancelled>

/** The events of invitations and requests that are written to the history. */
export const requestEvents = {
  invite: playerInvited,
  'invite:accept': inviteAnswered,
  'invite:reject': inviteAnswered,
  'join:request': accessRequested,
  'join:request:accept': joinAnswered,
  'join:request:reject': joinAnswered,
  'role:request': accessRequested,
  'role:request:accept': rolesAnswered,
  'role:request:reject': rolesAnswered,
  'request:cancelled': requestCancelled,
}
export type RequestEvent = Shape<(typeof requestEvents)[keyof typeof requestEvents]>
