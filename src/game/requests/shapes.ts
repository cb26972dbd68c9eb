import * as z from 'zod'
import { instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { byName, laneRole, playerReference, type Shape } from '../kernel/shapes.ts'
import { about, roleChanges, subjectEffects } from '../members/shapes.ts'

/**
 * Roles that are asked for or offered: of a process lane -> role (`false` to give one up), of a team role -> true or false.
 */
const requestedRoles = byName(z.union([laneRole, z.boolean()]))
export type RequestedRoles = Shape<typeof requestedRoles>

/** An invitation or a request that is pending. Spec 1 "Invitation and approval request". */
export const request = strictObject({
  /** The id of the event that made it. */
  id: key,
  event: z.enum(['invite', 'join:request', 'role:request']),
  at: instant,
  subject: strictObject({ kind: z.enum(['process', 'team']), id: key, name: z.string() }),
  /** Who sent it. */
  actor: playerReference,
  /** Who is invited; missing on requests. */
  invitee: optional(playerReference),
  roles: requestedRoles,
})

const ofRequest = {
  actor: playerReference,
  engine: optional(
    subjectEffects.extend({
      /**
       * Who may approve a request, as it was made: holders of these roles of the team (and the owner, who is notified by
       * name in `owner`).
       */
      approvers: optional(strictObject({ roles: z.array(z.string()), owner: idSchema.nullable() })),
    }),
  ),
}
const pending = { ...ofRequest, roles: requestedRoles, state: z.literal('PENDING') }

/** A player was invited. Its id is that of the invitation. Spec 5.3. */
const playerInvited = about({ event: z.literal('invite'), invitee: playerReference, ...pending })
export type PlayerInvited = Shape<typeof playerInvited>

/** A player asks to come in, or for other roles. Its id is that of the request. */
const accessRequested = about({ event: z.enum(['join:request', 'role:request']), ...pending })
export type AccessRequested = Shape<typeof accessRequested>

/** An invitee said yes or no. */
const inviteAnswered = about({
  event: z.enum(['invite:accept', 'invite:reject']),
  ...ofRequest,
  inviter: playerReference,
  roles: requestedRoles,
})
export type InviteAnswered = Shape<typeof inviteAnswered>

/** A request to come in was granted or refused. */
const joinAnswered = about({
  event: z.enum(['join:request:accept', 'join:request:reject']),
  ...ofRequest,
  player: playerReference,
})
export type JoinAnswered = Shape<typeof joinAnswered>

/** A request for other roles was granted or refused. */
const rolesAnswered = about({
  event: z.enum(['role:request:accept', 'role:request:reject']),
  ...ofRequest,
  player: playerReference,
  changes: roleChanges,
})
export type RolesAnswered = Shape<typeof rolesAnswered>

/** An invitation was taken back by its sender. In no feed. */
const requestCancelled = about({ event: z.literal('request:cancelled'), engine: subjectEffects })
export type RequestCancelled = Shape<typeof requestCancelled>

/** What invitations and requests write into a history. */
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
