import type * as z from 'zod'
import { actionSchema, compileAction, type Action } from '../actions/design.ts'
import { isTooDeep, MAX_DEPTH } from '../kernel/json-value.ts'
import { problemList } from '../kernel/problem-list.ts'
import { pathText, reportProblems, type Refusal } from '../kernel/schema-problems.ts'
import { compileLeaderboard, leaderboardSchema, type Leaderboard } from '../leaderboards/design.ts'
import {
  compileMetric,
  linkMetric,
  metricSchema,
  misstatedType,
  orderCompounds,
  type Metrics,
} from '../metrics/design.ts'
import { compileProcess, type ProcessDefinition } from '../processes/definition.ts'
import { processSchema } from '../processes/design.ts'
import { compileRule, ruleSchema } from '../rules/design.ts'
import type { RequirementCatalogue } from '../rules/requirement.ts'
import { ruleBook, type RuleBook } from '../rules/rule-book.ts'
import { compileTeam, rolesOf, teamSchema, type TeamDefinition } from '../teams/design.ts'
import {
  bootstrapSchema,
  checkStart,
  compileBootstrap,
  type Bootstrap,
  type BootstrapCatalogue,
  type BootstrapDesign,
} from './bootstrap.ts'
import type { Absent, Report } from './component.ts'
import { compareById, idOf } from './identity.ts'
import { repair, type Budget, type Suggestion } from './repair.ts'
import { kinds, MAX_COMPONENTS, tooManyOf, type DesignProblem, type DesignSource, type Kind } from './source.ts'

/** A compiled design: everything is parsed and every reference is resolved, in order of id. */
export interface Design extends RuleBook {
  readonly source: DesignSource
  readonly actions: ReadonlyMap<string, Action>
  readonly processes: ReadonlyMap<string, ProcessDefinition>
  readonly teams: ReadonlyMap<string, TeamDefinition>
  readonly leaderboards: ReadonlyMap<string, Leaderboard>
  /** What each new player starts with. */
  readonly bootstrap: Bootstrap
}

/** A component that its schema accepted, with its index in the source. */
interface Checked<T> {
  readonly index: number
  readonly design: T
}

/** What is wrong with a design: the first problems, and the number of the others. */
export interface BrokenDesign {
  readonly problems: readonly DesignProblem[]
  readonly more: number
}

/** The state of the compilation of a design. */
interface Compilation {
  readonly source: DesignSource
  /** Returns a report for the problems of one component or of the bootstrap. */
  readonly collect: (kind: DesignProblem['kind'], index: number, id: string | undefined) => Report
  /** Records a component that is invalid in itself: references to it are not problems. */
  readonly isBroken: (kind: Kind, id: string) => void
  readonly parsing: z.core.ParseContext<z.core.$ZodIssue>
  /** Checks of the references of invalid components, which run when all other components are known. */
  readonly deferred: (() => void)[]
  readonly repairs: Budget
}

/** The maximum number of attempts to repair invalid components, for the whole design. */
const MAX_REPAIRS = 200

/**
 * Below this number of components, schemas are interpreted. Compiling them to code pays off from some hundreds of
 * components on, as measured.
 */
const FEW_COMPONENTS = 200

/** Kinds with components that could not be read, and the ids that these may have; undefined if the ids are unknown. */
export type Unread = ReadonlyMap<DesignProblem['kind'], ReadonlySet<string> | undefined>

/**
 * Compiles a design, or returns what is wrong with it. A reference to an invalid component, or to one that may be
 * `unread`, is not a problem. Spec 4.1 to 4.8, 4.12, 4.13.
 */
export function compileDesign(source: DesignSource, unread: Unread = new Map()): Design | BrokenDesign {
  const oversized = oversizedKinds(source)
  if (oversized.length > 0) return { problems: oversized, more: 0 }
  const problems = problemList<Omit<DesignProblem, 'message'>>()
  const broken = new Set<string>()
  const isUnread = ([kind, id]: Absent): boolean =>
    kind !== 'variables' && unread.has(kind) && (unread.get(kind)?.has(id) ?? true)
  const isExcused = (absent: Absent): boolean => isUnread(absent) || broken.has(absent.join('/'))
  const collect: Compilation['collect'] = (kind, index, id) => (path, words, absent) => {
    if (absent !== undefined && isExcused(absent)) return
    problems.add({ kind, index, ...(id !== undefined && { id }), path }, words)
  }
  const components = kinds.reduce((sum, kind) => sum + source[kind].length, 0)
  const parsing = { reportInput: true, jitless: components < FEW_COMPONENTS }
  const isBroken: Compilation['isBroken'] = (kind, id) => broken.add(`${kind}/${id}`)
  const design = link({ source, collect, parsing, isBroken, deferred: [], repairs: { remaining: MAX_REPAIRS } })
  // The start scores can only be computed with complete metrics and a complete bootstrap.
  const isRight = (kind: DesignProblem['kind']): boolean =>
    !unread.has(kind) && problems.more === 0 && problems.reported.every((problem) => problem.kind !== kind)
  if (isRight('metrics') && isRight('bootstrap'))
    checkStart(design.bootstrap, design.metrics, collect('bootstrap', 0, undefined))
  return problems.reported.length === 0 ? design : { problems: problems.reported, more: problems.more }
}

/**
 * Returns a problem for each kind with too many components, at the first one beyond the limit. Nothing else of such a
 * design is checked.
 */
function oversizedKinds(source: DesignSource): DesignProblem[] {
  return kinds.flatMap((kind) => {
    if (source[kind].length <= MAX_COMPONENTS) return []
    const id = idOf(source[kind][MAX_COMPONENTS])
    return [{ kind, index: MAX_COMPONENTS, ...(id !== undefined && { id }), path: [], message: tooManyOf(kind) }]
  })
}

function link(compilation: Compilation): Design {
  const { source, collect } = compilation
  const metricDesigns = check(compilation, 'metrics', metricSchema, (design, report) =>
    linkMetric(compileMetric(design), metrics, report),
  )
  const metrics = new Map(metricDesigns.map(({ design }) => [design.id, compileMetric(design)]))
  const actionDesigns = check(compilation, 'actions', actionSchema, inCatalogue(compileAction), metrics)
  const ruleDesigns = check(compilation, 'rules', ruleSchema, inCatalogue(compileRule), metrics)
  const teamDesigns = check(compilation, 'teams', teamSchema, inCatalogue(compileTeam), metrics)
  const processDesigns = check(compilation, 'processes', processSchema, inCatalogue(compileProcess), metrics)
  const boardDesigns = check(compilation, 'leaderboards', leaderboardSchema, inCatalogue(compileLeaderboard), metrics)

  const actionIds = new Set(actionDesigns.map(({ design }) => design.id))
  const teams = new Map(teamDesigns.map(({ design }) => [design.id, rolesOf(design)]))
  const catalogue = { metrics, actionIds, teams, variables: undefined }
  function inCatalogue<T>(
    compile: (design: T, all: RequirementCatalogue, report: Report) => unknown,
  ): ReferenceCheck<T> {
    return (design, report) => void compile(design, catalogue, report)
  }

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
  const bootstrap = linkBootstrap(compilation, { metrics, processes, teams: teamDefinitions })
  for (const checkReferences of compilation.deferred) checkReferences()
  return {
    source,
    ...ruleBook(metrics, compounds, rules),
    actions,
    processes,
    teams: teamDefinitions,
    leaderboards: new Map(leaderboards.map((board) => [board.id, board])),
    bootstrap,
  }
}

/** Checks the references of a component. */
type ReferenceCheck<T> = (design: T, report: Report) => void

function linkBootstrap(compilation: Compilation, catalogue: BootstrapCatalogue): Bootstrap {
  const report = compilation.collect('bootstrap', 0, undefined)
  const checkReferences: ReferenceCheck<BootstrapDesign> = (design, later) =>
    void compileBootstrap(design, catalogue, later)
  const { metrics } = catalogue
  const parsed = parse(bootstrapSchema, compilation.source.bootstrap, { report, metrics, compilation, checkReferences })
  return compileBootstrap(parsed ?? {}, catalogue, report)
}

/** Returns the components of a kind that are valid in themselves, in order of id, without duplicate ids. */
function check<T extends { readonly id: string }>(
  compilation: Compilation,
  kind: Kind,
  schema: z.ZodType<T>,
  checkReferences: ReferenceCheck<T>,
  metrics?: Metrics,
): Checked<T>[] {
  const found = new Map<string, Checked<T>>()
  compilation.source[kind].forEach((component, index) => {
    const id = idOf(component)
    const report = compilation.collect(kind, index, id)
    const design = parse(schema, component, { report, metrics, compilation, checkReferences })
    if (!design) {
      if (id !== undefined) compilation.isBroken(kind, id)
    } else if (found.has(design.id)) report(['id'], `another of the ${kind} already has the id '${design.id}'`)
    else found.set(design.id, { index, design })
  })
  return [...found.values()].sort((a, b) => compareById(a.design, b.design))
}

interface Parsing<T> {
  readonly report: Report
  readonly metrics?: Metrics | undefined
  readonly compilation: Compilation
  readonly checkReferences: ReferenceCheck<T>
}

function parse<T>(schema: z.ZodType<T>, value: unknown, parsing: Parsing<T>): T | undefined {
  const { report, compilation } = parsing
  if (isTooDeep(value)) {
    report([], `nested deeper than ${MAX_DEPTH} levels`)
    return undefined
  }
  const parsed = schema.safeParse(value, compilation.parsing)
  if (parsed.success) return parsed.data
  const reported = new Set<string>()
  reportRefused(parsed.error, value, parsing, reported)
  const { metrics = new Map() } = parsing
  const meant: Suggestion = (now, path) => {
    const instead = misstatedType(now, path, metrics)
    return instead && { path: instead.path, value: instead.type }
  }
  const repaired = repair(schema, value, parsed.error, compilation.repairs, meant)
  if (!repaired) return undefined
  reportRefused({ issues: repaired.found }, repaired.value, parsing, reported)
  const reportLater: Report = (path, words, absent) => {
    if (!reported.has(pathText(path)) && !repaired.mayFollow(path, absent)) report(path, words, absent)
  }
  compilation.deferred.push(() => parsing.checkReferences(repaired.design, reportLater))
  return undefined
}

/** Reports what a schema rejects, and adds the paths to `reported`. */
function reportRefused<T>(
  error: Refusal,
  value: unknown,
  { report, metrics = new Map() }: Parsing<T>,
  reported: Set<string>,
): void {
  reportProblems(error, (path, words) => {
    const instead = misstatedType(value, path, metrics)
    const location = pathText(instead?.path ?? path)
    if (!instead) report(path, words)
    else if (!reported.has(location)) report(instead.path, instead.message)
    reported.add(location)
  })
}
