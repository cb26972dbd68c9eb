import { describe, expect, test } from 'vitest'
import { allOf, conditionWords } from './economy-condition.ts'
import { namesOf } from './economy-names.ts'

const names = namesOf({
  metrics: [
    { id: 'streak', name: 'Day streak', type: 'point' },
    { id: 'rank', name: 'Rank', type: 'state' },
    { id: 'badges', name: 'Badges', type: 'set' },
    { id: 'ratio', name: 'Win/Loss', type: 'point' },
  ],
  actions: [{ id: 'like', name: 'Like' }],
  teams: [{ id: 'guild', name: 'Guild' }],
})

const streak = { type: 'metric', context: { id: 'streak', operator: 'ge', value: '07' } } as const
const like = { type: 'action', context: { id: 'like', operator: 'neq', value: 1 } } as const
const rank = { type: 'metric', context: { id: 'rank', operator: 'eq', value: 'Gold' } } as const
const day = { type: 'time', context: { func: 'day_of_week', operator: 'eq', value: '1' } } as const
const team = { type: 'team', context: { definition_id: 'guild' } } as const
const never = { type: 'or', expression: [] } as const
const both = { type: 'and', expression: [streak, rank] } as const
const either = { type: 'or', expression: [streak, rank] } as const

describe('a condition', () => {
  test.each([
    [{}, undefined],
    [streak, 'Day streak ≥ 7'],
    [{ ...streak, not: true }, 'Day streak < 7'],
    [like, 'plays of Like ≠ 1'],
    [rank, 'Rank is Gold'],
    [{ ...rank, not: true }, 'Rank is not Gold'],
    [day, 'day of week is Sunday'],
    [{ type: 'timed', context: { func: 'hour_of_day', operator: 'lt', value: 12 } }, 'hour of day < 12'],
    [{ type: 'time', context: { func: 'month_of_year', operator: 'gt', value: 11 } }, 'month of year > November'],
    [team, 'in any Guild team'],
    [{ ...team, not: true, context: { definition: 'guild', role: 'boss' } }, 'not in any Guild team as boss'],
    [{ type: 'metric', context: { id: 'badges', operator: 'gt', value: 2 } }, 'number of different Badges > 2'],
    [{ type: 'metric', context: { id: 'badges', item: 'Fan', operator: 'le', value: 2 } }, 'Fan in Badges ≤ 2'],
    [{ type: 'metric', context: { id: 'ratio', operator: 'eq', value: 2 } }, "'Win/Loss' = 2"],
    [{ type: 'metric', context: { id: 'none', operator: 'lt', value: 2 } }, 'none < 2'],
    [{ type: 'var', context: { lhs: '$vars.n * 2', operator: 'gt', rhs: "$scores['streak']" } }, 'n × 2 > Day streak'],
    [both, 'Day streak ≥ 7 and Rank is Gold'],
    [{ ...both, not: true }, 'not (Day streak ≥ 7 and Rank is Gold)'],
    [{ type: 'and', expression: [like, either] }, 'plays of Like ≠ 1 and (Day streak ≥ 7 or Rank is Gold)'],
    [
      { type: 'and', expression: [like, { ...either, not: true }] },
      'plays of Like ≠ 1 and not (Day streak ≥ 7 or Rank is Gold)',
    ],
    [
      { type: 'and', expression: [{ type: 'or', expression: [{ ...both, not: true }, like] }, day] },
      '(not (Day streak ≥ 7 and Rank is Gold) or plays of Like ≠ 1) and day of week is Sunday',
    ],
    [{ type: 'and', expression: [] }, undefined],
    [{ type: 'and', expression: [{}, streak] }, 'Day streak ≥ 7'],
    [{ type: 'or', expression: [{}, streak] }, undefined],
    [{ type: 'or', expression: [never, streak] }, 'Day streak ≥ 7'],
    [never, 'never'],
    [{ ...never, not: true }, undefined],
    [{ type: 'and', expression: [streak, never] }, 'never'],
  ] as const)('%j is %s', (design, words) => expect(conditionWords(design, names)).toBe(words))

  test.each([
    [[], undefined],
    [[undefined, 'a = 1'], 'a = 1'],
    [['a = 1', 'b = 1 or c = 1'], 'a = 1 and (b = 1 or c = 1)'],
    [['a = 1', 'never'], 'never'],
  ])('that is all of %j is %s', (conditions, words) => expect(allOf(conditions)).toBe(words))
})
