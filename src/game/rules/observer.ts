import type { Action } from '../actions/design.ts'
import type { Rate, RateUses } from '../actions/rate.ts'
import type { FormulaValue } from '../kernel/formula-parser.ts'
import type { FormulaScope } from '../kernel/formula.ts'
import type { CompoundMetric } from '../metrics/design.ts'
import type { Clamped } from '../metrics/effects.ts'
import type { Change } from '../metrics/score.ts'
import type { Activity, Flow, Task } from '../processes/graph.ts'
import type { AchievementRule, CustomRule, Level, LevelRule } from './design.ts'
import type { FormulaReading } from './formula-scope.ts'
import type { Requirement } from './requirement.ts'
import type { Reward, RewardRule } from './reward.ts'

/** What is looked at to be decided. `RewardRule`s are those within an action or a custom rule. */
export type Decided = Action | Task | CustomRule | LevelRule | AchievementRule

/** What may hang on a draw. */
export type Chancy = { readonly probability: number }

/** How a performed activity came out. Spec 4.9 "Flow". */
export type Outcome = 'failed' | 'looped' | 'done'

/**
 * Told by a decision what it looks at, in order; its context carries the one who is told, mostly nobody. The parts are the
 * compiled design's own objects, by identity, where not said otherwise. Nothing that is told changes what is decided.
 */
export interface Observer {
  /** What comes next is told of this part, looked at for that player; of level and achievement rules, in which round. */
  looked(part: Decided, player: string, round: number): void
  /** Rewards wait no longer that a player has earned with an activity, both by path. What comes next is told of them. */
  resolved(until: string, activity: string, player: string): void
  /** Whether a requirement holds, its `not` included; of a leaf with what was found, and what that was compared with. */
  judged(requirement: Requirement, held: boolean, found?: FormulaValue, against?: FormulaValue): void
  /** Rewards that stand under one requirement are given, each by its own luck. Those of activities are put together for the play. */
  applied(rule: RewardRule): void
  /** A draw of a part that is not certain: it came true below its probability. */
  drew(part: Chancy, drawn: number, held: boolean): void
  /** A limit on plays: what had been used, how many more were wanted, whether there was room. */
  rated(part: Action | Activity, rate: Rate, uses: RateUses, plays: number, held: boolean): void
  /** A reward was given so many times over: what it changed, the limits that cut it, and what its formulas read. */
  gave(
    reward: Reward,
    count: number,
    change: Change | undefined,
    clamped: readonly Clamped[],
    reading: FormulaReading,
  ): void
  /** A reward of an activity was earned, and waits until another is performed; both by path. Spec 4.9 `resolution`. */
  waited(activity: string, until: string): void
  /** A compound was computed anew, with a change of it, from what it read. */
  computed(compound: CompoundMetric, change: Change, scope: FormulaScope): void
  /** The level of a player with an entry of the base metric, whether that is a change or not. */
  ranked(rule: LevelRule, points: FormulaValue, level: Level): void
  /** Something came of the rule that is looked at. */
  followed(rule: LevelRule | AchievementRule): void
  /** Whether a player may perform in the lane of a task. */
  admitted(task: Task, held: boolean): void
  /** An activity was performed, in which of its rounds, counted from 1. */
  performed(activity: Activity, outcome: Outcome, lucky: boolean, round: number): void
  /** A token took a flow. */
  flowed(flow: Flow): void
}

const nothing = (): void => {}

const inattentive: Observer = {
  looked: nothing,
  resolved: nothing,
  judged: nothing,
  applied: nothing,
  drew: nothing,
  rated: nothing,
  gave: nothing,
  waited: nothing,
  computed: nothing,
  ranked: nothing,
  followed: nothing,
  admitted: nothing,
  performed: nothing,
  flowed: nothing,
}

/** An observer that cares for some of what it is told. */
export function observing(some: Partial<Observer>): Observer {
  return { ...inattentive, ...some }
}
