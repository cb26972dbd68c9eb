import {
  figureAxis,
  framed,
  legendOf,
  lineSeries,
  NARROW_PX,
  overSteps,
  unmoved,
  axisText,
  type FigureAxis,
} from './axes.ts'
import { lineLook } from './looks.ts'
import { number } from './numbers.ts'
import { tableTip, type Cell, type Plot, type Table } from './plot.ts'

/** A figure before and after a change, as the table shows it. */
export interface Slope {
  readonly name: string
  readonly before: number | null
  readonly after: number | null
  readonly cells: readonly [before: Cell, after: Cell]
}

/** What a plot of figures before and after is made of. */
export interface Slopes {
  readonly id: string
  readonly title: string
  readonly takeaway: string
  /** What the rows of the table are. */
  readonly what: string
  readonly slopes: readonly Slope[]
  readonly axis: FigureAxis
}

/** The most lines. */
const MAX_DRAWN = 8

/** The room for the names at the ends of the lines. */
const NAMES_PX = 136

/** Returns a plot with a line from before to after for each figure. */
export function slopePlot({ id, title, takeaway, what, slopes, axis }: Slopes): Plot {
  const drawn = slopes.slice(0, MAX_DRAWN)
  const cut =
    drawn.length < slopes.length ? ` The plot has ${drawn.length} of ${slopes.length}; the table has all.` : ''
  const table: Table = {
    caption: `${title}, before and after`,
    columns: [
      { title: what, kind: 'words' },
      { title: 'Before', kind: 'figure' },
      { title: 'After', kind: 'figure' },
      { title: 'Difference', kind: 'figure' },
    ],
    rows: slopes.length,
    row: (i) => {
      const slope = slopes[i]
      return slope === undefined ? [] : [{ text: slope.name }, ...slope.cells, { text: differenceText(slope) }]
    },
  }
  return {
    id,
    title,
    takeaway: takeaway + cut,
    legend: legendOf(drawn.map(({ name }, i) => [name, lineLook(i)])),
    heightPx: 300,
    option: (widthPx) => ({
      ...overSteps(
        { name: '', steps: ['Before', 'After'] },
        axis,
        drawn.map(({ name, before, after }, i) => ({
          ...lineSeries(name, lineLook(i), [before, after]),
          symbolSize: 8,
          endLabel: {
            show: widthPx >= NARROW_PX,
            formatter: '{a}',
            color: 'var(--text)',
            fontSize: 12,
            width: NAMES_PX - 16,
            overflow: 'truncate',
          },
          labelLayout: { moveOverlap: 'shiftY' },
        })),
        widthPx >= NARROW_PX ? NAMES_PX : 24,
      ),
    }),
    tip: ({ index }) => ({
      title: index === 0 ? 'Before' : 'After',
      rows: drawn.map(({ name, cells }) => [name, cells[index]?.text ?? ''] as const),
    }),
    table,
  }
}

function differenceText({ before, after }: Slope): string {
  return before === null || after === null ? '–' : signed(after - before)
}

/** Writes a number with its sign: `+3`, `−3`, `0`. */
const signed = (value: number): string => (value === 0 ? '0' : `${value > 0 ? '+' : '−'}${number(Math.abs(value))}`)

/** A bar of a name, to the right of zero or to the left. */
export interface Bar {
  readonly name: string
  readonly value: number
  readonly cells: readonly Cell[]
}

/** What a plot of gains and losses is made of. */
export interface Bars {
  readonly id: string
  readonly title: string
  readonly takeaway: string
  readonly bars: readonly Bar[]
  /** The columns of the table: the names, and those of the cells. */
  readonly columns: Table['columns']
  /** What the scale measures. */
  readonly scale: string
}

const BAR_PX = 20

/** Returns a plot with a bar for each gain and loss. */
export function barsPlot({ id, title, takeaway, bars, columns, scale }: Bars): Plot {
  const table: Table = {
    caption: title,
    columns,
    rows: bars.length,
    row: (i) => [{ text: bars[i]?.name ?? '' }, ...(bars[i]?.cells ?? [])],
  }
  const look = (value: number): string => (value < 0 ? 'var(--loss)' : 'var(--gain)')
  return {
    id,
    title,
    takeaway,
    legend: [
      { label: 'more', series: [], look: { kind: 'area', fill: 'var(--gain)' } },
      { label: 'less', series: [], look: { kind: 'area', fill: 'var(--loss)' } },
    ],
    heightPx: Math.max(3, bars.length) * BAR_PX + 84,
    option: (widthPx) => ({
      ...framed(32),
      tooltip: { trigger: 'axis', axisPointer: { type: 'shadow', label: { show: false } } },
      // The figures at the ends of the bars need room.
      xAxis: {
        ...figureAxis({ name: scale }),
        boundaryGap: ['14%', '14%'],
        nameLocation: 'middle',
        nameGap: 28,
        nameTextStyle: axisText,
      },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map(({ name }) => name),
        axisLabel: { ...axisText, width: Math.min(160, widthPx / 3), overflow: 'truncate', interval: 0 },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: 'var(--edge)' } },
      },
      series: [
        {
          type: 'bar',
          name: scale,
          ...unmoved,
          barMaxWidth: 14,
          data: bars.map(({ value }) => ({
            value,
            itemStyle: { color: look(value), borderRadius: 3 },
            label: { position: value < 0 ? 'left' : 'right' },
          })),
          label: {
            show: true,
            color: 'var(--text)',
            fontSize: 12,
            formatter: ({ value }: { readonly value: number }) => signed(value),
          },
        },
      ],
    }),
    tip: tableTip(table),
    table,
  }
}
