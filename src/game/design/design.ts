import type * as z from 'zod'
import { actionSchema, compileAction, type Action } from '../actions/design.ts'
import { problemList } from '../kernel/problem-list.ts'
import { isTooDeep, MAX_DEPTH } from '../kernel/json-value.ts'
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
import { repair, type Budget, type Meant } from './repair.ts'
import { kinds, MAX_COMPONENTS, tooManyOf, type DesignProblem, type DesignSource, type Kind } from './source.ts'

/** A design ready for play: everything parsed, every reference found, in order of id. */
export interface Design extends RuleBook {
  readonly source: DesignSource
  readonly actions: ReadonlyMap<string, Action>
  readonly processes: ReadonlyMap<string, ProcessDefinition>
  readonly teams: ReadonlyMap<string, TeamDefinition>
  readonly leaderboards: ReadonlyMap<string, Leaderboard>
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
  /** What is still to be looked for in components that are not right in themselves, once all others are known. */
  readonly later: (() => void)[]
  readonly repairs: Budget
}

/** How often components that are wrong are read again, each time with one mistake less. */
const MAX_REPAIRS = 200

/** Schemas make code of themselves, which few components are not worth: measured, it saves time from some hundreds on. */
const FEW_COMPONENTS = 200

/** Kinds of which something could not be read, with the ids that may be in it; undefined where nobody knows those. */
export type Unread = ReadonlyMap<DesignProblem['kind'], ReadonlySet<string> | undefined>

/**
 * Makes a design ready for play, or tells what is wrong with it; what refers to a broken component, or to one that may be
 * in what is `unread`, is not blamed for that. Spec 4.1 to 4.8, 4.12, 4.13.
 */
export function compileDesign(source: DesignSource, unread: Unread = new Map()): Design | BrokenDesign {
  const crowds = crowdedKinds(source)
  if (crowds.length > 0) return { problems: crowds, more: 0 }
  const problems = problemList<Omit<DesignProblem, 'message'>>()
  const broken = new Set<string>()
  const isUnread = ([kind, id]: Absent): boolean =>
    kind !== 'variables' && unread.has(kind) && (unread.get(kind)?.has(id) ?? true)
  const isExcused = (absent: Absent): boolean => isUnread(absent) || broken.has(absent.join('/'))
  const collect: Making['collect'] = (kind, index, id) => (path, words, absent) => {
    if (absent !== undefined && isExcused(absent)) return
    problems.add({ kind, index, ...(id !== undefined && { id }), path }, words)
  }
  const components = kinds.reduce((sum, kind) => sum + source[kind].length, 0)
  const parsing = { reportInput: true, jitless: components < FEW_COMPONENTS }
  const isBroken: Making['isBroken'] = (kind, id) => broken.add(`${kind}/${id}`)
  const design = link({ source, collect, parsing, isBroken, later: [], repairs: { left: MAX_REPAIRS } })
  // Computing takes metrics and a bootstrap in which nothing is missing.
  const isRight = (kind: DesignProblem['kind']): boolean =>
    !unread.has(kind) && problems.more === 0 && problems.reported.every((problem) => problem.kind !== kind)
  if (isRight('metrics') && isRight('bootstrap'))
    checkStart(design.bootstrap, design.metrics, collect('bootstrap', 0, undefined))
  return problems.reported.length === 0 ? design : { problems: problems.reported, more: problems.more }
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
  const metricDesigns = check(making, 'metrics', metricSchema, (design, report) =>
    linkMetric(compileMetric(design), metrics, report),
  )
  const metrics = new Map(metricDesigns.map(({ design }) => [design.id, compileMetric(design)]))
  const actionDesigns = check(making, 'actions', actionSchema, inCatalogue(compileAction), metrics)
  const ruleDesigns = check(making, 'rules', ruleSchema, inCatalogue(compileRule), metrics)
  const teamDesigns = check(making, 'teams', teamSchema, inCatalogue(compileTeam), metrics)
  const processDesigns = check(making, 'processes', processSchema, inCatalogue(compileProcess), metrics)
  const boardDesigns = check(making, 'leaderboards', leaderboardSchema, inCatalogue(compileLeaderboard), metrics)

  const actionIds = new Set(actionDesigns.map(({ design }) => design.id))
  const teams = new Map(teamDesigns.map(({ design }) => [design.id, rolesOf(design)]))
  const catalogue = { metrics, actionIds, teams, variables: undefined }
  function inCatalogue<T>(compile: (design: T, all: RequirementCatalogue, report: Report) => unknown): Look<T> {
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
  const bootstrap = linkBootstrap(making, { metrics, processes, teams: teamDefinitions })
  for (const look of making.later) look()
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

/** Looks for what a component refers to in vain. */
type Look<T> = (design: T, report: Report) => void

function linkBootstrap(making: Making, catalogue: BootstrapCatalogue): Bootstrap {
  const report = making.collect('bootstrap', 0, undefined)
  const look: Look<BootstrapDesign> = (design, later) => void compileBootstrap(design, catalogue, later)
  const { metrics } = catalogue
  const parsed = parse(bootstrapSchema, making.source.bootstrap, { report, metrics, making, look })
  return compileBootstrap(parsed ?? {}, catalogue, report)
}

/** The components of a kind that are right in themselves, in order of id, each id once. */
function check<T extends { readonly id: string }>(
  making: Making,
  kind: Kind,
  schema: z.ZodType<T>,
  look: Look<T>,
  metrics?: Metrics,
): Checked<T>[] {
  const found = new Map<string, Checked<T>>()
  making.source[kind].forEach((component, index) => {
    const id = idOf(component)
    const report = making.collect(kind, index, id)
    const design = parse(schema, component, { report, metrics, making, look })
    if (!design) {
      if (id !== undefined) making.isBroken(kind, id)
    } else if (found.has(design.id)) report(['id'], `another of the ${kind} already has the id '${design.id}'`)
    else found.set(design.id, { index, design })
  })
  return [...found.values()].sort((a, b) => compareById(a.design, b.design))
}

interface Parsing<T> {
  readonly report: Report
  readonly metrics?: Metrics | undefined
  readonly making: Making
  readonly look: Look<T>
}

function parse<T>(schema: z.ZodType<T>, value: unknown, parsing: Parsing<T>): T | undefined {
  const { report, making } = parsing
  if (isTooDeep(value)) {
    report([], `nested deeper than ${MAX_DEPTH} levels`)
    return undefined
  }
  const parsed = schema.safeParse(value, making.parsing)
  if (parsed.success) return parsed.data
  const told = new Set<string>()
  reportRefused(parsed.error, value, parsing, told)
  const { metrics = new Map() } = parsing
  const meant: Meant = (now, path) => {
    const instead = misstatedType(now, path, metrics)
    return instead && { path: instead.path, value: instead.type }
  }
  const repaired = repair(schema, value, parsed.error, making.repairs, meant)
  if (!repaired) return undefined
  reportRefused({ issues: repaired.found }, repaired.value, parsing, told)
  const reportLater: Report = (path, words, absent) => {
    if (!told.has(pathText(path)) && !repaired.mayFollow(path, absent)) report(path, words, absent)
  }
  making.later.push(() => parsing.look(repaired.design, reportLater))
  return undefined
}

/** Reports what a schema refuses, and notes where. */
function reportRefused<T>(
  error: Refusal,
  value: unknown,
  { report, metrics = new Map() }: Parsing<T>,
  told: Set<string>,
): void {
  reportProblems(error, (path, words) => {
    const instead = misstatedType(value, path, metrics)
    const place = pathText(instead?.path ?? path)
    if (!instead) report(path, words)
    else if (!told.has(place)) report(instead.path, instead.message)
    told.add(place)
  })
}
