import { expect, test } from 'vitest'
import { sampleReport } from '../../../../test/support/sample-report.ts'
import type { FlowRow } from '../../simulate/report.ts'
import { flowsSection } from './flows.ts'
import type { Plot } from './plot.ts'

interface Diagram {
  readonly links: readonly { readonly source: string; readonly target: string; readonly value: number }[]
}

function flowsOf(...rows: readonly (readonly [source: string, given: string, taken: string])[]): Plot {
  const report = sampleReport({ days: 1 })
  const flows = rows.map(([source, given, taken]): FlowRow => ({ metric: 'coins', source, given, taken, times: 1 }))
  const group = { ...report.all, flows }
  return flowsSection({ report, persona: undefined, group, orders: {} }).plots[0] as Plot
}

const linksOf = (plot: Plot): readonly string[] =>
  (plot.option(1000)['series'] as readonly [Diagram])[0].links.map(
    ({ source, target, value }) => `${source} > ${target}: ${value}`,
  )

test('shows what players kept, so that both sides are equal', () => {
  const plot = flowsOf(['actions/like', '30', '0'], ['actions/buy', '0', '20'])
  expect(linksOf(plot)).toEqual([
    'from/actions/like > middle: 30',
    'middle > to/actions/buy: 20',
    'middle > =to/kept: 10',
  ])
  expect(plot.takeaway).toBe(
    'In all, 30 was given, all of it by actions/like. 20 was taken (66.7\u00a0% of what was given), all of it by actions/buy.',
  )
})

test('shows what players had before, if more was taken than given', () => {
  expect(linksOf(flowsOf(['actions/swap', '5', '20']))).toEqual([
    'from/actions/swap > middle: 5',
    '=from/had > middle: 15',
    'middle > to/actions/swap: 20',
  ])
})

test('draws the largest sources and all others as one', () => {
  const plot = flowsOf(...Array.from({ length: 100 }, (_, i) => [`actions/${i}`, String(i + 1), '0'] as const))
  expect(linksOf(plot)).toHaveLength(13)
  expect(linksOf(plot).at(11)).toBe('from:others > middle: 4005')
  expect(plot.table.rows).toBe(100)
})

test('leaves out items of sets', () => {
  const report = sampleReport()
  const shown = { report, persona: undefined, group: report.all, orders: {} }
  expect(flowsSection(shown).plots.map(({ title }) => title)).toEqual(['coins', 'xp'])
})
