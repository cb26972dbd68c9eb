import { expect, test } from 'vitest'
import { sampleReport } from '../../../../test/support/simulated-report.ts'
import { combineRuns } from '../../simulate/repeated.ts'
import type { PointsRow, SimulationReport } from '../../simulate/report.ts'
import { averaged } from './means.ts'

/** A run with other figures in a few places. */
function run(changes: { plays: number; median: string; gold: number }): SimulationReport {
  const { all } = sampleReport
  const [first, last] = all.metrics['xp'] as readonly [PointsRow, PointsRow]
  return {
    ...sampleReport,
    plays: changes.plays,
    all: {
      ...all,
      metrics: {
        ...all.metrics,
        xp: [first, { ...last, median: changes.median }],
        rank: [{ day: 1, share: { mean: changes.gold, low: 0.5 } }],
      },
    },
  }
}

const runs = combineRuns([run({ plays: 10, median: '1', gold: 0.25 }), run({ plays: 14, median: '2', gold: 0.75 })])

test('a report of one run is shown as it is', () => {
  expect(averaged(sampleReport)).toEqual({ report: sampleReport, margins: undefined })
})

test('runs that are all the same are shown as one of them, and their means have no width', () => {
  const { report, margins } = averaged(combineRuns([sampleReport, sampleReport]))
  expect({ ...report, expect: [] }).toEqual({ ...sampleReport, expect: [] })
  expect(report.expect.map(({ seen }) => seen)).toEqual(sampleReport.expect.map(({ seen }) => seen))
  expect([margins?.plays, margins?.all.flows[0]?.given, margins?.boards['top']?.[0]?.scores[10]]).toEqual([0, '0', '0'])
})

test('several runs are shown as their means, with what their intervals reach to each side', () => {
  const { report, margins } = averaged(runs)
  const medians = [report, margins ?? report].map(({ all }) => (all.metrics['xp'] as readonly PointsRow[])[1]?.median)
  // Student's t for one degree of freedom is 12.706.
  expect([report.plays, margins?.plays]).toEqual([12, expect.closeTo(12.706 * 2, 2)])
  expect(medians.map(Number)).toEqual([1.5, expect.closeTo(12.706 * 0.5, 2)])
})

test('states can have the names of the parts of an interval', () => {
  expect(averaged(runs).report.all.metrics['rank']).toEqual([{ day: 1, share: { low: 0.5, mean: 0.5 } }])
})

test('a single run of several has no intervals', () => {
  expect(averaged(combineRuns([sampleReport])).margins).toBeUndefined()
})
