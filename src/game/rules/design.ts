import * as z from 'zod'
import { commonFields, within, type Report } from '../design/component.ts'
import { compare, parseLimit, type Limit } from '../kernel/decimal.ts'
import { isProblem, parseFormula } from '../kernel/formula-parser.ts'
import { formulaText } from '../kernel/formula-schema.ts'
import { quoted } from '../kernel/message-text.ts'
import { customIssue } from '../kernel/schema-problems.ts'
import { limitText, nameSchema, strictObject } from '../kernel/schema.ts'
import {
  linkFormula,
  linkMetricReference,
  metricTypes,
  unknownPart,
  type CompoundMetric,
  type Metrics,
  type PointMetric,
  type SetMetric,
  type StateMetric,
} from '../metrics/design.ts'
import { compileRequirement, requirementSchema, type Requirement, type RequirementCatalogue } from './requirement.ts'
import { checkReward, compileReward, rewardFields, rewardSchema, type Reward, type RewardRule } from './reward.ts'
import { variablesSchema, type Variable } from './variable.ts'
import { MAX_WORK, tooMuchGivenMessage, workOfGifts, workOfJudging } from './work.ts'

const MAX_LEVELS = 1000
const MAX_RULES = 1000

const metricRef = strictObject({ id: z.string(), type: z.enum(metricTypes).optional(), name: z.string().optional() })
const metricRefOrId = z.union([z.string(), metricRef], {
  error: 'expected the id of a metric, such as "xp", or an object with it, such as { "id": "xp" }',
})

const levelSchema = strictObject({
  ...commonFields,
  type: z.literal('level'),
  base_metric: metricRefOrId,
  level_metric: metricRefOrId,
  levels: z
    .array(strictObject({ rank: nameSchema, threshold: limitText.optional() }))
    .min(1)
    .max(MAX_LEVELS),
}).superRefine(({ levels }, check) => {
  const ranks = new Set<string>()
  levels.forEach(({ rank, threshold }, i) => {
    const issue = (field: 'rank' | 'threshold', message: string): void =>
      check.addIssue(customIssue(['levels', i, field], message))
    if (ranks.has(rank)) issue('rank', `the rank ${quoted(rank)} appears twice`)
    ranks.add(rank)
    const above = parseLimit(levels[i - 1]?.threshold ?? '-Infinity') ?? -Infinity
    if (threshold === undefined && i < levels.length - 1) issue('threshold', 'missing; only the last level can omit it')
    else if (threshold !== undefined && i > 0 && compare(parseLimit(threshold) ?? 0, above) <= 0)
      issue('threshold', 'expected a threshold above that of the level before')
  })
})

const achievementSchema = strictObject({
  ...commonFields,
  type: z.literal('achievement'),
  metric: metricRefOrId,
  items: z
    .array(strictObject({ key: nameSchema, value: formulaText }))
    .min(1)
    .max(MAX_RULES)
    .refine((items) => new Set(items.map(({ key }) => key)).size === items.length, 'expected each item key once'),
  requires: requirementSchema.optional(),
})

const customSchema = strictObject({
  ...commonFields,
  type: z.literal('custom'),
  variables: variablesSchema.optional(),
  rules: z
    .array(
      strictObject({
        rewards: z.array(strictObject(rewardFields).superRefine(checkReward)).max(MAX_RULES),
        requires: requirementSchema.optional(),
      }),
    )
    .max(MAX_RULES),
})

/** The design of a rule. Spec 4.7. */
export const ruleSchema = z.discriminatedUnion('type', [levelSchema, achievementSchema, customSchema])
export type RuleDesign = z.output<typeof ruleSchema>

interface Named {
  readonly id: string
  readonly name: string
}

/** A level: a range of points and the state of players in that range. */
export interface Level {
  readonly rank: string
  /**
   * The range is above `low`, up to and including `high`. The last level has no upper bound, whatever its threshold.
   * Spec 4.16.
   */
  readonly low: Limit
  readonly high: Limit
}

/** Sets the level that the points of the base metric have reached. */
export interface LevelRule extends Named {
  readonly type: 'level'
  readonly base: PointMetric | CompoundMetric
  readonly metric: StateMetric
  readonly levels: readonly Level[]
}

/** Gives items once when its requirement is met. */
export interface AchievementRule extends Named {
  readonly type: 'achievement'
  readonly metric: SetMetric
  readonly reward: Extract<Reward, { type: 'set' }>
  readonly requires: Requirement
}

/** A rule that an operator evaluates. */
export interface CustomRule extends Named {
  readonly type: 'custom'
  readonly variables: readonly Variable[]
  readonly rules: readonly RewardRule[]
  /** The work of evaluating it for one player, without the work of the event. */
  readonly work: number
}

export type Rule = LevelRule | AchievementRule | CustomRule

/** Compiles a rule. If it refers to something that does not exist, reports that and returns undefined. */
export function compileRule(design: RuleDesign, catalogue: RequirementCatalogue, report: Report): Rule | undefined {
  switch (design.type) {
    case 'level':
      return compileLevels(design, catalogue.metrics, report)
    case 'achievement':
      return compileAchievement(design, catalogue, report)
    case 'custom': {
      const { id, name, variables = [] } = design
      const rules = compileRewardRules(design.rules, variables, catalogue, report)
      return { id, name, type: 'custom', variables, rules, work: workOfJudging(rules) }
    }
  }
}

function compileLevels(
  design: Extract<RuleDesign, { type: 'level' }>,
  metrics: Metrics,
  report: Report,
): LevelRule | undefined {
  const base = linkMetricReference(design.base_metric, metrics, ['base_metric'], report)
  const metric = linkMetricReference(design.level_metric, metrics, ['level_metric'], report)
  if (base && base.type !== 'point' && base.type !== 'compound')
    report(['base_metric'], `metric '${base.id}' is of type ${base.type}; a level needs a point metric as its base`)
  if (metric && metric.type !== 'state')
    report(['level_metric'], `metric '${metric.id}' is of type ${metric.type}; a level needs a state metric`)
  if (metric?.type !== 'state') return undefined
  design.levels.forEach(({ rank }, i) => {
    if (!metric.states.has(rank)) report(['levels', i, 'rank'], unknownPart(metric, 'state', rank))
  })
  if (base?.type !== 'point' && base?.type !== 'compound') return undefined
  const levels = design.levels.map(({ rank, threshold }, i) => ({
    rank,
    low: parseLimit(design.levels[i - 1]?.threshold ?? '-Infinity') ?? -Infinity,
    high: i === design.levels.length - 1 ? Infinity : (parseLimit(threshold ?? 'Infinity') ?? Infinity),
  }))
  return { id: design.id, name: design.name, type: 'level', base, metric, levels }
}

function compileAchievement(
  design: Extract<RuleDesign, { type: 'achievement' }>,
  catalogue: RequirementCatalogue,
  report: Report,
): AchievementRule | undefined {
  const requires = compileRequirement(design.requires, catalogue, within(report, 'requires'))
  const { metrics } = catalogue
  const metric = linkMetricReference(design.metric, metrics, ['metric'], report)
  const items = design.items.map(({ key, value }, i) => {
    const formula = parseFormula(value)
    if (isProblem(formula)) throw new Error(`unparsed formula in the checked rule ${design.id}`)
    linkFormula(formula, metrics, undefined, (words, absent) => report(['items', i, 'value'], words, absent))
    if (metric?.type === 'set' && !metric.items.has(key)) report(['items', i, 'key'], unknownPart(metric, 'item', key))
    return [key, formula] as const
  })
  if (metric && metric.type !== 'set')
    report(['metric'], `metric '${metric.id}' is of type ${metric.type}; an achievement needs a set metric`)
  if (metric?.type !== 'set') return undefined
  const written = Object.fromEntries(design.items.map(({ key, value }) => [key, value]))
  const reward = { type: 'set', verb: 'add', probability: 1, written, items, metric } as const
  if (workOfGifts([reward]) > MAX_WORK) report(['items'], tooMuchGivenMessage)
  return { id: design.id, name: design.name, type: 'achievement', metric, reward, requires }
}

interface RewardRuleDesign {
  readonly rewards: readonly z.output<typeof rewardSchema>[]
  readonly requires?: z.output<typeof requirementSchema> | undefined
}

/** Compiles the rules of an action or a custom rule. Reports rules that would give too much in one play. */
export function compileRewardRules(
  rules: readonly RewardRuleDesign[],
  variables: readonly Variable[],
  catalogue: Omit<RequirementCatalogue, 'variables'>,
  report: Report,
): RewardRule[] {
  const names = new Set(variables.map((variable) => variable.name))
  const compiled = rules.map((rule, i) => ({
    requires: compileRequirement(
      rule.requires,
      { ...catalogue, variables: names },
      within(report, 'rules', i, 'requires'),
    ),
    rewards: rule.rewards.flatMap((reward, j) => {
      const compiled = compileReward(reward, catalogue.metrics, names, within(report, 'rules', i, 'rewards', j))
      return compiled ? [compiled] : []
    }),
  }))
  if (workOfGifts(compiled.flatMap(({ rewards }) => rewards)) > MAX_WORK) report(['rules'], tooMuchGivenMessage)
  return compiled
}

/** Returns the level that an amount has reached: the first one whose `high` is not below the amount. Spec 4.7. */
export function levelAt({ id, levels }: LevelRule, points: Limit): Level {
  let [first, last] = [0, levels.length - 1]
  while (first < last) {
    const middle = (first + last) >> 1
    if (compare(points, levels[middle]?.high ?? Infinity) <= 0) last = middle
    else first = middle + 1
  }
  const reached = levels[first]
  if (!reached) throw new Error(`the level rule ${id} has no levels`)
  return reached
}
