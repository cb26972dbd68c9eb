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

/** A part of the design that a decision examines. `RewardRule`s belong to an action or a custom rule. */
export type ExaminedPart = Action | Task | CustomRule | LevelRule | AchievementRule

/** A part of the design that has a probability. */
export type RandomPart = { readonly probability: number }

/** The outcome of a performed activity. Spec 4.9 "Flow". */
export type Outcome = 'failed' | 'looped' | 'done'

/**
 * Receives what a decision examines, in order. The context of most decisions has no observer. All parts are objects of
 * the compiled design, compared by identity, unless stated otherwise. An observer cannot influence the decision.
 */
export interface Observer {
  /** The following calls are about this part, for that player; for level and achievement rules, in this round. */
  examined(part: ExaminedPart, player: string, round: number): void
  /**
   * The rewards of `activity` that a player earned no longer wait for the activity `until`; both are paths. The
   * following calls are about them.
   */
  resolved(until: string, activity: string, player: string): void
  /**
   * Whether a requirement holds, including its `not`. For a leaf, with the value and the value that it was compared
   * with.
   */
  judged(requirement: Requirement, held: boolean, found?: FormulaValue, against?: FormulaValue): void
  /**
   * The rewards under one requirement are given, each with its own draw. The rewards of activities are combined into
   * one rule for the play.
   */
  applied(rule: RewardRule): void
  /** A draw of a part that is not certain. The part happens if the drawn number is below its probability. */
  drew(part: RandomPart, drawn: number, held: boolean): void
  /** A rate limit: the previous uses, the requested number of plays, and whether they were within the limit. */
  rated(part: Action | Activity, rate: Rate, uses: RateUses, plays: number, held: boolean): void
  /** A reward was given `count` times: what it changed, the limits that reduced it, and what its formulas read. */
  gave(
    reward: Reward,
    count: number,
    change: Change | undefined,
    clamped: readonly Clamped[],
    reading: FormulaReading,
  ): void
  /**
   * A reward of an activity was earned and waits until another activity is performed; both are paths. Spec 4.9
   * `resolution`.
   */
  waited(activity: string, until: string): void
  /** A compound was computed in this scope, and its value changed. */
  computed(compound: CompoundMetric, change: Change, scope: FormulaScope): void
  /** The level of a player who has an entry of the base metric, whether or not the level changes. */
  ranked(rule: LevelRule, points: FormulaValue, level: Level): void
  /** The examined rule changes something. */
  followed(rule: LevelRule | AchievementRule): void
  /** Whether a player is allowed to perform in the lane of a task. */
  admitted(task: Task, held: boolean): void
  /** An activity was performed, in this round, counted from 1. */
  performed(activity: Activity, outcome: Outcome, lucky: boolean, round: number): void
  /** A token moved along a flow. */
  flowed(flow: Flow): void
}

const nothing = (): void => {}

const ignoringAll: Observer = {
  examined: nothing,
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

/** Creates an observer that ignores all calls except the given ones. */
export function createObserver(some: Partial<Observer>): Observer {
  return { ...ignoringAll, ...some }
}
