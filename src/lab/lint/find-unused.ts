import type { Design } from '../../game/design/design.ts'
import { compare } from '../../game/kernel/decimal.ts'
import type { Formula } from '../../game/kernel/formula-parser.ts'
import { namesIn } from '../../game/kernel/formula.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { Metric, SetMetric, StateMetric } from '../../game/metrics/design.ts'
import { scoreKey } from '../../game/metrics/score.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward } from '../../game/rules/reward.ts'
import { rangeWords, partWords, type Economy, type Finding } from './economy.ts'
import { isExact } from './interval.ts'
import { narrow } from './narrow.ts'
import { keys } from './ranges.ts'

/** Finds metrics, items and states that nothing gives. A source that can never happen is found by other lints. */
export function* neverGiven(economy: Economy): Generator<Finding> {
  const { design, reach } = economy
  const hopeful = hopefulParts(economy)
  for (const metric of design.metrics.values()) {
    if (metric.type === 'compound') continue
    const found = (path: Finding['path'], message: string): Finding => ({
      id: 'never-given',
      kind: 'metrics',
      component: metric.id,
      path,
      message,
    })
    if (!reach.entered.has(metric.id)) {
      if (!hopeful.has(metric.id))
        yield found([], `nothing in the design gives ${quoted(metric.id)}${stays(metric, economy)}`)
      continue
    }
    if (metric.type === 'point') continue
    const isGiven = (part: string): boolean =>
      metric.type === 'set'
        ? compare(reach.ranges.amount(keys.item(metric.id, part)).high, 0) > 0
        : reach.ranges.statesOf(metric.id).has(part)
    const [list, word] = metric.type === 'set' ? (['items', 'item'] as const) : (['states', 'state'] as const)
    for (const [i, part] of partsOf(metric).entries())
      if (!isGiven(part) && !hopeful.has(partKey(metric.id, part)))
        yield found(
          ['constraints', list, i],
          `nothing in the design gives the ${word} ${quoted(part)} of ${quoted(metric.id)}`,
        )
  }
}

const partKey = (metric: string, part: string): string => `${metric}:${part}`

const partsOf = (metric: SetMetric | StateMetric): string[] => [
  ...(metric.type === 'set' ? metric.items : metric.states).keys(),
]

function stays(metric: Metric, { reach }: Economy): string {
  if (metric.type !== 'point') return ''
  return `: it ${rangeWords(reach.ranges.amount(keys.score(metric.id)))}`
}

/** Returns the metrics, items and states that a source would give that can never happen, for reasons of its own. */
function hopefulParts({ reach, design }: Economy): ReadonlySet<string> {
  const parts = new Set<string>()
  const add = (reward: Reward): void => {
    parts.add(reward.metric.id)
    if (reward.type === 'state') parts.add(partKey(reward.metric.id, reward.state))
    if (reward.type === 'set') for (const [item] of reward.items) parts.add(partKey(reward.metric.id, item))
  }
  for (const { source, isPossible, rules } of reach.effects)
    for (const rule of source.rules) if (!isPossible || !rules.has(rule)) for (const reward of rule.rewards) add(reward)
  for (const { metric, levels } of design.levels) {
    parts.add(metric.id)
    for (const { rank } of levels) parts.add(partKey(metric.id, rank))
  }
  return parts
}

/** Finds metrics that nothing reads. What levels and achievements give is there to be shown. */
export function* neverUsed({ design, reach }: Economy): Generator<Finding> {
  const read = readMetrics(design)
  for (const metric of design.metrics.values()) {
    if (read.has(metric.id)) continue
    const isHidden =
      metric.type === 'set' && metric.items.size > 0 && [...metric.items.values()].every((item) => item.hidden)
    const isTrophy =
      design.levels.some((rule) => rule.metric.id === metric.id) ||
      design.achievements.some((rule) => rule.metric.id === metric.id)
    if (!isHidden && (isTrophy || !reach.entered.has(metric.id))) continue
    yield {
      id: 'never-used',
      ...(isHidden && { severity: 'warning' as const }),
      kind: 'metrics',
      component: metric.id,
      path: [],
      message: isHidden
        ? `all items of ${quoted(metric.id)} are hidden, and nothing in the design reads it`
        : `no board, requirement, formula or level reads ${quoted(metric.id)}; only profiles show it`,
    }
  }
}

/** Returns the ids of the metrics that boards, requirements, formulas and levels read. */
function readMetrics(design: Design): ReadonlySet<string> {
  const read = new Set<string>()
  const addFormula = (formula: Formula): void => {
    for (const { metric } of namesIn(formula).scores) read.add(metric)
  }
  const addRequirement = (requirement: Requirement): void => {
    if (requirement.kind === 'and' || requirement.kind === 'or') requirement.parts.forEach(addRequirement)
    else if (requirement.kind === 'metric') read.add(requirement.metric.id)
    else if (requirement.kind === 'var') [requirement.lhs, requirement.rhs].forEach(addFormula)
  }
  const addReward = (reward: Reward): void => {
    if (reward.type === 'point') addFormula(reward.value)
    if (reward.type === 'set') for (const [, count] of reward.items) addFormula(count)
  }
  for (const { formula } of design.compounds) addFormula(formula)
  for (const { base } of design.levels) read.add(base.id)
  for (const { requires } of design.achievements) addRequirement(requires)
  for (const { reward } of design.achievements) addReward(reward)
  for (const { metric, requires } of design.leaderboards.values()) {
    read.add(metric.id)
    addRequirement(requires)
  }
  for (const { requires } of [...design.teams.values(), ...design.processes.values()]) addRequirement(requires)
  for (const { requires } of design.actions.values()) addRequirement(requires)
  for (const { rules } of [...design.actions.values(), ...design.customRules.values()])
    for (const { requires, rewards } of rules) {
      addRequirement(requires)
      rewards.forEach(addReward)
    }
  for (const { graph } of design.processes.values())
    for (const node of graph.nodes.values()) {
      if (node.kind !== 'task' && node.kind !== 'sub_process') continue
      addRequirement(node.requires)
      for (const { reward } of node.rewards) addReward(reward)
    }
  design.bootstrap.scores.forEach(addReward)
  return read
}

/** Finds leaderboards whose scores never change, or whose requirement can never be met. */
export function* stillBoards({ design, reach }: Economy): Generator<Finding> {
  const keyed = new Map([...design.metrics.values()].map((metric) => [scoreKey(metric), metric]))
  for (const { id, definition, requires } of design.leaderboards.values()) {
    const metric = keyed.get(definition.metric)
    if (!metric) continue
    const found = (path: Finding['path'], message: string): Finding => ({
      id: 'still-board',
      kind: 'leaderboards',
      component: id,
      path,
      message,
    })
    const items = metric.type === 'set' ? (definition.items ?? [...metric.items.keys()]) : undefined
    const ranked = items ? items.map((item) => keys.item(metric.id, item)) : [keys.score(metric.id)]
    const isStill = !reach.changing.has(metric.id) || ranked.every((key) => isExact(reach.ranges.amount(key)))
    if (isStill) {
      const what = partWords(metric.id, items?.length === 1 && definition.items?.length === 1 ? items[0] : undefined)
      yield found(['metric'], `the leaderboard ${quoted(id)} ranks by ${what}, which never changes`)
    } else if (!narrow(requires, reach.ranges, design.metrics))
      yield found(
        ['requires'],
        `the leaderboard ${quoted(id)} counts nothing, because its requirement can never be met`,
      )
  }
}
