import { expect, test } from 'vitest'
import { sampleReport } from '../../../../test/support/sample-report.ts'
import type { GroupReport, SimulationReport } from '../../simulate/report.ts'
import { levelsSection, statesInOrder } from './levels.ts'
import type { Shown } from './report-facts.ts'

const shown = (report: SimulationReport, orders: Shown['orders'] = {}): Shown => ({
  report,
  persona: undefined,
  group: report.all,
  orders,
})

test('orders the states by how many reached them', () => {
  expect(statesInOrder(shown(sampleReport()), 'rank')).toEqual(['Newcomer', 'Bronze', 'Silver', 'Gold', 'Platinum'])
})

test('orders the states as the design does, if that is known', () => {
  const orders = { rank: ['Platinum', 'Gold', 'Silver', 'Bronze', 'Newcomer'] }
  expect(statesInOrder(shown(sampleReport(), orders), 'rank')).toEqual(orders.rank)
})

test('shows those without a state as a band of their own', () => {
  const report = withShares([{ Gold: 0.25 }, { Gold: 0.5 }])
  const [plot] = levelsSection(shown(report)).plots
  expect(plot?.legend.map(({ label }) => label)).toEqual(['no state', 'Gold'])
  expect(plot?.table.row(0).map(({ text }) => text)).toEqual(['1', '4', '75\u00a0%', '25\u00a0%'])
  expect(plot?.takeaway).toBe('After day 2, most are at Gold: 50\u00a0% (2 of 4 players).')
})

test('has no shares for a day on which nobody has joined yet', () => {
  const [plot] = levelsSection(shown(withShares([{}, { Gold: 1 }], [0, 4]))).plots
  expect(plot?.table.row(0).map(({ text }) => text)).toEqual(['1', '0', '–'])
})

function withShares(
  shares: readonly Readonly<Record<string, number>>[],
  joined: readonly number[] = [4, 0],
): SimulationReport {
  const all: GroupReport = {
    players: 4,
    days: shares.map((_, i) => ({
      day: i + 1,
      joined: joined[i] ?? 0,
      active: 0,
      left: 0,
      plays: 0,
      refused: {},
      reached: {},
    })),
    metrics: { rank: shares.map((share, i) => ({ day: i + 1, share })) },
    flows: [],
    reached: {},
  }
  return { ...sampleReport({ days: 1 }), all, personas: {} }
}
