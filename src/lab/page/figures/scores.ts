import type { PointsRow } from '../../simulate/report.ts'
import { lineSeries, overSteps, unmoved, whiskers } from './axes.ts'
import { amountCell, drawn, number, numberCell } from './numbers.ts'
import { tableTip, type LegendEntry, type Look, type Plot, type Section, type Table } from './plot.ts'
import { expectedFirst, pointsOf, type Shown } from './report-facts.ts'

/** Shows percentiles by day, for each metric with points. */
export function scoresSection({ report, group, margins }: Shown): Section {
  return {
    id: 'scores',
    title: 'Scores',
    lead: 'Percentiles of the scores of all who have joined so far, at the end of a day, those who left included. Half of the players are within the inner band, and nine of ten within the outer one.',
    plots: expectedFirst(pointsOf(group), report).map(([metric, rows]) =>
      scoresPlot(metric, rows, margins?.group.metrics[metric] as readonly PointsRow[] | undefined),
    ),
    empty: 'The design has no metric with points.',
  }
}

const median: Look & { kind: 'line' } = { kind: 'line', colour: 'var(--band-line)', dash: 'solid', symbol: 'none' }
const outer: Look & { kind: 'area' } = { kind: 'area', fill: 'var(--band)', opacity: 0.2 }
const inner: Look & { kind: 'area' } = { kind: 'area', fill: 'var(--band)', opacity: 0.5 }

const legend: readonly LegendEntry[] = [
  { label: 'median', series: ['median'], look: median },
  { label: 'p25 to p75', series: ['p25', 'p25 to p75'], look: inner },
  { label: 'p5 to p95', series: ['p5', 'p5 to p95'], look: outer },
]

function scoresPlot(metric: string, rows: readonly PointsRow[], margins?: readonly PointsRow[]): Plot {
  const table: Table = {
    caption: `Percentiles of ${metric}, by day`,
    columns: ['Day', 'p5', 'p25', 'Median', 'p75', 'p95', 'Mean', 'Total', 'Gini'].map((title) => ({
      title,
      kind: 'figure',
    })),
    rows: rows.length,
    row: (i) => {
      const row = rows[i] as PointsRow
      const margin = margins?.[i]
      return [
        { text: String(row.day) },
        ...(['p5', 'p25', 'median', 'p75', 'p95'] as const).map((name) => amountCell(row[name], margin?.[name])),
        numberCell(row.mean, margin?.mean),
        amountCell(row.total, margin?.total),
        numberCell(row.gini, margin?.gini),
      ]
    },
  }
  return {
    id: metric,
    title: metric,
    takeaway: takeawayOf(rows.at(-1)),
    legend,
    heightPx: 280,
    option: () =>
      overSteps({ name: 'Day', steps: rows.map(({ day }) => day) }, { name: 'Score', isWhole: rows.every(isWhole) }, [
        ...bandSeries(rows, 'p5', 'p95', outer),
        ...bandSeries(rows, 'p25', 'p75', inner),
        {
          ...lineSeries(
            'median',
            median,
            rows.map((row) => drawn(row.median)),
          ),
          symbol: 'circle',
          showSymbol: rows.length === 1,
        },
        ...whiskers(
          'median',
          median,
          rows.map((row) => drawn(row.median)),
          margins?.map((row) => drawn(row.median)),
        ),
      ]),
    tip: tableTip(table),
    table,
  }
}

type Percentile = 'p5' | 'p25' | 'p75' | 'p95'

/** Returns two series, the second stacked on the first: an invisible line, and the area from there up to another. */
function bandSeries(
  rows: readonly PointsRow[],
  low: Percentile,
  high: Percentile,
  look: Look & { kind: 'area' },
): object[] {
  const stacked = {
    type: 'line',
    stack: low,
    stackStrategy: 'all',
    showSymbol: rows.length === 1,
    symbol: 'rect',
    ...unmoved,
    lineStyle: { color: look.fill, width: 1, opacity: 0.6 },
    itemStyle: { color: look.fill },
  }
  const height = ({ [low]: from, [high]: to }: PointsRow): number | null =>
    from === null || to === null ? null : Number(to) - Number(from)
  return [
    { ...stacked, name: low, data: rows.map((row) => drawn(row[low])) },
    {
      ...stacked,
      name: `${low} to ${high}`,
      data: rows.map(height),
      areaStyle: { color: look.fill, opacity: look.opacity },
    },
  ]
}

/** Whether all scores of a day are whole numbers. */
const isWhole = ({ p5, p25, median, p75, p95 }: PointsRow): boolean =>
  [p5, p25, median, p75, p95].every((score) => Number.isInteger(Number(score)))

function takeawayOf(last: PointsRow | undefined): string | undefined {
  if (last === undefined || last.median === null || last.p95 === null) return undefined
  const [middle, top] = [Number(last.median), Number(last.p95)]
  const times = middle > 0 && top >= 1.05 * middle ? `, ${number(round(top / middle))} times the median` : ''
  const gini = last.gini === null ? '' : ` Gini ${number(last.gini)} (0: all have the same).`
  return `After day ${last.day}, the median score is ${number(middle)}. The top 5\u00a0% have at least ${number(top)}${times}.${gini}`
}

const round = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
