import { actionSchema, type ActionDesign } from '../game/actions/design.ts'
import { limitWords } from '../game/actions/words.ts'
import { bootstrapSchema, type BootstrapDesign } from '../game/design/bootstrap.ts'
import type { DesignSource } from '../game/design/source.ts'
import { formatAmount, percentText } from '../game/kernel/decimal.ts'
import { leaderboardSchema, type LeaderboardDesign } from '../game/leaderboards/design.ts'
import { compileMetric, idOfReference, metricSchema, type MetricDesign } from '../game/metrics/design.ts'
import { processSchema, type ProcessDesign } from '../game/processes/design.ts'
import { ruleSchema, type RuleDesign } from '../game/rules/design.ts'
import type { RequirementDesign } from '../game/rules/requirement.ts'
import type { RewardDesign } from '../game/rules/reward.ts'
import { teamSchema } from '../game/teams/design.ts'
import { conditionWords, NEVER } from './economy-condition.ts'
import { formulaWords, inQuotes } from './economy-formula.ts'
import { namesById, namesOf, type Names } from './economy-names.ts'
import { activityRequirements, processGifts, processNotes } from './economy-process.ts'
import { nodesRead, scoresRead } from './economy-reads.ts'
import { statementOf, type Gift } from './economy-statement.ts'
import type { Graph, GraphEdge, GraphNode, NodeKind } from './graph.ts'

/** A node and the arrows that are drawn because of it. */
interface Part {
  readonly node: GraphNode
  readonly edges: readonly GraphEdge[]
}

/**
 * Returns the economy of a design as a graph: which actions, custom rules and processes change which metrics, which
 * levels, achievements, computed metrics and leaderboards use those, and which of them are required. Every reward is a
 * statement on an arrow. The design must be valid.
 */
export function economyGraph(source: DesignSource, title: string): Graph {
  const metrics = source.metrics.map((design) => metricSchema.parse(design))
  const actions = withShownNames(source.actions.map((design) => actionSchema.parse(design)))
  const names = namesOf({ metrics, actions, teams: source.teams.map((design) => teamSchema.parse(design)) })
  const processes = withShownNames(source.processes.map((design) => processSchema.parse(design)))
  const rules = withShownNames(source.rules.map((design) => ruleSchema.parse(design)))
  const boards = withShownNames(source.leaderboards.map((design) => leaderboardSchema.parse(design)))
  const parts = [
    ...newcomerParts(bootstrapSchema.parse(source.bootstrap), names),
    ...actions.map((design) => actionPart(design, names)),
    ...processes.map((design) => processPart(design, names)),
    ...rules.map((design) => rulePart(design, names)),
    ...metrics.map((design) => metricPart(design, names)),
    ...boards.map((design) => boardPart(design, names)),
  ]
  return {
    title,
    lanes: [],
    nodes: parts.map(({ node }) => node),
    edges: merged(parts.flatMap(({ edges }) => edges)),
  }
}

/** Gives components the names that the drawing shows. */
function withShownNames<T extends { readonly id: string; readonly name: string }>(designs: readonly T[]): T[] {
  const name = namesById(designs)
  return designs.map((design) => ({ ...design, name: name(design.id) }))
}

const metricId = (id: string): string => `metrics/${id}`

function nodeOf(kind: NodeKind, id: string, title: string, facts: readonly (string | undefined)[]): GraphNode {
  return { id, kind, title, facts: facts.filter((fact) => fact !== undefined), lane: 0 }
}

function newcomerParts({ scores = [] }: BootstrapDesign, names: Names): Part[] {
  if (scores.length === 0) return []
  const node = nodeOf('newcomer', 'bootstrap', 'New player', [])
  return [
    {
      node,
      edges: giftEdges(
        node.id,
        scores.map((score) => ({ reward: { ...score, verb: 'set' } })),
        names,
      ),
    },
  ]
}

function actionPart(
  { id, name, rate, probability, requires, variables, rules = [] }: ActionDesign,
  names: Names,
): Part {
  const node = nodeOf('action', `actions/${id}`, name, [
    rate === undefined ? undefined : limitWords(rate),
    chanceOf(probability),
    needOf(requires, names),
  ])
  return { node, edges: [...ruleEdges(node.id, { rules, variables }, names), ...needEdges(node.id, requires)] }
}

function processPart(design: ProcessDesign, names: Names): Part {
  const { id, name, settings } = design
  const node = nodeOf('process', `processes/${id}`, name, [
    needOf(settings?.requires, names),
    ...processNotes(design, names),
  ])
  const gifts = processGifts(design)
  return {
    node,
    edges: [
      ...giftEdges(node.id, gifts, names),
      ...needEdges(node.id, ...activityRequirements(design), settings?.requires),
    ],
  }
}

function rulePart(design: RuleDesign, names: Names): Part {
  const id = `rules/${design.id}`
  switch (design.type) {
    case 'level': {
      const edges: GraphEdge[] = [
        { from: metricId(idOfReference(design.base_metric)), to: id, kind: 'reads' },
        {
          from: id,
          to: metricId(idOfReference(design.level_metric)),
          kind: 'gives',
          label: [`sets ${names.metric(idOfReference(design.level_metric))}`],
        },
      ]
      return { node: nodeOf('level', id, design.name, levelFacts(design.levels)), edges }
    }
    case 'achievement': {
      const { metric, items, requires } = design
      const gifts = items.map(({ key, value }): Gift => ({
        reward: {
          metric: { id: idOfReference(metric), type: 'set' },
          verb: 'add',
          value: Object.fromEntries([[key, value]]),
        },
        clauses: ['once'],
      }))
      const node = nodeOf('achievement', id, design.name, [needOf(requires, names)])
      return { node, edges: [...giftEdges(id, gifts, names), ...needEdges(id, requires)] }
    }
    case 'custom':
      return { node: nodeOf('custom', id, design.name, []), edges: ruleEdges(id, design, names) }
  }
}

function levelFacts(levels: Extract<RuleDesign, { type: 'level' }>['levels']): string[] {
  return levels.map(({ rank, threshold }, i) => {
    const before = levels[i - 1]?.threshold
    const above = before === undefined ? '' : ` above ${before}`
    return i < levels.length - 1 ? `${rank}${above} up to ${threshold}` : `${rank}${above}`
  })
}

function metricPart(design: MetricDesign, names: Names): Part {
  const node = nodeOf(design.type, metricId(design.id), names.metric(design.id), metricFacts(design, names))
  if (design.type !== 'compound') return { node, edges: [] }
  return {
    node,
    edges: scoresRead(design.constraints.formula).map((id) => ({ from: metricId(id), to: node.id, kind: 'reads' })),
  }
}

function metricFacts(design: MetricDesign, names: Names): (string | undefined)[] {
  switch (design.type) {
    case 'point':
      return pointFacts(design)
    case 'set': {
      const { items = [], max_items: most } = design.constraints ?? {}
      const words = items.map(({ name, max }) => (isLimit(max) ? `${name} (at most ${max})` : name))
      return [listed(words), isLimit(most) ? `at most ${most} different items` : undefined]
    }
    case 'state':
      return [listed((design.constraints?.states ?? []).map(({ name }) => name))]
    case 'compound':
      return [`= ${formulaWords(design.constraints.formula, names)}`]
  }
}

function pointFacts(design: MetricDesign): (string | undefined)[] {
  const metric = compileMetric(design)
  if (metric.type !== 'point') return []
  const { start, min, max } = metric
  return [
    start === 0 ? undefined : `starts at ${formatAmount(start)}`,
    min === 0 ? undefined : min === -Infinity ? 'may be negative' : `at least ${formatAmount(min)}`,
    max === Infinity ? undefined : `at most ${formatAmount(max)}`,
  ]
}

const isLimit = (max: string | undefined): max is string => max !== undefined && max !== 'Infinity'

const listed = (names: readonly string[]): string | undefined => (names.length === 0 ? undefined : names.join(', '))

function boardPart(design: LeaderboardDesign, names: Names): Part {
  const { id, name, cycles = ['alltime'], metric, requires } = design
  const by =
    metric.item === undefined ? names.metric(metric.id) : `${inQuotes(metric.item)} in ${names.metric(metric.id)}`
  const need = conditionWords(requires, names)
  const node = nodeOf('leaderboard', `leaderboards/${id}`, name, [
    `${rankedWords(design, names)} by ${by}`,
    cycles.map((cycle) => (cycle === 'alltime' ? 'all time' : cycle)).join(', '),
    need === undefined ? undefined : `counts only if ${need}`,
  ])
  return { node, edges: [{ from: metricId(metric.id), to: node.id, kind: 'reads' }, ...needEdges(node.id, requires)] }
}

/** Describes what a leaderboard ranks. Spec 4.11. */
function rankedWords({ entity_type: entities, scope }: LeaderboardDesign, names: Names): string {
  switch (scope.type) {
    case 'game':
      return entities
    case 'custom':
      return `${entities} in each scope`
    default:
      return entities === 'teams' ? `teams of ${names.team(scope.id)}` : `${entities} in ${names.team(scope.id)}`
  }
}

const chanceOf = (probability = 1): string | undefined =>
  probability < 1 ? `succeeds ${percentText(probability)} of the time` : undefined

function needOf(requires: RequirementDesign | undefined, names: Names): string | undefined {
  const words = conditionWords(requires, names)
  if (words === undefined) return undefined
  return words === NEVER ? 'never' : `only if ${words}`
}

/** The rules of an action or custom rule: rewards and their requirements. */
interface RewardRules {
  readonly rules: readonly {
    readonly rewards: readonly RewardDesign[]
    readonly requires?: RequirementDesign | undefined
  }[]
  readonly variables?: Gift['variables']
}

function ruleEdges(id: string, { rules, variables }: RewardRules, names: Names): GraphEdge[] {
  return rules.flatMap(({ rewards, requires }) => [
    ...giftEdges(
      id,
      rewards.map((reward) => ({ reward, requires: [requires], variables })),
      names,
    ),
    ...needEdges(id, requires),
  ])
}

function giftEdges(from: string, gifts: readonly Gift[], names: Names): GraphEdge[] {
  return gifts.flatMap((gift): GraphEdge[] => {
    const { metric, value } = gift.reward
    const { words, isTaken } = statementOf(gift, names)
    const gives: GraphEdge = { from, to: metricId(metric.id), kind: isTaken ? 'takes' : 'gives', label: [words] }
    if (metric.type === 'state') return [gives]
    const formulas = typeof value === 'string' ? [value] : Object.values(value).map(String)
    const reads = formulas
      .flatMap(scoresRead)
      .map((id) => ({ from: metricId(id), to: from, kind: 'reads', isWeak: true }) as const)
    return [gives, ...reads]
  })
}

/** Returns arrows from the metrics and actions that requirements read to the node that has the requirements. */
function needEdges(to: string, ...requirements: readonly (RequirementDesign | undefined)[]): GraphEdge[] {
  return requirements
    .flatMap((requires) => nodesRead(requires))
    .map((from) => ({ from, to, kind: 'needs', isWeak: true }))
}

/** Merges arrows of the same kind between the same nodes into one with all their statements. */
function merged(edges: readonly GraphEdge[]): GraphEdge[] {
  const groups = Map.groupBy(edges, ({ from, to, kind }) => JSON.stringify([from, to, kind]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const label = [first, ...others].flatMap((edge) => edge.label ?? [])
    return label.length === 0 ? [first] : [{ ...first, label }]
  })
}
