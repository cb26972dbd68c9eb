import { formatAmount } from '../../game/kernel/decimal.ts'
import { missingAmount } from '../../interface/missing-amount.ts'
import type { Obstacle } from '../../interface/why-answer.ts'
import { countOf, pointsOf, referTo, stateOf } from '../../game/metrics/score.ts'
import { levelAt, type AchievementRule, type LevelRule } from '../../game/rules/design.ts'
import { aroundOf, readingOf, type WhyQuery } from './query.ts'
import { giftObstacles } from './gift-obstacles.ts'
import { obstaclesIn } from './requirement-obstacles.ts'

/** What keeps a player from the next level. One whose level is not where the points are changes it with the next play. */
export function levelObstacles(rule: LevelRule, { player: { scores } }: WhyQuery): readonly Obstacle[] {
  const points = pointsOf(scores, rule.base)
  const reached = points === undefined ? undefined : levelAt(rule, points)
  if (reached && reached.rank !== stateOf(scores, rule.metric)) return []
  const next = reached ? rule.levels[rule.levels.indexOf(reached) + 1] : rule.levels[0]
  if (!next) return [{ kind: 'nothing_to_give', of: rule.id, reason: `${reached?.rank ?? ''} is the last level` }]
  const base = referTo(rule.base)
  const { rank, low } = next
  const needs = { operator: 'gt', value: formatAmount(low) } as const
  const has = points === undefined ? null : formatAmount(points)
  const missing = missingAmount(has ?? '0', needs.operator, needs.value) ?? '0'
  return [{ kind: 'level', base, has, needs, missing, rank }]
}

/** What keeps a player from what an achievement gives. */
export function achievementObstacles(rule: AchievementRule, asked: WhyQuery): readonly Obstacle[] {
  const { scores } = asked.player
  const { metric, reward, requires, id: of } = rule
  const lacks = (item: string): boolean => countOf(scores, metric, item) === 0
  const items = reward.items.map(([item]) => item)
  if (!items.some(lacks))
    return [{ kind: 'nothing_to_give', of, reason: `the player already has ${items.join(' and ')}` }]
  const reading = readingOf(asked)
  const gift = { reward, count: 1, lacks }
  return [...obstaclesIn(requires, reading, aroundOf(asked, of)), ...giftObstacles(of, gift, reading)]
}
