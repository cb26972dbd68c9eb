import { z } from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import { accessList, instanceLimit, laneOrRole } from '../design/instance-settings.ts'
import { strictObject } from '../kernel/schema.ts'
import { compileRequirement, requirementSchema, type RequirementCatalogue } from '../rules/requirement.ts'

const MAX_ROLES = 100

const rights = ['lock', 'peer', 'assign', 'leave', 'kick'] as const

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
      check.addIssue({ code: 'custom', path: ['creator_roles', i], message: `the team has no role '${role}'` })
  })
})
export type TeamDesign = z.output<typeof teamSchema>

/** The roles that members of the team can have. */
export function rolesOf({ permissions = [] }: TeamDesign): ReadonlySet<string> {
  return new Set(permissions.map(([role]) => role))
}

/** Reports what a team's design refers to in vain. */
export function linkTeam({ settings }: TeamDesign, catalogue: RequirementCatalogue, report: Report): void {
  compileRequirement(settings?.requires, catalogue, within(report, 'settings', 'requires'))
}
