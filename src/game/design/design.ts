import type { z } from 'zod'
import { actionSchema, compileAction, type Action } from '../actions/design.ts'
import { isTooDeep, MAX_DEPTH, problemsOf } from '../kernel/schema.ts'
import { leaderboardSchema, linkLeaderboard } from '../leaderboards/design.ts'
import {
  compileMetric,
  linkMetric,
  metricSchema,
  orderCompounds,
  type CompoundMetric,
  type Metric,
} from '../metrics/design.ts'
import { linkProcess, processSchema } from '../processes/design.ts'
import { compileRule, ruleSchema, type AchievementRule, type CustomRule, type LevelRule } from '../rules/design.ts'
import type { Reward } from '../rules/reward.ts'
import { workOfComputingAll, workOfLooking } from '../rules/work.ts'
import { linkTeam, rolesOf, teamSchema } from '../teams/design.ts'
import { bootstrapSchema, compileBootstrap, type BootstrapCatalogue } from './bootstrap.ts'
import type { Report } from './component.ts'
import type { DesignProblem, DesignSource, Kind } from './source.ts'

/** A design ready for play: everything parsed, every reference found, in order of id. */
export interface Design {
  readonly source: DesignSource
  readonly metrics: ReadonlyMap<string, Metric>
  /** So that each comes after those that it reads. */
  readonly compounds: readonly CompoundMetric[]
  readonly actions: ReadonlyMap<string, Action>
  readonly levels: readonly LevelRule[]
  readonly achievements: readonly AchievementRule[]
  readonly customRules: ReadonlyMap<string, CustomRule>
  /** What looking at levels, achievements and compounds comes to. */
  readonly lookingWork: number
  /** What computing all compounds comes to. */
  readonly computingWork: number
  /** What each new player starts with. */
  readonly bootstrap: readonly Reward[]
}

/** A component that its schema accepted, with its place in the source. */
interface Checked<T> {
  readonly index: number
  readonly design: T
}

/** Collects problems of one kind. */
type Collect = (kind: DesignProblem['kind'], index: number, id: string | undefined) => Report

/**
 * Makes a design ready for play, or tells everything that is wrong with it; what refers to a broken component is not
 * blamed for that. Spec 4.1 to 4.8, 4.12, 4.13.
 */
export function compileDesign(source: DesignSource): Design | readonly DesignProblem[] {
  const problems: (DesignProblem & { absent: string | undefined })[] = []
  const collect: Collect = (kind, index, id) => (path, message, absent) =>
    problems.push({ kind, index, ...(id === undefined ? {} : { id }), path, message, absent })
  const design = link(source, collect)
  if (problems.length === 0) return design
  const broken = new Set(problems.map(({ kind, id }) => `${kind}/${id}`))
  return problems.flatMap(({ absent, ...problem }) => (absent !== undefined && broken.has(absent) ? [] : [problem]))
}

function link(source: DesignSource, collect: Collect): Design {
  const metricDesigns = check('metrics', metricSchema, source, collect)
  const actionDesigns = check('actions', actionSchema, source, collect)
  const ruleDesigns = check('rules', ruleSchema, source, collect)
  const teamDesigns = check('teams', teamSchema, source, collect)
  const processDesigns = check('processes', processSchema, source, collect)
  const boardDesigns = check('leaderboards', leaderboardSchema, source, collect)

  const metrics = new Map(metricDesigns.map(({ design }) => [design.id, compileMetric(design)]))
  const actionIds = new Set(actionDesigns.map(({ design }) => design.id))
  const teams = new Map(teamDesigns.map(({ design }) => [design.id, rolesOf(design)]))
  const processIds = new Set(processDesigns.map(({ design }) => design.id))
  const catalogue = { metrics, actionIds, teams, variables: new Set<string>() }

  for (const { index, design } of metricDesigns) {
    const metric = metrics.get(design.id)
    if (metric) linkMetric(metric, metrics, collect('metrics', index, design.id))
  }
  const compounds = orderCompounds(metrics, ({ id }, message) => {
    const index = metricDesigns.find(({ design }) => design.id === id)?.index ?? 0
    collect('metrics', index, id)(['constraints', 'formula'], message)
  })
  const actions = new Map(
    actionDesigns.map(({ index, design }) => [
      design.id,
      compileAction(design, catalogue, collect('actions', index, design.id)),
    ]),
  )
  const rules = ruleDesigns.flatMap(
    ({ index, design }) => compileRule(design, catalogue, collect('rules', index, design.id)) ?? [],
  )
  for (const { index, design } of processDesigns) linkProcess(design, catalogue, collect('processes', index, design.id))
  for (const { index, design } of teamDesigns) linkTeam(design, catalogue, collect('teams', index, design.id))
  for (const { index, design } of boardDesigns)
    linkLeaderboard(design, catalogue, collect('leaderboards', index, design.id))
  const levels = rules.filter((rule) => rule.type === 'level')
  const achievements = rules.filter((rule) => rule.type === 'achievement')
  return {
    source,
    metrics,
    compounds,
    actions,
    levels,
    achievements,
    lookingWork: workOfLooking({ levels, achievements, compounds }),
    computingWork: workOfComputingAll(compounds),
    customRules: new Map(rules.flatMap((rule) => (rule.type === 'custom' ? [[rule.id, rule]] : []))),
    bootstrap: linkBootstrap(source.bootstrap, { metrics, processIds, teams }, collect),
  }
}

function linkBootstrap(bootstrap: unknown, catalogue: BootstrapCatalogue, collect: Collect): readonly Reward[] {
  const report = collect('bootstrap', 0, undefined)
  const parsed = parse(bootstrapSchema, bootstrap, report)
  return parsed ? compileBootstrap(parsed, catalogue, report) : []
}

/** The components of a kind that are right in themselves, in order of id, each id once. */
function check<T extends { readonly id: string }>(
  kind: Kind,
  schema: z.ZodType<T>,
  source: DesignSource,
  collect: Collect,
): Checked<T>[] {
  const found = new Map<string, Checked<T>>()
  source[kind].forEach((component, index) => {
    const report = collect(kind, index, idOf(component))
    const design = parse(schema, component, report)
    if (!design) return
    if (found.has(design.id)) report(['id'], `the id '${design.id}' is taken by another of the ${kind}`)
    else found.set(design.id, { index, design })
  })
  return [...found.values()].sort((a, b) => (a.design.id < b.design.id ? -1 : 1))
}

function parse<T>(schema: z.ZodType<T>, value: unknown, report: Report): T | undefined {
  if (isTooDeep(value)) {
    report([], `nested deeper than ${MAX_DEPTH} levels`)
    return undefined
  }
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  for (const { path, message } of problemsOf(parsed.error)) report(path, message)
  return undefined
}

function idOf(component: unknown): string | undefined {
  const id = typeof component === 'object' && component !== null && 'id' in component ? component.id : undefined
  return typeof id === 'string' ? id : undefined
}
