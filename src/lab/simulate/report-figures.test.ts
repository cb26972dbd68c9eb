import { expect, test } from 'vitest'
import { pointsRow, sampleReport } from '../../../test/support/simulated-report.ts'
import { foldReports, type Fold } from './report-figures.ts'
import type { GroupReport, SimulationReport } from './report.ts'

const first: Fold<unknown> = { count: ([value]) => value, measure: ([value]) => value }
const pairs: Fold<unknown> = { count: (values) => values, measure: (values) => values }

const withMetrics = (metrics: GroupReport['metrics']): SimulationReport => ({
  ...sampleReport,
  all: { ...sampleReport.all, metrics },
})

test('folding one report into its own figures gives the report', () => {
  const { players, plays, refused, all, personas, boards } = sampleReport
  expect(foldReports([sampleReport], first)).toEqual({ players, plays, refused, all, personas, boards })
})

test('a part that a report lacks is undefined for a count, and null for a measure', () => {
  const { personas } = foldReports([{ ...sampleReport, personas: {} }, sampleReport], pairs)
  expect(personas['grinder']).toMatchObject({
    players: [undefined, 100],
    reached: { 'rank:Gold': { share: [undefined, 0.5], days: { median: [null, 1.2] } } },
  })
})

test('a metric that changed its type has the rows of the last report', () => {
  const points = withMetrics({ rank: [pointsRow(1)] })
  const states = withMetrics({ rank: [{ day: 1, share: { Gold: 0.5 } }] })
  const none = withMetrics({ rank: [] })
  expect(foldReports([points, states], pairs).all.metrics['rank']).toEqual([
    { day: 1, share: { Gold: [undefined, 0.5] } },
  ])
  expect(foldReports([states, points], pairs).all.metrics['rank']).toMatchObject([
    { day: 1, total: [undefined, '1000'] },
  ])
  expect(foldReports([states, none], pairs).all.metrics['rank']).toEqual([
    { day: 1, share: { Gold: [0.5, undefined] } },
  ])
})
