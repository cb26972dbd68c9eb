import type { CompoundMetric, Metrics } from '../metrics/design.ts'
import type { AchievementRule, CustomRule, LevelRule, Rule } from './design.ts'
import { workOfComputingAll, workOfLooking } from './work.ts'

/** What rules read of a design: its metrics and its rules, in order of id, with what looking at them comes to. */
export interface RuleBook {
  readonly metrics: Metrics
  /** So that each comes after those that it reads. */
  readonly compounds: readonly CompoundMetric[]
  readonly levels: readonly LevelRule[]
  readonly achievements: readonly AchievementRule[]
  readonly customRules: ReadonlyMap<string, CustomRule>
  /** What looking at levels, achievements and compounds comes to. */
  readonly lookingWork: number
  /** What computing all compounds comes to. */
  readonly computingWork: number
}

/** The rule book of metrics and rules that are ready for play. */
export function ruleBook(metrics: Metrics, compounds: readonly CompoundMetric[], rules: readonly Rule[]): RuleBook {
  const levels = rules.filter((rule) => rule.type === 'level')
  const achievements = rules.filter((rule) => rule.type === 'achievement')
  return {
    metrics,
    compounds,
    levels,
    achievements,
    customRules: new Map(rules.flatMap((rule) => (rule.type === 'custom' ? [[rule.id, rule]] : []))),
    lookingWork: workOfLooking({ levels, achievements, compounds }),
    computingWork: workOfComputingAll(compounds),
  }
}
