import { describe, expect, test } from 'vitest'
import { shownFigure, variedReport } from '../../../../test/support/varied-report.ts'
import type { VaryReport } from '../../simulate/varied.ts'
import type { Plot } from './plot.ts'
import { resultText, variedSections, verdictOf } from './varied.ts'

const plotsOf = (report: VaryReport): readonly Plot[] =>
  variedSections(report, [shownFigure]).flatMap(({ plots }) => plots)

const plain = (text: string | undefined): string => (text ?? '').replaceAll('\u00a0', ' ')

const rowsOf = ({ table }: Plot): readonly string[] =>
  Array.from({ length: table.rows }, (_, i) =>
    table
      .row(i)
      .map(({ text }) => plain(text))
      .join(' | '),
  )

/** The series of a plot. */
function seriesOf(plot: Plot, place = 0): { data: readonly Record<string, unknown>[]; renderItem: Render } {
  return (plot.option(1000)['series'] as readonly never[])[place] as never
}
type Render = (params: object, api: object) => { readonly children: readonly { readonly style: object }[] }

describe('one number', () => {
  const plots = plotsOf(variedReport())
  const [count, share, mean, days] = plots as [Plot, Plot, Plot, Plot]

  test('has a plot of how many expectations hold, one of each expectation, and one of each figure', () => {
    expect(plots.map(({ id, title }) => [id, title])).toEqual([
      ['count', 'How many expectations hold'],
      ['expectation-0', 'Share of the casual players who reach rank:Gold'],
      ['expectation-1', 'Mean of xp after day 30'],
      ['figure-reach:rank:Gold.median_days', 'Median days until all players reach rank:Gold'],
    ])
  })

  test('is shown in the order of its values, in plot and table', () => {
    expect(seriesOf(share).data.map(({ value }) => value)).toEqual([
      [5, 0.025],
      [10, 0.05],
      [20, 0.1],
      [40, 0.2],
    ])
    expect(rowsOf(share)).toEqual([
      '5 | 2.5 % | 1 of 2 hold',
      '10 | 5 % | all 2 hold',
      '20 | 10 % | all 2 hold',
      '40 | 20 % | 1 of 2 hold',
    ])
    expect(rowsOf(count)).toEqual([
      '5 | 1 | 1 of 2 hold',
      '10 | 2 | all 2 hold',
      '20 | 2 | all 2 hold',
      '40 | 1 | 1 of 2 hold',
    ])
  })

  test('has other marks where all expectations hold', () => {
    const symbols = (plot: Plot) => seriesOf(plot).data.map(({ symbol }) => symbol)
    for (const plot of plots) expect(symbols(plot)).toEqual(['emptyCircle', 'diamond', 'diamond', 'emptyCircle'])
    const nothing = variedReport(1, {
      expect: [],
      points: variedReport().points.map((point) => ({ ...point, holds: null, expect: [] })),
    })
    const [only, ...others] = plotsOf(nothing) as [Plot]
    expect([others, symbols(only), only.legend]).toEqual([[], ['circle', 'circle', 'circle', 'circle'], []])
  })

  test('shows the bounds of an expectation, and none of a figure that is only shown', () => {
    expect(mean.legend.map(({ label }) => label)).toEqual([
      'meets all expectations',
      'does not',
      'expected: at least 100',
    ])
    expect(days.legend).toHaveLength(2)
    expect(seriesOf(share, 1).data).toEqual([[5, null, 0.12]])
    expect(seriesOf(mean, 1).data).toEqual([[5, 100, null]])
  })

  test('says what is most worth knowing', () => {
    expect(plain(count.takeaway)).toBe(
      'Met by the fewest: share of the casual players who reach rank:Gold, at most 12 %. It fails with 1 of 4 values.',
    )
    expect(plain(share.takeaway)).toBe(
      'Expected: at most 12 %. It holds with 3 of 4 values. Lowest with 5: 2.5 %. Highest with 40: 20 %.',
    )
    expect(days.takeaway).toBe('Lowest with 40: 2.5. Highest with 10: 10.')
  })

  test('has a gap where there is nothing to measure', () => {
    expect(seriesOf(days).data[0]).toMatchObject({ value: [5, null] })
    expect(rowsOf(days)[0]).toBe('5 | – | 1 of 2 hold')
  })
})

describe('two numbers', () => {
  const plots = plotsOf(variedReport(2))

  test('have a cell for each pair, with the first number across, in the order of the values', () => {
    const [, share] = plots as [Plot, Plot]
    expect(seriesOf(share).data).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [3, 0],
      [3, 1],
    ])
    expect(rowsOf(share).slice(0, 2)).toEqual(['5 | 500 | 2.5 % | 1 of 2 hold', '5 | 1000 | 1.25 % | 1 of 2 hold'])
    expect(share.legend.map(({ label }) => plain(label))).toEqual(['1.25 %', '20 %', 'meets all expectations'])
  })

  /** The text of a cell of a width, and whether it is outlined. */
  function cell(plot: Plot, dataIndex: number, width: number): unknown {
    const api = { value: () => 0, coord: () => [50, 50], size: () => [width, 30] }
    const styles = seriesOf(plot)
      .renderItem({ dataIndex }, api)
      .children.map(({ style }) => style as Record<string, unknown>)
    return [
      plain(styles.find(({ text }) => text !== undefined)?.['text'] as string),
      styles.some(({ stroke }) => stroke !== undefined),
    ]
  }

  test('mark the pairs that meet all expectations, and write as much as there is room for', () => {
    const [, share, , days] = plots as [Plot, Plot, Plot, Plot]
    expect([cell(share, 4, 80), cell(share, 4, 40), cell(share, 4, 20), cell(share, 4, 10)]).toEqual([
      ['✓ 10 %', true],
      ['10 %', true],
      ['10', true],
      ['', true],
    ])
    expect([cell(share, 6, 80), cell(days, 0, 80)]).toEqual([
      ['20 %', false],
      ['–', false],
    ])
  })
})

test('the verdict names the values that meet all expectations', () => {
  expect(verdictOf(variedReport())).toBe('2 of 4 values meet all 2 expectations: 10, 20.')
  expect(verdictOf(variedReport(2))).toMatch(
    /^5 of 8 pairs of values meet all 2 expectations: 10 and 500; 10 and 1000; 20 and 500; /,
  )
})

test('the verdict names the value that meets the most if none meets all', () => {
  const points = variedReport().points.filter(({ holds }) => holds === false)
  expect(verdictOf(variedReport(1, { points }))).toBe(
    'None of the 2 values meets all 2 expectations. 5 meets the most: 1.',
  )
})

test('the result of a single expectation is not counted', () => {
  const of = (holds: boolean) => ({ values: ['5'], holds, expect: [{ seen: 1, holds }], figures: {} })
  expect([resultText(of(true)), resultText(of(false))]).toEqual(['holds', 'does not hold'])
})
