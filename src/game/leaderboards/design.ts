import * as z from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import { strictObject } from '../kernel/schema.ts'
import { linkMetricReference, metricTypes, unknownPart, type Metric } from '../metrics/design.ts'
import { referTo, scoreKey, type MetricReference } from '../metrics/score.ts'
import {
  compileRequirement,
  requirementSchema,
  type Requirement,
  type RequirementCatalogue,
} from '../rules/requirement.ts'
import { linkTeamReference } from '../teams/reference.ts'
import { cycles, type Cycle } from './cycle.ts'
import type { BoardDefinition } from './shapes.ts'

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
    check.addIssue({
      code: 'custom',
      path: ['scope', 'type'],
      message: 'a leaderboard of teams cannot rank within one team',
    })
  if (metric.item !== undefined && metric.type !== 'set')
    check.addIssue({ code: 'custom', path: ['metric', 'item'], message: 'only a set metric has items' })
})
export type LeaderboardDesign = z.output<typeof leaderboardSchema>

/** A leaderboard of a compiled design. */
export interface Leaderboard {
  readonly id: string
  readonly name: string
  readonly scope: LeaderboardDesign['scope']
  readonly metric: MetricReference
  /** The compiled requirement that a change must meet to count. */
  readonly requires: Requirement
  readonly definition: BoardDefinition
}

/** Compiles a leaderboard and reports unknown references. Returns undefined if its metric is unknown. */
export function compileLeaderboard(
  design: LeaderboardDesign,
  catalogue: RequirementCatalogue,
  report: Report,
): Leaderboard | undefined {
  const { id, name, scope } = design
  const metric = linkRankedMetric(design.metric, catalogue, report)
  if (scope.type === 'team_definition' || scope.type === 'team_instance')
    linkTeamReference(scope.id, catalogue.teams, ['scope', 'id'], report)
  const requires = compileRequirement(design.requires, catalogue, within(report, 'requires'))
  if (!metric) return undefined
  return { id, name, scope, metric: referTo(metric), requires, definition: definitionOf(design, metric, catalogue) }
}

function linkRankedMetric(
  reference: LeaderboardDesign['metric'],
  { metrics }: RequirementCatalogue,
  report: Report,
): Metric | undefined {
  const metric = linkMetricReference(reference, metrics, ['metric'], report)
  const { item } = reference
  if (item !== undefined && metric?.type === 'set' && !metric.items.has(item))
    report(['metric', 'item'], unknownPart(metric, 'item', item))
  return metric
}

function definitionOf(design: LeaderboardDesign, metric: Metric, { teams }: RequirementCatalogue): BoardDefinition {
  const { id, entity_type: entities, scope, requires } = design
  return {
    id,
    entities,
    scope: scope.type,
    metric: scoreKey(metric),
    items: metric.type === 'set' ? itemsCounted(design.metric.item, [...metric.items.keys()]) : null,
    teams: teamsOf(design, [...teams.keys()]),
    cycles: cyclesOf(design),
    requires: requires === undefined || Object.keys(requires).length === 0 ? null : requires,
  }
}

const itemsCounted = (item: string | undefined, all: readonly string[]): readonly string[] =>
  item === undefined ? all.toSorted() : [item]

/** Returns the team definitions that a board covers. */
function teamsOf({ entity_type: entities, scope }: LeaderboardDesign, all: readonly string[]): readonly string[] {
  if (scope.type === 'team_definition' || scope.type === 'team_instance') return [scope.id]
  return entities === 'teams' && scope.type === 'game' ? all.toSorted() : []
}

/** Returns the cycles of a board; the default is the all-time cycle. Spec 4.11. */
function cyclesOf({ cycles: listed }: LeaderboardDesign): readonly Cycle[] {
  return listed ?? ['alltime']
}
