import { expect, test } from 'vitest'
import { coverageOf, type PartCount } from '../../game/design/coverage.ts'
import { belowText, coverageText } from './coverage-text.ts'

const item = (name: string, count: number, i = 0): PartCount => ({
  kind: 'item',
  component: 'metrics',
  id: 'badges',
  name,
  path: `constraints.items.${i}`,
  count,
})

test('names of parts are data: nothing of them reaches the terminal but what can be printed', () => {
  const text = coverageText(coverageOf([item('\u001b[31mred', 0)]), '/')
  expect(text).not.toContain('\u001b')
  expect(text).toContain('[31mred of metric badges')
})

test('says whose a part is, and of a requirement which way it never went', () => {
  const part = (
    kind: 'reward' | 'requirement',
    name: string,
    path: string,
    more: Partial<PartCount> = {},
  ): PartCount => ({
    kind,
    component: 'processes',
    id: 'tour',
    name,
    path,
    count: 0,
    ...more,
  })
  const requirement = (name: string, path: string, met: number, unmet: number): PartCount[] =>
    [true, false].map((isMet) => part('requirement', name, path, { met: isMet, count: isMet ? met : unmet }))
  const text = coverageText(
    coverageOf([
      part('reward', 'xp', 'activities.0.rewards.0', { activity: 'cave/dig' }),
      part('reward', 'xp', 'activities.1.rewards.0', { activity: 'river' }),
      ...requirement('and', 'a', 2, 0),
      ...requirement('or', 'b', 0, 1),
      ...requirement('metric', 'c', 0, 0),
    ]),
    '/',
  )
  expect(text.split('not exercised:\n')[1]?.split('\n')).toEqual([
    '  processes/tour activities.0.rewards.0: reward xp of activity cave/dig of process tour',
    '  processes/tour activities.1.rewards.0: reward xp of activity river of process tour',
    '  processes/tour a: all-of requirement of process tour: always met',
    '  processes/tour b: any-of requirement of process tour: never met',
    '  processes/tour c: metric requirement of process tour: never checked',
  ])
})

test('of very many parts that are missing the first hundred are told, and how many more there are', () => {
  const lines = coverageText(
    coverageOf([item('had', 1), ...Array.from({ length: 150 }, (_, i) => item('not', 0, i + 1))]),
    '/',
  ).split('\n')
  expect(lines.slice(0, 4)).toEqual([
    'KIND   EXERCISED   OF     %',
    'items          1  151  0.66',
    'all            1  151  0.66',
    'not exercised:',
  ])
  expect(lines.slice(4)).toHaveLength(101)
  expect(lines.at(-1)).toBe('  and 50 more')
})

test('where nothing is missing there is nothing more to tell', () => {
  expect(coverageText(coverageOf([item('had', 1)]), '/').split('\n')).toHaveLength(3)
  expect(belowText({ covered: 1, total: 1, percent: 100 }, 100)).toContain('(1 of 1 part)')
})
