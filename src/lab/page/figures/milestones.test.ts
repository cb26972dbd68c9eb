import { expect, test } from 'vitest'
import { sampleReport } from '../../../../test/support/sample-report.ts'
import { milestonesSection } from './milestones.ts'
import { shareCell } from './numbers.ts'
import type { Plot } from './plot.ts'

function badgesPlot(badges: number, persona?: string): Plot {
  const report = sampleReport({ badges: Array.from({ length: badges }, (_, i) => `badge ${i}`) })
  const group = persona === undefined ? report.all : report.personas[persona]
  if (group === undefined) throw new Error(`the sample has no persona ${persona}`)
  const { plots } = milestonesSection({ report, persona, group, orders: {} })
  return plots.find(({ id }) => id === 'badges') as Plot
}

const lanesOf = (plot: Plot): readonly string[] => plot.legend.map(({ label }) => label)

test('compares the personas with all players', () => {
  expect(lanesOf(badgesPlot(5))).toEqual(['All players', 'casual', 'regular', 'grinder'])
})

test('shows a persona alone', () => {
  const plot = badgesPlot(5, 'grinder')
  expect(lanesOf(plot)).toEqual([])
  expect(plot.table.rows).toBe(5)
})

test('draws those of many that anybody reached, and has all in its table', () => {
  const plot = badgesPlot(60)
  expect(plot.takeaway).toMatch(/Nobody reached \d+ others\. The plot has \d of 60; the table has all\.$/)
  expect(plot.table.rows % 60).toBe(0)
})

test('says that nobody reached anything', () => {
  const report = sampleReport()
  const reached = {
    'rank:Gold': { ...report.all.reached['rank:Gold'], players: 0, share: 0 },
  } as typeof report.all.reached
  const group = { ...report.all, reached }
  const { plots } = milestonesSection({ report: { ...report, all: group }, persona: undefined, group, orders: {} })
  expect(plots.map(({ takeaway }) => takeaway)).toEqual(['Nobody reached any of the 1.'])
})

test('draws how many had reached each by the end of each day, up to the share of the report', () => {
  const report = sampleReport()
  for (const persona of [undefined, 'grinder']) {
    const group = persona === undefined ? report.all : (report.personas[persona] as typeof report.all)
    const { plots } = milestonesSection({ report, persona, group, orders: {} })
    const { table } = plots.find(({ id }) => id === 'rank-by-day') as Plot
    const [last, first] = [table.row(table.rows - 1), table.row(0)]
    table.columns.slice(1).forEach(({ title }, i) => {
      const { players = 0, share } = group.reached[`rank:${title}`] ?? {}
      expect(last[i + 1]?.exact ?? last[i + 1]?.text).toBe(shareCell(share).exact ?? shareCell(share).text)
      const early = (group.days[0]?.reached[`rank:${title}`] ?? 0) / group.players
      expect(first[i + 1]?.text).toBe(shareCell(early).text)
      expect(players).toBeGreaterThan(0)
    })
  }
})
