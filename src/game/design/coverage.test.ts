import { expect, test } from 'vitest'
import { coverageOf, coverageSince, type PartCount } from './coverage.ts'

const part = (id: string, count: number, more: Partial<PartCount> = {}): PartCount => ({
  kind: 'action',
  component: 'actions',
  id,
  path: '',
  count,
  ...more,
})

test('parts are summed up, in all and by kind; percents are rounded, and 100 of nothing', () => {
  const rule = { kind: 'rule', component: 'rules' } as const
  const found = coverageOf([part('a', 2), part('b', 1), part('c', 0), part('d', 0, rule)])
  expect(found).toMatchObject({ covered: 2, total: 4, percent: 50 })
  expect(found.kinds.action).toEqual({ covered: 2, total: 3, percent: 66.67 })
  expect(found.kinds.rule).toEqual({ covered: 0, total: 1, percent: 0 })
  expect(found.kinds.flow).toEqual({ covered: 0, total: 0, percent: 100 })
})

test('a percentage is 100 only where all was exercised, and 0 only where nothing was', () => {
  const percent = (covered: number, of: number) =>
    coverageOf(Array.from({ length: of }, (_, i) => part(String(i), i < covered ? 1 : 0))).percent
  expect([percent(29_999, 30_000), percent(30_000, 30_000), percent(1, 30_000), percent(0, 30_000)]).toEqual([
    99.99, 100, 0.01, 0,
  ])
})

test('between two looks that counts which has come in; what was counted anew counts as it is', () => {
  const before = coverageOf([part('a', 2), part('b', 5), part('r', 1, { met: true }), part('r', 4, { met: false })])
  const after = coverageOf([
    part('a', 2),
    part('b', 3),
    part('r', 3, { met: true }),
    part('r', 4, { met: false }),
    part('new', 1),
  ])
  const since = coverageSince(before, after)
  expect(since.parts.map(({ count }) => count)).toEqual([0, 3, 2, 0, 1])
  expect(since).toMatchObject({ covered: 3, total: 5 })
})
