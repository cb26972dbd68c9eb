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
import { strictObject } from '../kernel/schema.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { quoted } from '../kernel/message-text.ts'
import { requirementSchema, type RequirementCatalogue } from '../rules/requirement.ts'

const MAX_ROLES = 100

const rights = ['lock', 'peer', 'assign', 'leave', 'kick'] as const

/** What a role allows. Spec 4.10. */
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

/** The design of a team; its roles stand in order of rank, the highest last. Spec 4.10. */
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
}).superRefine(({ permissions = [], creator_roles: given = [] }, check) => {
  const roles = new Set(permissions.map(([role]) => role))
  given.forEach((role, i) => {
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
  /** From 1; the higher number is the higher role. */
  readonly rank: number
  /** What it allows; a right that is not there is neither given nor refused. */
  readonly rights: Readonly<Partial<Record<Right, boolean | undefined>>>
}

/** A team definition ready for play. Spec 4.10. */
export interface TeamDefinition extends InstanceSettings {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** In order of rank, the lowest first, by name. */
  readonly roles: ReadonlyMap<string, TeamRole>
  /** What who makes a team gets, and who takes one over: the highest role where the design names none. */
  readonly creatorRoles: readonly string[]
  /** Teams that a player may own at a time, and members that one may have. */
  readonly maxPlayerInstances: number
  readonly maxPlayers: number
}

/** Makes a team's design ready, and reports what it refers to in vain. */
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
