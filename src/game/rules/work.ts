import type { GameEvent } from '../kernel/entry.ts'
import type { Formula } from '../kernel/formula-parser.ts'
import { stepsIn } from '../kernel/formula.ts'
import type { CompoundMetric } from '../metrics/design.ts'
import { itemDeltas, scoreKey, type Change, type Scores } from '../metrics/score.ts'
import type { Requirement } from './requirement.ts'
import type { Gift, RewardRule } from './reward.ts'

/**
 * The work that one call, or one play, may ask for, so that none holds all others up for more than some 30 ms: a unit is
 * about 0.1 µs. What each kind of work comes to was measured; it stands below.
 */
export const MAX_WORK = 200_000

/** An operator of a formula, with the longest numbers. */
const STEP = 20
/** A rule or a part of a requirement that is looked at. */
const LOOK = 1
/** An event: made, shown, written, applied. */
const EVENT = 40
/** A change of points or of a state: likewise. */
const CHANGE = 8
/** A change of an item: likewise. */
const ITEM = 25
/** An item held, where others of its set come or go. */
const HELD = 3

/** So much text, in characters, that an event takes over from the call: copied, shown, written, summed. */
const TEXT = 10

/** The items that one play or call may give, where they take no computing. */
export const MAX_GIVEN = MAX_WORK / ITEM

/** What those are told who would have more given at once. */
export const tooMuchGiven = `expected at most ${MAX_GIVEN} amounts and items in all, and fewer with long formulas`

const sum = <T>(parts: readonly T[], workOf: (part: T) => number): number =>
  parts.reduce((work, part) => work + workOf(part), 0)

const workOfFormula = (formula: Formula): number => STEP * stepsIn(formula)

/** What it comes to, to compute what is given. */
function workOfComputing(gift: Gift): number {
  if (gift.type === 'set') return sum(gift.items, ([, count]) => workOfFormula(count))
  return gift.type === 'point' ? workOfFormula(gift.value) : 0
}

/** What giving rewards comes to, computing included. */
export function workOfGifts(gifts: readonly Gift[]): number {
  return sum(gifts, (gift) => workOfComputing(gift) + (gift.type === 'set' ? ITEM * gift.items.length : CHANGE))
}

/** What it comes to, to judge the requirements of rules and to compute their rewards. */
export function workOfJudging(rules: readonly RewardRule[]): number {
  return sum(rules, ({ requires, rewards }) => workOfRequirement(requires) + sum(rewards, workOfComputing))
}

function workOfRequirement(requirement: Requirement): number {
  switch (requirement.kind) {
    case 'and':
    case 'or':
      return sum(requirement.parts, workOfRequirement)
    case 'var':
      return LOOK + workOfFormula(requirement.lhs) + workOfFormula(requirement.rhs)
    default:
      return LOOK
  }
}

/** What is looked at after each play. */
interface Looked {
  readonly levels: readonly unknown[]
  readonly achievements: readonly Pick<RewardRule, 'requires'>[]
  readonly compounds: readonly CompoundMetric[]
}

/** What looking at all levels, achievements and compounds comes to. */
export function workOfLooking({ levels, achievements, compounds }: Looked): number {
  const rules = LOOK * levels.length + sum(achievements, ({ requires }) => LOOK + workOfRequirement(requires))
  return rules + workOfComputingAll(compounds)
}

/** What computing all compounds comes to. */
export function workOfComputingAll(compounds: readonly CompoundMetric[]): number {
  return sum(compounds, ({ formula }) => LOOK + workOfFormula(formula))
}

/** What events come to, or undoing them, for a player with these scores. */
export function workOfEvents(
  events: readonly (GameEvent & { readonly changes: readonly Change[] })[],
  scores: Scores,
): number {
  return sum(events, ({ changes }) => workOfEvent(changes) + sum(changes, (change) => workOfReshaping(change, scores)))
}

/** What an event with these changes comes to by itself. */
export function workOfEvent(changes: readonly Change[]): number {
  return EVENT + sum(changes, (change) => (change.metric.type === 'set' ? ITEM * itemDeltas(change).length : CHANGE))
}

/** What it comes to that an event carries parts of the call, beside its changes. */
export function workOfCarrying(...parts: readonly unknown[]): number {
  return JSON.stringify(parts).length / TEXT
}

function workOfReshaping(change: Change, scores: Scores): number {
  if (change.metric.type !== 'set') return 0
  const reshapes = itemDeltas(change).some(([, { old, new: count }]) => old === null || count === '0')
  return reshapes ? HELD * Object.keys(scores[scoreKey(change.metric)] ?? {}).length : 0
}
