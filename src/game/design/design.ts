import type * as z from 'zod'
import { actionSchema, compileAction, type Action } from '../actions/design.ts'
import { problemList } from '../kernel/problem-list.ts'
import { isTooDeep, MAX_DEPTH, pathText, tellProblems } from '../kernel/schema.ts'
import { compileLeaderboard, leaderboardSchema, type Leaderboard } from '../leaderboards/design.ts'
import {
  compileMetric,
  linkMetric,
  metricSchema,
  misstatedType,
  orderCompounds,
  type CompoundMetric,
  type Metric,
  type Metrics,
} from '../metrics/design.ts'
import { compileProcess, type ProcessDefinition } from '../processes/definition.ts'
import { processSchema } from '../processes/design.ts'
import { compileRule, ruleSchema, type AchievementRule, type CustomRule, type LevelRule } from '../rules/design.ts'
import { workOfComputingAll, workOfLooking } from '../rules/work.ts'
import { compileTeam, rolesOf, teamSchema, type TeamDefinition } from '../teams/design.ts'
import { bootstrapSchema, checkStart, compileBootstrap, type Bootstrap, type BootstrapCatalogue } from './bootstrap.ts'
import type { Absent, Report } from './component.ts'
import { compareById, idOf } from './identity.ts'
import { kinds, MAX_COMPONENTS, tooManyOf, type DesignProblem, type DesignSource, type Kind } from './source.ts'

/** A design ready for play: everything parsed, every reference found, in order of id. */
export interface Design {
  readonly source: DesignSource
  readonly metrics: ReadonlyMap<string, Metric>
  /** So that each comes after those that it reads. */
  readonly compounds: readonly CompoundMetric[]
  readonly actions: ReadonlyMap<string, Action>
  readonly processes: ReadonlyMap<string, ProcessDefinition>
  readonly teams: ReadonlyMap<string, TeamDefinition>
  readonly levels: readonly LevelRule[]
  readonly achievements: readonly AchievementRule[]
  readonly customRules: ReadonlyMap<string, CustomRule>
  readonly leaderboards: ReadonlyMap<string, Leaderboard>
  /** What looking at levels, achievements and compounds comes to. */
  readonly lookingWork: number
  /** What computing all compounds comes to. */
  readonly computingWork: number
  /** What each new player starts with. */
  readonly bootstrap: Bootstrap
}

/** A component that its schema accepted, with its place in the source. */
interface Checked<T> {
  readonly index: number
  readonly design: T
}

/** What is wrong with a design: the first problems, and how many more there are. */
export interface BrokenDesign {
  readonly problems: readonly DesignProblem[]
  readonly more: number
}

/** A design being made ready, and what is found wrong with it on the way. */
interface Making {
  readonly source: DesignSource
  /** Gives a report of the problems of one component, or of the bootstrap. */
  readonly collect: (kind: DesignProblem['kind'], index: number, id: string | undefined) => Report
  /** Names a component that is not right in itself: what refers to it is not to blame. */
  readonly isBroken: (kind: Kind, id: string) => void
  readonly parsing: z.core.ParseContext<z.core.$ZodIssue>
}

/** Schemas make code of themselves, which few components are not worth: measured, it saves time from some hundreds on. */
const FEW_COMPONENTS = 200

/**
 * Makes a design ready for play, or tells what is wrong with it; what refers to a broken component, or to one of the
 * kinds that are `unread`, is not blamed for that. Spec 4.1 to 4.8, 4.12, 4.13.
 */
export function compileDesign(
  source: DesignSource,
  unread: ReadonlySet<DesignProblem['kind']> = new Set(),
): Design | BrokenDesign {
  const crowds = crowdedKinds(source)
  if (crowds.length > 0) return { problems: crowds, more: 0 }
  const problems = problemList<Omit<DesignProblem, 'message'>>()
  const broken = new Set<string>()
  const isExcused = ([kind, id]: Absent): boolean => unread.has(kind) || broken.has(`${kind}/${id}`)
  const collect: Making['collect'] = (kind, index, id) => (path, words, absent) => {
    if (absent !== undefined && isExcused(absent)) return
    problems.add({ kind, index, ...(id !== undefined && { id }), path }, words)
  }
  const components = kinds.reduce((sum, kind) => sum + source[kind].length, 0)
  const parsing = { reportInput: true, jitless: components < FEW_COMPONENTS }
  const design = link({ source, collect, parsing, isBroken: (kind, id) => broken.add(`${kind}/${id}`) })
  // Computing takes a design in which nothing is missing.
  if (problems.told.length === 0) checkStart(design, collect('bootstrap', 0, undefined))
  return problems.told.length === 0 ? design : { problems: problems.told, more: problems.more }
}

/** The kinds that a design has too many of, each at the first that is one too many; nothing of it is looked at then. */
function crowdedKinds(source: DesignSource): DesignProblem[] {
  return kinds.flatMap((kind) => {
    if (source[kind].length <= MAX_COMPONENTS) return []
    const id = idOf(source[kind][MAX_COMPONENTS])
    return [{ kind, index: MAX_COMPONENTS, ...(id !== undefined && { id }), path: [], message: tooManyOf(kind) }]
  })
}

function link(making: Making): Design {
  const { source, collect } = making
  const metricDesigns = check(making, 'metrics', metricSchema)
  const metrics = new Map(metricDesigns.map(({ design }) => [design.id, compileMetric(design)]))
  const actionDesigns = check(making, 'actions', actionSchema, metrics)
  const ruleDesigns = check(making, 'rules', ruleSchema, metrics)
  const teamDesigns = check(making, 'teams', teamSchema, metrics)
  const processDesigns = check(making, 'processes', processSchema, metrics)
  const boardDesigns = check(making, 'leaderboards', leaderboardSchema, metrics)

  const actionIds = new Set(actionDesigns.map(({ design }) => design.id))
  const teams = new Map(teamDesigns.map(({ design }) => [design.id, rolesOf(design)]))
  const catalogue = { metrics, actionIds, teams, variables: undefined }

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
  const processes = new Map(
    processDesigns.map(({ index, design }) => [
      design.id,
      compileProcess(design, catalogue, collect('processes', index, design.id)),
    ]),
  )
  const teamDefinitions = new Map(
    teamDesigns.map(({ index, design }) => [
      design.id,
      compileTeam(design, catalogue, collect('teams', index, design.id)),
    ]),
  )
  const leaderboards = boardDesigns.flatMap(
    ({ index, design }) => compileLeaderboard(design, catalogue, collect('leaderboards', index, design.id)) ?? [],
  )
  const levels = rules.filter((rule) => rule.type === 'level')
  const achievements = rules.filter((rule) => rule.type === 'achievement')
  return {
    source,
    metrics,
    compounds,
    actions,
    processes,
    teams: teamDefinitions,
    levels,
    achievements,
    lookingWork: workOfLooking({ levels, achievements, compounds }),
    computingWork: workOfComputingAll(compounds),
    customRules: new Map(rules.flatMap((rule) => (rule.type === 'custom' ? [[rule.id, rule]] : []))),
    leaderboards: new Map(leaderboards.map((board) => [board.id, board])),
    bootstrap: linkBootstrap(making, { metrics, processes, teams: teamDefinitions }),
  }
}

function linkBootstrap({ source, collect, parsing }: Making, catalogue: BootstrapCatalogue): Bootstrap {
  const report = collect('bootstrap', 0, undefined)
  const parsed = parse(bootstrapSchema, source.bootstrap, { report, metrics: catalogue.metrics, parsing })
  return compileBootstrap(parsed ?? {}, catalogue, report)
}

/** The components of a kind that are right in themselves, in order of id, each id once. */
function check<T extends { readonly id: string }>(
  { source, collect, isBroken, parsing }: Making,
  kind: Kind,
  schema: z.ZodType<T>,
  metrics?: Metrics,
): Checked<T>[] {
  const found = new Map<string, Checked<T>>()
  source[kind].forEach((component, index) => {
    const id = idOf(component)
    const report = collect(kind, index, id)
    const design = parse(schema, component, { report, metrics, parsing })
    if (!design) {
      if (id !== undefined) isBroken(kind, id)
    } else if (found.has(design.id)) report(['id'], `another of the ${kind} already has the id '${design.id}'`)
    else found.set(design.id, { index, design })
  })
  return [...found.values()].sort((a, b) => compareById(a.design, b.design))
}

interface Parsing extends Pick<Making, 'parsing'> {
  readonly report: Report
  readonly metrics?: Metrics | undefined
}

function parse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { report, metrics = new Map(), parsing }: Parsing,
): T | undefined {
  if (isTooDeep(value)) {
    report([], `nested deeper than ${MAX_DEPTH} levels`)
    return undefined
  }
  const parsed = schema.safeParse(value, parsing)
  if (parsed.success) return parsed.data
  const misstated = new Set<string>()
  tellProblems(parsed.error, (path, words) => {
    const instead = misstatedType(value, path, metrics)
    if (!instead) return report(path, words)
    const place = pathText(instead.path)
    if (!misstated.has(place)) report(instead.path, instead.message)
    misstated.add(place)
  })
  return undefined
}
