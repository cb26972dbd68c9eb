import { giveReward } from '../../game/rules/give-reward.ts'
import type { Obstacle, Prospect } from '../../interface/why-answer.ts'
import type { Clamped } from '../../game/metrics/effects.ts'
import { createObserver } from '../../game/rules/observer.ts'
import { observedBy, type Reading } from '../../game/rules/reading.ts'
import type { Reward, RewardRule } from '../../game/rules/reward.ts'
import { giftWords } from '../../game/rules/words.ts'
import { limitShown } from './recording.ts'
import { obstaclesIn, type Around } from './requirement-obstacles.ts'

/** What is given, how many times over. */
export interface Gift {
  readonly reward: Reward
  readonly count: number
  /** Of an item reward: whether it is given at all. */
  readonly lacks?: (item: string) => boolean
}

/** What keeps a reward from changing anything, were it given now. */
export function giftObstacles(of: string, { reward, count, lacks }: Gift, reading: Reading): readonly Obstacle[] {
  const limits: Clamped[] = []
  const observer = createObserver({ gave: (_reward, _count, _change, clamped) => void limits.push(...clamped) })
  const change = giveReward(reward, count, reading.scores, observedBy(observer, reading), lacks)
  if (change && 'failure' in change) return [{ kind: 'formula', of, message: `${change.formula}: ${change.failure}` }]
  if (change) return []
  if (limits.length > 0) return [{ kind: 'limits', of, limits: limits.map(limitShown) }]
  return [{ kind: 'nothing_to_give', of, reason: `${reward.metric.name} would stay the same` }]
}

/** A play that rewards are given in: where it is looked at, with which luck it gives anything, how many times over. */
export interface Giving {
  readonly around: Around
  readonly own: number
  readonly count: number
}

/** What a play gives by one of its rules. */
export function prospectOf(
  { requires, rewards }: RewardRule,
  reading: Reading,
  { around, own, count }: Giving,
): Prospect {
  const { of } = around
  const inTheWay = obstaclesIn(requires, reading, around)
  const gifts = rewards.map((reward) => giftObstacles(`reward of ${reward.metric.name}`, { reward, count }, reading))
  const isLost = gifts.every((obstacles) => obstacles.length > 0)
  const misses = rewards.reduce((chance, { probability }) => chance * (1 - probability), 1)
  const odds = own * (1 - misses)
  const chance = odds === 0 && rewards.length > 0 ? [{ kind: 'chance', of, probability: odds } as const] : []
  return {
    of,
    gives: rewards.map(giftOf).join(', '),
    possible: inTheWay.length === 0 && chance.length === 0 && !isLost,
    odds,
    stands_in_the_way: [...inTheWay, ...chance, ...gifts.flat()],
  }
}

/** A reward as a person would say it. */
const giftOf = ({ metric, verb, written: value, probability }: Reward): string =>
  `${metric.name} ${giftWords({ verb, value, probability })}`
