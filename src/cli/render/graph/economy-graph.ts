import { actionSchema, type ActionDesign } from '../../../game/actions/design.ts'
import { rateWords } from '../../../game/actions/words.ts'
import { bootstrapSchema } from '../../../game/design/bootstrap.ts'
import type { DesignSource } from '../../../game/design/source.ts'
import { isProblem, parseFormula } from '../../../game/kernel/formula-parser.ts'
import { namesIn } from '../../../game/kernel/formula.ts'
import { leaderboardSchema, type LeaderboardDesign } from '../../../game/leaderboards/design.ts'
import { metricSchema, type MetricDesign } from '../../../game/metrics/design.ts'
import type { ActivityDesign } from '../../../game/processes/container.ts'
import { processSchema, type ProcessDesign } from '../../../game/processes/design.ts'
import { ruleSchema, type RuleDesign } from '../../../game/rules/design.ts'
import type { RequirementDesign } from '../../../game/rules/requirement.ts'
import type { RewardDesign } from '../../../game/rules/reward.ts'
import { giftWords, requirementWords } from '../../../game/rules/words.ts'
import type { Graph, GraphEdge, GraphNode, NodeKind } from './graph.ts'

/** A node with the arrows that are there because of it. */
interface Part {
  readonly node: GraphNode
  readonly edges: readonly GraphEdge[]
}

/**
 * What feeds what: which action, custom rule and process gives which metric, what levels and achievements make of that,
 * what is computed of it and ranked by it, and what must hold for it. The design must be right.
 */
export function economyGraph(source: DesignSource, title: string): Graph {
  const parts = [
    ...newcomerParts(source.bootstrap),
    ...source.actions.map((design) => actionPart(actionSchema.parse(design))),
    ...source.processes.map((design) => processPart(processSchema.parse(design))),
    ...source.rules.map((design) => rulePart(ruleSchema.parse(design))),
    ...source.metrics.map((design) => metricPart(metricSchema.parse(design))),
    ...source.leaderboards.map((design) => boardPart(leaderboardSchema.parse(design))),
  ]
  return {
    title,
    lanes: [],
    nodes: parts.map(({ node }) => node),
    edges: merged(parts.flatMap(({ edges }) => edges)),
  }
}

const metricId = (id: string): string => `metrics/${id}`

function nodeOf(kind: NodeKind, id: string, title: string, facts: readonly (string | undefined)[]): GraphNode {
  return { id, kind, title, facts: facts.filter((fact) => fact !== undefined), lane: 0 }
}

function newcomerParts(bootstrap: unknown): Part[] {
  const { scores = [] } = bootstrapSchema.parse(bootstrap)
  if (scores.length === 0) return []
  const node = nodeOf('newcomer', 'bootstrap', 'New player', [])
  return [
    {
      node,
      edges: given(
        node.id,
        scores.map((score) => ({ ...score, verb: 'set' })),
      ),
    },
  ]
}

function actionPart({ id, name, rate, probability, requires, rules = [] }: ActionDesign): Part {
  const limit = rateWords(rate)
  const node = nodeOf('action', `actions/${id}`, name, [
    limit === undefined ? undefined : `at most ${limit}`,
    luckOf(probability),
    needOf(requires),
  ])
  return { node, edges: [...rules.flatMap((rule) => ruleEdges(node.id, rule)), ...needs(node.id, requires)] }
}

function processPart({ id, name, settings, activities = [] }: ProcessDesign): Part {
  const node = nodeOf('process', `processes/${id}`, name, [needOf(settings?.requires)])
  const all = [...withInner(activities)]
  const edges = all.flatMap(({ rewards = [], requires }) => [...given(node.id, rewards), ...needs(node.id, requires)])
  return { node, edges: [...edges, ...needs(node.id, settings?.requires)] }
}

function* withInner(activities: readonly ActivityDesign[]): Generator<ActivityDesign> {
  for (const activity of activities) {
    yield activity
    yield* withInner(activity.activities ?? [])
  }
}

function rulePart(design: RuleDesign): Part {
  const id = `rules/${design.id}`
  switch (design.type) {
    case 'level': {
      const edges: GraphEdge[] = [
        { from: metricId(design.base_metric.id), to: id, kind: 'reads' },
        { from: id, to: metricId(design.level_metric.id), kind: 'gives' },
      ]
      return { node: nodeOf('level', id, design.name, levelFacts(design.levels)), edges }
    }
    case 'achievement': {
      const value = Object.fromEntries(design.items.map((item) => [item.key, item.value]))
      const gift = { metric: { id: design.metric.id, type: 'set' }, verb: 'add', value } as const
      const node = nodeOf('achievement', id, design.name, [needOf(design.requires)])
      return { node, edges: [...given(id, [gift]), ...needs(id, design.requires)] }
    }
    case 'custom':
      return { node: nodeOf('custom', id, design.name, []), edges: design.rules.flatMap((rule) => ruleEdges(id, rule)) }
  }
}

function levelFacts(levels: Extract<RuleDesign, { type: 'level' }>['levels']): string[] {
  return levels.map(({ rank, threshold }, i) => {
    const before = levels[i - 1]?.threshold
    if (i < levels.length - 1) return `${rank} up to ${threshold}`
    return before === undefined ? rank : `${rank} above ${before}`
  })
}

function metricPart(design: MetricDesign): Part {
  const node = nodeOf(design.type, metricId(design.id), design.name, metricFacts(design))
  if (design.type !== 'compound') return { node, edges: [] }
  return {
    node,
    edges: scoresIn(design.constraints.formula).map((id) => ({ from: metricId(id), to: node.id, kind: 'reads' })),
  }
}

function metricFacts(design: MetricDesign): (string | undefined)[] {
  switch (design.type) {
    case 'point': {
      const { default: start, min, max } = design.constraints ?? {}
      const limits = [min === undefined || min === '0' ? undefined : `from ${min}`, maxText(max)]
      return [start === undefined || start === '0' ? undefined : `${start} to begin with`, ...limits]
    }
    case 'set':
      return [namesText(design.constraints?.items), maxText(design.constraints?.max_items)]
    case 'state':
      return [namesText(design.constraints?.states)]
    case 'compound':
      return [design.constraints.formula]
  }
}

const maxText = (max: string | undefined): string | undefined =>
  max === undefined || max === 'Infinity' ? undefined : `up to ${max}`

const namesText = (parts: readonly { readonly name: string }[] = []): string | undefined =>
  parts.length === 0 ? undefined : parts.map(({ name }) => name).join(', ')

function boardPart({ id, name, entity_type, cycles = ['alltime'], metric, requires }: LeaderboardDesign): Part {
  const facts = [`${entity_type} by ${metric.item ?? 'score'}`, cycles.join(', '), needOf(requires)]
  const node = nodeOf('leaderboard', `leaderboards/${id}`, name, facts)
  return { node, edges: [{ from: metricId(metric.id), to: node.id, kind: 'reads' }, ...needs(node.id, requires)] }
}

const luckOf = (probability = 1): string | undefined =>
  probability < 1 ? `with luck: ${Math.round(probability * 10_000) / 100}%` : undefined

function needOf(requires: RequirementDesign | undefined): string | undefined {
  const words = requires === undefined ? undefined : requirementWords(requires)
  return words === undefined || words === 'nothing' ? undefined : `needs ${words}`
}

/** Rewards with what must hold for them. */
interface RewardRule {
  readonly rewards: readonly RewardDesign[]
  readonly requires?: RequirementDesign | undefined
}

function ruleEdges(id: string, { rewards, requires }: RewardRule): GraphEdge[] {
  const condition = needOf(requires)?.replace(/^needs/, ' if')
  return [...given(id, rewards, condition), ...needs(id, requires)]
}

function given(from: string, rewards: readonly RewardDesign[], condition = ''): GraphEdge[] {
  return rewards.flatMap((reward): GraphEdge[] => {
    const kind = reward.verb === 'remove' ? 'takes' : 'gives'
    const gives: GraphEdge = { from, to: metricId(reward.metric.id), kind, label: giftWords(reward) + condition }
    if (reward.metric.type === 'state') return [gives]
    const formulas = typeof reward.value === 'string' ? [reward.value] : Object.values(reward.value).map(String)
    const reads = formulas
      .flatMap(scoresIn)
      .map((id) => ({ from: metricId(id), to: from, kind: 'reads', isWeak: true }) as const)
    return [gives, ...reads]
  })
}

/** What a requirement looks at leads to what it is for. */
function needs(to: string, requires: RequirementDesign | undefined): GraphEdge[] {
  return [...lookedAt(requires)]
    .filter((from) => from !== to)
    .map((from) => ({ from, to, kind: 'needs', isWeak: true }))
}

function* lookedAt(requires: RequirementDesign | undefined): Generator<string> {
  if (requires === undefined || !('type' in requires)) return
  if ('expression' in requires)
    for (const part of requires.expression as readonly RequirementDesign[]) yield* lookedAt(part)
  else yield* lookedAtBy(requires as Leaf)
}

type Leaf = Extract<RequirementDesign, { readonly context: unknown }>

function* lookedAtBy(leaf: Leaf): Generator<string> {
  if (leaf.type === 'metric') yield metricId(leaf.context.id)
  else if (leaf.type === 'action') yield `actions/${leaf.context.id}`
  else if (leaf.type === 'var')
    for (const id of [leaf.context.lhs, leaf.context.rhs].flatMap(scoresIn)) yield metricId(id)
}

/** Ids of the metrics that a formula reads. */
function scoresIn(formula: string): string[] {
  const parsed = parseFormula(formula)
  return isProblem(parsed) ? [] : [...new Set(namesIn(parsed).scores.map(({ metric }) => metric))]
}

/** One arrow for all that say the same between the same two, their labels joined. */
function merged(edges: readonly GraphEdge[]): GraphEdge[] {
  const groups = Map.groupBy(edges, ({ from, to, kind }) => JSON.stringify([from, to, kind]))
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const labels = new Set([first, ...others].flatMap(({ label }) => label ?? []))
    return labels.size === 0 ? [first] : [{ ...first, label: [...labels].join(', ') }]
  })
}
