import type { VaryReport } from '../../simulate/varied.ts'
import { axisText, figureAxis, framed, lineSeries, unmoved } from './axes.ts'
import { lineLook } from './looks.ts'
import { compact, percent } from './numbers.ts'
import { tableTip, type Drawing, type LegendEntry, type Look, type Plot } from './plot.ts'
import type { VariedFigure } from './varied-figure.ts'

const line = lineLook(0)
const meets: Look & { kind: 'line' } = { ...line, colour: 'var(--held)', symbol: 'diamond' }
const fails: Look & { kind: 'line' } = { ...line, symbol: 'emptyCircle' }
const zone: Look & { kind: 'area' } = { kind: 'area', fill: 'var(--held)', opacity: 0.14 }

/** Returns the plot of a figure by the value of the only number that varies, whose points are in its order. */
export function curvePlot({ vary, points, expect }: VaryReport, figure: VariedFigure): Plot {
  const { id, title, takeaway, seen, bounds, table } = figure
  const where = vary[0]?.where ?? ''
  const hasMarks = expect.length > 0
  const marks = points.map(({ holds }) => (holds === true ? meets : hasMarks ? fails : line))
  const legend: readonly LegendEntry[] = [
    ...(hasMarks
      ? [
          { label: 'meets all expectations', series: [], look: meets },
          { label: 'does not', series: [], look: fails },
        ]
      : []),
    ...(bounds === undefined ? [] : [{ label: `expected: ${bounds.text}`, series: [], look: zone }]),
  ]
  const xs = points.map(({ values }) => Number(values[0]))
  const data = points.map((_, i) => ({
    value: [xs[i], seen[i] ?? null],
    symbol: marks[i]?.symbol,
    symbolSize: marks[i] === meets ? 13 : 8,
    itemStyle: { color: marks[i]?.colour },
  }))
  return {
    id,
    title,
    takeaway,
    legend,
    isWide: figure.unit === 'count',
    heightPx: figure.unit === 'count' ? 220 : 280,
    option: (widthPx) => ({
      ...framed(16),
      tooltip: { trigger: 'axis', axisPointer: { type: 'line', label: { show: false } } },
      xAxis: {
        type: 'value',
        scale: true,
        ...nearlyAll(xs),
        name: where,
        nameLocation: 'middle',
        nameGap: 28,
        nameTextStyle: axisText,
        nameTruncate: { maxWidth: widthPx - 48 },
        axisLabel: { ...axisText, hideOverlap: true, formatter: compact, customValues: xs },
        axisTick: { customValues: xs, lineStyle: { color: 'var(--edge)' } },
        axisLine: { lineStyle: { color: 'var(--edge)' } },
        splitLine: { show: false },
      },
      yAxis: figureAxis(scaleOf(figure, expect.length)),
      series: [
        { ...lineSeries(title, line, []), data, showSymbol: true, z: 3 },
        ...(bounds === undefined ? [] : [zoneSeries(xs[0] ?? 0, bounds)]),
      ],
    }),
    tip: tableTip(table),
    table,
  }
}

/** Leaves room beside the first and the last value, so that their marks are whole. */
function nearlyAll(xs: readonly number[]): { readonly min: number; readonly max: number } {
  const [first, last] = [Math.min(...xs), Math.max(...xs)]
  const room = first === last ? Math.abs(first) / 2 || 1 : (last - first) * 0.04
  return { min: first - room, max: last + room }
}

function scaleOf({ unit }: VariedFigure, expectations: number): Parameters<typeof figureAxis>[0] {
  if (unit === 'count') return { name: 'Expectations that hold', min: 0, max: expectations, isWhole: true }
  return unit === 'share' ? { name: 'Share', write: percent } : { name: 'Seen' }
}

/** Returns an area over the whole width, where the expectation holds. The scale reaches to its bounds. */
function zoneSeries(x: number, { min, max }: NonNullable<VariedFigure['bounds']>): object {
  return {
    type: 'custom',
    name: 'expected',
    ...unmoved,
    silent: true,
    z: 1,
    encode: { x: 0, y: [1, 2] },
    data: [[x, min ?? null, max ?? null]],
    renderItem: ({ coordSys: { x: left, y: top, width, height } }: Frame, { coord }: Drawing) => {
      const heightOf = (bound: number): number => coord([x, bound])[1]
      const [from, to] = [max === undefined ? top : heightOf(max), min === undefined ? top + height : heightOf(min)]
      const edge = (y: number): object => ({
        type: 'line',
        shape: { x1: left, x2: left + width, y1: y, y2: y },
        style: { stroke: zone.fill, lineWidth: 1, lineDash: [5, 3] },
      })
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: { x: left, y: from, width, height: Math.max(0, to - from) },
            style: { fill: zone.fill, opacity: zone.opacity },
          },
          ...(max === undefined ? [] : [edge(from)]),
          ...(min === undefined ? [] : [edge(to)]),
        ],
      }
    },
  }
}

/** Where the library draws series. */
interface Frame {
  readonly coordSys: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}
