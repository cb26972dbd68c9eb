import * as z from 'zod'
import { byName, laneRole, playerReference, reference, type Shape } from '../kernel/answer-shapes.ts'
import { access, nameMapOf, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'

/** The roles of a member. In a process: the role in each lane. In a team: `true` for each role that the member has. */
export const roles = nameMapOf(z.union([laneRole, z.literal(true)]))

/** A player's membership in a process or team: one record, which is replaced and never changed in place. */
export const membership = strictObject({
  /** The key of the process or team. */
  subject: key,
  /** The key of its definition, for tallies and drops. */
  definition: key,
  player: key,
  roles,
  /** When the player joined. */
  joined: instant,
  /** The entry that gave the player these roles. */
  since: entryNumber,
  /** The drops up to this entry are applied to the roles; 0 if there was none. */
  drops: entryNumber,
})

/**
 * A membership that ended, or whose roles changed: a player had these roles between two entries. It decides who was notified
 * of an event in that time.
 */
export const pastMembership = strictObject({
  player: key,
  /** The key of the process or team. It may no longer exist, or another one may have its id now. */
  subject: key,
  /** The number of the subject's feed. */
  feed: feedNumber,
  roles,
  since: entryNumber,
  until: entryNumber,
})

/** A member's roles after an event; null if the player is no longer a member. */
const memberChange = strictObject({ player: idSchema, roles: roles.nullable() })
export type MemberChange = Shape<typeof memberChange>

/** The effects of an event about a process or team, stored with the event so that replay needs no design. */
export const subjectEffects = strictObject({
  members: optional(z.array(memberChange)),
  /** The new owner; null if there is no owner any longer. */
  owner: optional(idSchema.nullable()),
  /** The id of the request or invitation that is no longer pending. */
  settles: optional(z.string()),
  /** The event comes from a bootstrap: it is in no feed, and nobody is notified. Spec 4.15. */
  quiet: optional(z.literal(true)),
})
export type SubjectEffects = Shape<typeof subjectEffects>

const heldRole = z.union([laneRole, z.literal(true)]).nullable()

/** The changes in role events: name of a lane or role -> role before and after. Spec 5.3. */
export const roleChanges = byName(strictObject({ old: heldRole, new: heldRole }))
export type RoleChanges = Shape<typeof roleChanges>

/** The acting player. With `admin`, an operator acted, and `actor` is the affected player or missing. */
export const byOperator = { actor: optional(playerReference), admin: optional(z.literal(true)) }

/** Creates the schema of an event about a process or a team. The field that names it is `process` or `team`. */
export const about = <T extends z.ZodRawShape>(shape: T) =>
  z.union([
    strictObject({ ...shape, process: reference, team: optional(z.never()) }),
    strictObject({ ...shape, team: reference, process: optional(z.never()) }),
  ])

const engine = optional(subjectEffects)

/** A player joined. `roles` is role -> rank in a team, and lane -> role in a process. Spec 5.3. */
const memberJoined = about({
  event: z.literal('join'),
  ...byOperator,
  roles: byName(z.union([z.int().min(1), laneRole])),
  engine,
})
export type MemberJoined = Shape<typeof memberJoined>

/** A player left or was removed. */
const memberLeft = about({ event: z.literal('leave'), ...byOperator, engine })
export type MemberLeft = Shape<typeof memberLeft>
const memberKicked = about({ event: z.literal('kick'), actor: playerReference, player: playerReference, engine })
export type MemberKicked = Shape<typeof memberKicked>

/** A player's roles changed: by the player or an operator (`role:change`), or by another player (`role:assign`). */
const rolesChanged = about({ event: z.literal('role:change'), ...byOperator, changes: roleChanges, engine })
export type RolesChanged = Shape<typeof rolesChanged>
const rolesAssigned = about({
  event: z.literal('role:assign'),
  actor: playerReference,
  player: playerReference,
  changes: roleChanges,
  engine,
})
export type RolesAssigned = Shape<typeof rolesAssigned>

/** The process or team has a new owner. */
const ownershipTransferred = about({
  event: z.literal('transfer'),
  ...byOperator,
  player: playerReference,
  new_owner: playerReference,
  engine,
})
export type OwnershipTransferred = Shape<typeof ownershipTransferred>

/** A process or team was deleted, with its memberships and its pending requests and invitations. Spec 5.3. */
const subjectDeleted = about({ event: z.literal('delete'), ...byOperator, engine })
export type SubjectDeleted = Shape<typeof subjectDeleted>

/** The name or access of a process or team changed. The event is in no feed. */
const subjectUpdated = about({ event: z.enum(['process:updated', 'team:updated']), name: z.string(), access, engine })
export type SubjectUpdated = Shape<typeof subjectUpdated>

/** The events about processes, teams and their members that are written to the history. */
export const memberEvents = {
  join: memberJoined,
  leave: memberLeft,
  kick: memberKicked,
  'role:change': rolesChanged,
  'role:assign': rolesAssigned,
  transfer: ownershipTransferred,
  delete: subjectDeleted,
  'process:updated': subjectUpdated,
  'team:updated': subjectUpdated,
}
export type MemberEvent = Shape<(typeof memberEvents)[keyof typeof memberEvents]>
