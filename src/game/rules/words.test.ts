import { describe, expect, test } from 'vitest'
import { requirementWords, rewardWords } from './words.ts'

const coins = { type: 'metric', context: { id: 'coins', operator: 'ge', value: '1' } }
const hour = { type: 'time', context: { func: 'hour_of_day', operator: 'lt', value: 12 } }

describe('a requirement in words', () => {
  test.each([
    [{}, 'nothing'],
    [coins, 'coins >= 1'],
    [{ ...coins, not: true }, 'not (coins >= 1)'],
    [{ type: 'metric', context: { id: 'badges', item: 'Big Win', operator: 'eq', value: 2 } }, 'badges.Big Win = 2'],
    [{ type: 'action', context: { id: 'like', operator: 'neq', value: '0' } }, 'plays of like != 0'],
    [{ type: 'team', context: { definition_id: 'guild' } }, 'in a team guild'],
    [{ type: 'team', context: { definition: 'guild', role: 'boss' } }, 'in a team guild as boss'],
    [hour, 'hour of day < 12'],
    [{ ...hour, type: 'timed' }, 'hour of day < 12'],
    [{ type: 'time', context: { func: 'day_of_week', operator: 'eq', value: '3' } }, 'day of week = Tuesday'],
    [{ type: 'time', context: { func: 'month_of_year', operator: 'ge', value: 12 } }, 'month of year >= December'],
    [{ type: 'var', context: { lhs: '$vars.a', operator: 'gt', rhs: '5' } }, '$vars.a > 5'],
    [
      { type: 'and', expression: [coins, { type: 'or', expression: [hour, coins] }] },
      'coins >= 1 and (hour of day < 12 or coins >= 1)',
    ],
    [{ type: 'or', not: true, expression: [coins, hour] }, 'not (coins >= 1 or hour of day < 12)'],
    [{ type: 'and', expression: [] }, 'nothing'],
    [{ type: 'or', expression: [] }, 'a condition that never holds'],
  ])('%j is %s', (design, words) => expect(requirementWords(design)).toBe(words))

  test.each([null, 'x', { type: 'magic' }, { type: 'metric' }])('%j is none', (design) =>
    expect(requirementWords(design)).toBeUndefined(),
  )
})

describe('a reward in words', () => {
  const xp = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }
  test.each([
    [xp, 'xp +10'],
    [{ ...xp, verb: 'remove' }, 'xp -10'],
    [{ ...xp, verb: 'set' }, 'xp = 10'],
    [{ ...xp, value: '15 + $vars.votes' }, 'xp +(15 + $vars.votes)'],
    [{ ...xp, value: '-5' }, 'xp +(-5)'],
    [{ ...xp, probability: 1 }, 'xp +10'],
    [{ ...xp, probability: 0.125 }, 'xp +10 (12.5%)'],
    [{ ...xp, recurring: true, resolution: 'end' }, 'xp +10'],
    [{ metric: { id: 'rank', type: 'state' }, verb: 'set', value: 'Gold' }, 'rank = Gold'],
    [{ metric: { id: 'b', type: 'set' }, verb: 'add', value: { Lucky: '1', Fan: '2' } }, 'b +1 Lucky, +2 Fan'],
  ])('%j is %s', (design, words) => expect(rewardWords(design)).toBe(words))

  test.each([null, 'x', {}, { ...xp, verb: 'give' }])('%j is none', (design) =>
    expect(rewardWords(design)).toBeUndefined(),
  )
})
