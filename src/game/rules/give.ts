import { fault, type Fault } from '../kernel/fault.ts'
import { draw, type Draw } from '../kernel/randomness.ts'
import { ScoreDraft } from '../metrics/evolve.ts'
import type { Change } from '../metrics/score.ts'
import { recompute } from './compound.ts'
import { giveReward, type RewardFailure, failureFacts, isRewardFailure } from './give-reward.ts'
import { judge } from './judge.ts'
import type { RandomPart, Observer } from './observer.ts'
import type { Reading } from './reading.ts'
import type { Reward, RewardRule } from './reward.ts'
import type { RuleBook } from './rule-book.ts'

/** Whether a part with a probability happens. `which` names the draw within the play. */
export type Luck = (part: RandomPart, which: string) => boolean

/** The rules whose rewards are given, how many times, and the random draws. */
export interface RewardsToGive {
  readonly book: RuleBook
  readonly rules: readonly RewardRule[]
  readonly count: number
  readonly luck: Luck
}

/**
 * Returns the changes of the rewards whose requirements are met, in order, and then the changes of the compounds that
 * read them. Requirements and formulas read the state before; each reward applies to the scores after the rewards
 * before it. Spec 4.5, 4.7, 4.16 "Plays".
 */
export function giveRules(
  { book, rules, count, luck }: RewardsToGive,
  reading: Reading,
): readonly Change[] | RewardFailure {
  const changes: Change[] = []
  const draft = new ScoreDraft(reading.scores)
  for (let i = 0; i < rules.length; i += 1) {
    const rule = rules[i] as RewardRule
    const met = judge(rule.requires, reading)
    if (met === false) continue
    if (met !== true) return { ...met, formula: `rules.${i}.requires` }
    reading.observer?.applied(rule)
    for (let j = 0; j < rule.rewards.length; j += 1) {
      const reward = rule.rewards[j] as Reward
      if (reward.probability < 1 && !luck(reward, `${i}.${j}`)) continue
      const change = giveReward(reward, count, draft.scores, reading)
      if (change === undefined) continue
      if (isRewardFailure(change)) return change
      changes.push(change)
      draft.take(change)
    }
  }
  const computed = recompute(book, draft, changes, reading.observer)
  if (isRewardFailure(computed)) return computed
  return computed.length === 0 ? changes : [...changes, ...computed]
}

/** Returns the changes of rewards without a requirement, and of the compounds that read them. */
export function giveRewards(
  book: RuleBook,
  rewards: readonly Reward[],
  reading: Reading,
): readonly Change[] | RewardFailure {
  return giveRules({ book, rules: [{ rewards, requires: { kind: 'always' } }], count: 1, luck: () => true }, reading)
}

/** Returns the fault of a play with a formula that cannot be computed. Spec 4.4. */
export function formulaFault(failure: RewardFailure): Fault {
  return fault('invalid_formula', failureFacts(failure))
}

/** Returns the `Luck` that draws for one play of a subject. Reports each draw to the observer. Spec 4.5. */
export function luckOf(of: Omit<Draw, 'which'>, observer: Observer | undefined): Luck {
  return (part, which) => {
    // Most parts are certain. They need no draw.
    if (part.probability >= 1) return true
    const drawn = draw({ ...of, which })
    const held = drawn < part.probability
    observer?.drew(part, drawn, held)
    return held
  }
}
