import type { CompoundMetric, Metrics } from '../metrics/design.ts'
import type { AchievementRule, CustomRule, LevelRule, Rule } from './design.ts'
import { workOfComputingAll, workOfChecking } from './work.ts'

/** The metrics and rules of a design, in order of id, and the work of checking them. */
export interface RuleBook {
  readonly metrics: Metrics
  /** The compounds in an order in which each one comes after those that it reads. */
  readonly compounds: readonly CompoundMetric[]
  readonly levels: readonly LevelRule[]
  readonly achievements: readonly AchievementRule[]
  readonly customRules: ReadonlyMap<string, CustomRule>
  /** The work of checking all levels, achievements and compounds. */
  readonly checkingWork: number
  /** The work of computing all compounds. */
  readonly computingWork: number
}

/** Returns the rule book of compiled metrics and rules. */
export function ruleBook(metrics: Metrics, compounds: readonly CompoundMetric[], rules: readonly Rule[]): RuleBook {
  const levels = rules.filter((rule) => rule.type === 'level')
  const achievements = rules.filter((rule) => rule.type === 'achievement')
  return {
    metrics,
    compounds,
    levels,
    achievements,
    customRules: new Map(rules.flatMap((rule) => (rule.type === 'custom' ? [[rule.id, rule]] : []))),
    checkingWork: workOfChecking({ levels, achievements, compounds }),
    computingWork: workOfComputingAll(compounds),
  }
}
