import { expect, test } from 'vitest'
import { sampleReport } from '../../../../test/support/simulated-report.ts'
import { presenceSection } from './presence.ts'

test.each([
  ['the day on which most left', [1, 3, 2], 'More players left on day 2 than on any other: 3.'],
  ['no day if most left on several', [3, 1, 3], undefined],
  ['that nobody left', [0, 0, 0], 'Nobody left.'],
])('says %s', (_, left, takeaway) => {
  const [row] = sampleReport.all.days
  if (row === undefined) throw new Error('the sample has no days')
  const group = { ...sampleReport.all, days: left.map((players, i) => ({ ...row, day: i + 1, left: players })) }
  const { plots } = presenceSection({ report: sampleReport, persona: undefined, group, orders: {} })
  expect(plots.find(({ id }) => id === 'turnover')?.takeaway).toBe(takeaway)
})
