import * as z from 'zod'
import { access, nameMapOf, entryNumber, feedNumber, instant, key, optional } from '../kernel/history-shapes.ts'
import { idSchema, strictObject } from '../kernel/schema.ts'
import { byName, laneRole, playerReference, reference, type Shape } from '../kernel/shapes.ts'

/** Roles of a member: of a process the role in each lane, of a team `true` for each role that is held. */
export const roles = nameMapOf(z.union([laneRole, z.literal(true)]))

/** That a player is in a process or team: one record, replaced and never changed in place. */
export const membership = strictObject({
  /** Key of the process or team. */
  subject: key,
  /** Key of its definition, for tallies and drops. */
  definition: key,
  player: key,
  roles,
  /** When the player came. */
  joined: instant,
  /** The entry from which on the player has been in it with these roles. */
  since: entryNumber,
  /** An entry up to which the roles have been through all drops; 0 where there was none. */
  drops: entryNumber,
})

/**
 * That a player was in a process or team, or had other roles in it, between two entries: who was told of what follows from
 * it.
 */
export const pastMembership = strictObject({
  player: key,
  /** Key of the process or team, which may be gone, or another one of that id. */
  subject: key,
  /** Number of the subject's feed. */
  feed: feedNumber,
  roles,
  since: entryNumber,
  until: entryNumber,
})

/** A member's roles after an event; null where the player is in it no longer. */
const memberChange = strictObject({ player: idSchema, roles: roles.nullable() })
export type MemberChange = Shape<typeof memberChange>

/** What the engine needs of an event about a process or team: what it comes to, without a look at a design. */
export const subjectEffects = strictObject({
  members: optional(z.array(memberChange)),
  /** The new owner; null for none any more. */
  owner: optional(idSchema.nullable()),
  /** The request or invitation that is pending no longer. */
  settles: optional(z.string()),
  /** Stands in no feed and nobody is notified: what a bootstrap made. Spec 4.15. */
  quiet: optional(z.literal(true)),
})
export type SubjectEffects = Shape<typeof subjectEffects>

const heldRole = z.union([laneRole, z.literal(true)]).nullable()

/** What role events tell: name of a lane or role -> before and after. Spec 5.3. */
export const roleChanges = byName(strictObject({ old: heldRole, new: heldRole }))
export type RoleChanges = Shape<typeof roleChanges>

/** The player who did it; with `admin` the one that it happened to, or nobody. */
export const byOperator = { actor: optional(playerReference), admin: optional(z.literal(true)) }

/** An event about a process or a team, which it names under its kind. */
export const about = <T extends z.ZodRawShape>(shape: T) =>
  z.union([
    strictObject({ ...shape, process: reference, team: optional(z.never()) }),
    strictObject({ ...shape, team: reference, process: optional(z.never()) }),
  ])

const engine = optional(subjectEffects)

/** Somebody came in. `roles`: of a team role -> rank, of a process lane -> role. Spec 5.3. */
const memberCame = about({
  event: z.literal('join'),
  ...byOperator,
  roles: byName(z.union([z.int().min(1), laneRole])),
  engine,
})
export type MemberCame = Shape<typeof memberCame>

/** Somebody left, or was put out. */
const memberWent = about({ event: z.literal('leave'), ...byOperator, engine })
export type MemberWent = Shape<typeof memberWent>
const memberKicked = about({ event: z.literal('kick'), actor: playerReference, player: playerReference, engine })
export type MemberKicked = Shape<typeof memberKicked>

/** Roles changed: one's own, or those of another. */
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

/** It belongs to another player now. */
const ownershipTransferred = about({
  event: z.literal('transfer'),
  ...byOperator,
  player: playerReference,
  new_owner: playerReference,
  engine,
})
export type OwnershipTransferred = Shape<typeof ownershipTransferred>

/** That a process or team is no more; all who were in it are out, and what was pending is cancelled. Spec 5.3. */
const subjectDeleted = about({ event: z.literal('delete'), ...byOperator, engine })
export type SubjectDeleted = Shape<typeof subjectDeleted>

/** Name or access of a process or team changed. In no feed. */
const subjectUpdated = about({ event: z.enum(['process:updated', 'team:updated']), name: z.string(), access, engine })
export type SubjectUpdated = Shape<typeof subjectUpdated>

/** What members of processes and teams write into a history. */
export const memberEvents = {
  join: memberCame,
  leave: memberWent,
  kick: memberKicked,
  'role:change': rolesChanged,
  'role:assign': rolesAssigned,
  transfer: ownershipTransferred,
  delete: subjectDeleted,
  'process:updated': subjectUpdated,
  'team:updated': subjectUpdated,
}
export type MemberEvent = Shape<(typeof memberEvents)[keyof typeof memberEvents]>
