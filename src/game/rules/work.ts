import type { GameEvent } from '../kernel/entry.ts'
import type { Formula } from '../kernel/formula-parser.ts'
import { stepsIn } from '../kernel/formula.ts'
import type { CompoundMetric } from '../metrics/design.ts'
import { itemDeltas, scoreKey, type Change, type Scores } from '../metrics/score.ts'
import type { Requirement } from './requirement.ts'
import type { Gift, RewardRule } from './reward.ts'

/**
 * The maximum work of one call or one play, so that it delays other calls by at most about 30 ms. A unit is about 0.1
 * µs. The constants below were measured.
 */
export const MAX_WORK = 200_000

/** An operator of a formula, with the longest possible numbers. */
const OPERATOR_WORK = 20
/** The check of a rule or of a part of a requirement. */
const CHECK_WORK = 1
/** An event: creating, showing, writing and applying it. */
const EVENT_WORK = 40
/** A change of points or of a state, likewise. */
const CHANGE_WORK = 8
/** A change of an item, likewise. */
const ITEM_WORK = 25
/** An item that the player already holds, if other items of its set are added or removed. */
const HELD_ITEM_WORK = 3

/**
 * The number of characters of text per unit, for text that an event takes from the call: copying, showing, writing and
 * hashing it.
 */
const CHARACTERS_A_UNIT = 10

/** The maximum number of items that one play or call can give if none must be computed. */
export const MAX_GIVEN = MAX_WORK / ITEM_WORK

/** The message for a design that would give more at once. */
export const tooMuchGivenMessage = `expected at most ${MAX_GIVEN} amounts and items in all, and fewer with long formulas`

const sum = <T>(parts: readonly T[], workOf: (part: T) => number): number =>
  parts.reduce((work, part) => work + workOf(part), 0)

const workOfFormula = (formula: Formula): number => OPERATOR_WORK * stepsIn(formula)

/** Returns the work of computing what a reward gives. */
function workOfComputing(gift: Gift): number {
  if (gift.type === 'set') return sum(gift.items, ([, count]) => workOfFormula(count))
  return gift.type === 'point' ? workOfFormula(gift.value) : 0
}

/** Returns the work of giving rewards, including their computation. */
export function workOfGifts(gifts: readonly Gift[]): number {
  return sum(
    gifts,
    (gift) => workOfComputing(gift) + (gift.type === 'set' ? ITEM_WORK * gift.items.length : CHANGE_WORK),
  )
}

/** Returns the work of checking the requirements of rules and computing their rewards. */
export function workOfJudging(rules: readonly RewardRule[]): number {
  return sum(rules, ({ requires, rewards }) => workOfRequirement(requires) + sum(rewards, workOfComputing))
}

function workOfRequirement(requirement: Requirement): number {
  switch (requirement.kind) {
    case 'and':
    case 'or':
      return sum(requirement.parts, workOfRequirement)
    case 'var':
      return CHECK_WORK + workOfFormula(requirement.lhs) + workOfFormula(requirement.rhs)
    default:
      return CHECK_WORK
  }
}

/** What is checked after each play. */
interface CheckedRules {
  readonly levels: readonly unknown[]
  readonly achievements: readonly Pick<RewardRule, 'requires'>[]
  readonly compounds: readonly CompoundMetric[]
}

/** Returns the work of checking all levels, achievements and compounds. */
export function workOfChecking({ levels, achievements, compounds }: CheckedRules): number {
  const rules =
    CHECK_WORK * levels.length + sum(achievements, ({ requires }) => CHECK_WORK + workOfRequirement(requires))
  return rules + workOfComputingAll(compounds)
}

/** Returns the work of computing all compounds. */
export function workOfComputingAll(compounds: readonly CompoundMetric[]): number {
  return sum(compounds, ({ formula }) => CHECK_WORK + workOfFormula(formula))
}

/** Returns the work of applying or undoing events for a player with these scores. */
export function workOfEvents(
  events: readonly (GameEvent & { readonly changes: readonly Change[] })[],
  scores: Scores,
): number {
  return sum(events, ({ changes }) => workOfEvent(changes) + sum(changes, (change) => workOfReshaping(change, scores)))
}

/** Returns the work of an event with these changes. */
export function workOfEvent(changes: readonly Change[]): number {
  return (
    EVENT_WORK +
    sum(changes, (change) => (change.metric.type === 'set' ? ITEM_WORK * itemDeltas(change).length : CHANGE_WORK))
  )
}

/** Returns the work of the parts of a call that an event contains in addition to its changes. */
export function workOfCopying(...parts: readonly unknown[]): number {
  return JSON.stringify(parts).length / CHARACTERS_A_UNIT
}

function workOfReshaping(change: Change, scores: Scores): number {
  if (change.metric.type !== 'set') return 0
  const reshapes = itemDeltas(change).some(([, { old, new: count }]) => old === null || count === '0')
  return reshapes ? HELD_ITEM_WORK * Object.keys(scores[scoreKey(change.metric)] ?? {}).length : 0
}
