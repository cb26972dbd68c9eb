import type { Clamped } from '../../game/metrics/effects.ts'
import { giveReward } from '../../game/rules/give-reward.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy, type Reading } from '../../game/rules/reading.ts'
import type { Reward, RewardRule } from '../../game/rules/reward.ts'
import { giftWords } from '../../game/rules/words.ts'
import type { Obstacle, Prospect } from '../../interface/why-answer.ts'
import { limitShown } from './recording.ts'
import { obstaclesIn, type RequirementContext } from './requirement-obstacles.ts'

/** A reward and how many times it is given. */
export interface GivenReward {
  readonly reward: Reward
  readonly count: number
  /** For an item reward: whether an item is given at all. */
  readonly lacks?: (item: string) => boolean
}

/** Returns what would prevent a reward from changing anything if it were given now. */
export function rewardObstacles(
  of: string,
  { reward, count, lacks }: GivenReward,
  reading: Reading,
): readonly Obstacle[] {
  const limits: Clamped[] = []
  const observer = createObserver({ gave: (_reward, _count, _change, clamped) => void limits.push(...clamped) })
  const change = giveReward(reward, count, reading.scores, observedBy(observer, reading), lacks)
  if (change && 'failure' in change) return [{ kind: 'formula', of, message: `${change.formula}: ${change.failure}` }]
  if (change) return []
  if (limits.length > 0) return [{ kind: 'limits', of, limits: limits.map(limitShown) }]
  return [{ kind: 'nothing_to_give', of, reason: `${reward.metric.name} would stay the same` }]
}

/** A play that gives rewards: its context, the probability that it gives anything, and how many times it is played. */
export interface Play {
  readonly context: RequirementContext
  readonly probability: number
  readonly count: number
}

/** Returns what a play gives by one of its rules. */
export function prospectOf(
  { requires, rewards }: RewardRule,
  reading: Reading,
  { context, probability: own, count }: Play,
): Prospect {
  const { of } = context
  const inTheWay = obstaclesIn(requires, reading, context)
  const rewardProblems = rewards.map((reward) =>
    rewardObstacles(`reward of ${reward.metric.name}`, { reward, count }, reading),
  )
  const isLost = rewardProblems.every((obstacles) => obstacles.length > 0)
  const misses = rewards.reduce((chance, { probability }) => chance * (1 - probability), 1)
  const odds = own * (1 - misses)
  const chance = odds === 0 && rewards.length > 0 ? [{ kind: 'chance', of, probability: odds } as const] : []
  return {
    of,
    gives: rewards.map(rewardText).join(', '),
    possible: inTheWay.length === 0 && chance.length === 0 && !isLost,
    odds,
    stands_in_the_way: [...inTheWay, ...chance, ...rewardProblems.flat()],
  }
}

/** Describes a reward in words for people. */
const rewardText = ({ metric, verb, written: value, probability }: Reward): string =>
  `${metric.name} ${giftWords({ verb, value, probability })}`
