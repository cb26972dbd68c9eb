import * as z from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import {
  accessList,
  compileSettings,
  instanceLimit,
  laneOrRole,
  limitOf,
  type InstanceSettings,
} from '../design/instance-settings.ts'
import { quoted } from '../kernel/message-text.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { strictObject } from '../kernel/schema.ts'
import { requirementSchema, type RequirementCatalogue } from '../rules/requirement.ts'

const MAX_ROLES = 100

const rights = ['lock', 'peer', 'assign', 'leave', 'kick'] as const

/** A right that a role can give. Spec 4.10. */
export type Right = (typeof rights)[number]

const permissionSchema = z.tuple([
  laneOrRole,
  strictObject(
    Object.fromEntries(rights.map((right) => [right, z.boolean().optional()])) as Record<
      (typeof rights)[number],
      z.ZodOptional<z.ZodBoolean>
    >,
  ),
])

/** The design of a team. Its roles are in order of rank, the highest last. Spec 4.10. */
export const teamSchema = strictObject({
  ...commonFields,
  permissions: z
    .array(permissionSchema)
    .max(MAX_ROLES)
    .refine((list) => new Set(list.map(([role]) => role)).size === list.length, 'expected each role once')
    .optional(),
  creator_roles: z.array(z.string()).max(MAX_ROLES).optional(),
  settings: strictObject({
    access: accessList.optional(),
    max_global_instances: instanceLimit.optional(),
    max_player_instances: instanceLimit.optional(),
    max_players: instanceLimit.optional(),
    public: z.boolean().optional(),
    requires: requirementSchema.optional(),
  }).optional(),
}).superRefine(({ permissions = [], creator_roles: creatorRoles = [] }, check) => {
  const roles = new Set(permissions.map(([role]) => role))
  creatorRoles.forEach((role, i) => {
    if (!roles.has(role))
      check.addIssue(
        customIssue(['creator_roles', i], (suggest) => `the team has no role ${quoted(role)}${suggest(role, roles)}`),
      )
  })
})
export type TeamDesign = z.output<typeof teamSchema>

/** The names of the roles that members of the team can have. */
export function rolesOf({ permissions = [] }: TeamDesign): ReadonlySet<string> {
  return new Set(permissions.map(([role]) => role))
}

/** A role of a team. */
export interface TeamRole {
  readonly name: string
  /** The rank, from 1 on. A higher number is a higher rank. */
  readonly rank: number
  /** The rights that the role gives (true) or refuses (false). A missing right is neither. */
  readonly rights: Readonly<Partial<Record<Right, boolean | undefined>>>
}

/** A compiled team definition. Spec 4.10. */
export interface TeamDefinition extends InstanceSettings {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** The roles by name, in order of rank, the lowest first. */
  readonly roles: ReadonlyMap<string, TeamRole>
  /** The roles of a player who creates a team or takes one over; the default is the highest role. */
  readonly creatorRoles: readonly string[]
  /** The number of teams that a player can own at the same time. */
  readonly maxPlayerInstances: number
  /** The number of members that a team can have. */
  readonly maxPlayers: number
}

/** Compiles a team, and reports unknown references. */
export function compileTeam(design: TeamDesign, catalogue: RequirementCatalogue, report: Report): TeamDefinition {
  const { id, name, description, permissions = [], creator_roles = [], settings = {} } = design
  const roles = permissions.map(([role, allowed], i): TeamRole => ({ name: role, rank: i + 1, rights: allowed }))
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    roles: new Map(roles.map((role) => [role.name, role])),
    creatorRoles: creator_roles.length > 0 ? creator_roles : roles.slice(-1).map((role) => role.name),
    ...compileSettings(settings, catalogue, within(report, 'settings')),
    maxPlayerInstances: limitOf(settings.max_player_instances),
    maxPlayers: limitOf(settings.max_players),
  }
}
