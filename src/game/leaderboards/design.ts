import { z } from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import { strictObject } from '../kernel/schema.ts'
import { linkMetricReference, metricTypes, unknownPart } from '../metrics/design.ts'
import { compileRequirement, requirementSchema, type RequirementCatalogue } from '../rules/requirement.ts'
import { linkTeamReference } from '../teams/reference.ts'

/** The periods that a board is kept for. Spec 4.11. */
const cycles = ['daily', 'weekly', 'monthly', 'yearly', 'alltime'] as const

const scopeSchema = z.discriminatedUnion('type', [
  strictObject({ type: z.literal('game'), id: z.string().optional() }),
  strictObject({ type: z.literal('team_definition'), id: z.string() }),
  strictObject({ type: z.literal('team_instance'), id: z.string() }),
  strictObject({ type: z.literal('custom'), id: z.string().optional() }),
])

/** The design of a leaderboard. Spec 4.11, 4.16 "Boards". */
export const leaderboardSchema = strictObject({
  ...commonFields,
  type: z.literal('regular'),
  entity_type: z.enum(['players', 'teams']),
  scope: scopeSchema,
  metric: strictObject({
    id: z.string(),
    type: z.enum(metricTypes).refine((type) => type !== 'state', 'a state metric cannot be ranked'),
    item: z.string().optional(),
    name: z.string().optional(),
  }),
  cycles: z
    .array(z.enum(cycles))
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'expected each cycle once')
    .optional(),
  requires: requirementSchema.optional(),
}).superRefine(({ entity_type: entities, scope, metric }, check) => {
  if (entities === 'teams' && scope.type === 'team_instance')
    check.addIssue({ code: 'custom', path: ['scope', 'type'], message: 'a board of teams cannot be within one team' })
  if (metric.item !== undefined && metric.type !== 'set')
    check.addIssue({ code: 'custom', path: ['metric', 'item'], message: 'only a set metric has items' })
})
export type LeaderboardDesign = z.output<typeof leaderboardSchema>

/** Reports what a board's design refers to in vain. */
export function linkLeaderboard(design: LeaderboardDesign, catalogue: RequirementCatalogue, report: Report): void {
  const { scope, requires } = design
  linkRanked(design.metric, catalogue, report)
  if (scope.type === 'team_definition' || scope.type === 'team_instance')
    linkTeamReference(scope.id, catalogue.teams, ['scope', 'id'], report)
  compileRequirement(requires, catalogue, within(report, 'requires'))
}

function linkRanked(reference: LeaderboardDesign['metric'], { metrics }: RequirementCatalogue, report: Report): void {
  const metric = linkMetricReference(reference, metrics, ['metric'], report)
  const { item } = reference
  if (item !== undefined && metric?.type === 'set' && !metric.items.has(item))
    report(['metric', 'item'], unknownPart(metric, 'item', item))
}
