import type { VaryReport } from '../../simulate/varied.ts'
import { axisText, framed, FONT, unmoved } from './axes.ts'
import { compact, NO_FIGURE, number, percent } from './numbers.ts'
import { tableTip, type ChartOption, type Drawing, type LegendEntry, type Plot } from './plot.ts'
import type { VariedFigure } from './varied-figure.ts'

/** The height of a row, and of all rows of a map with very many of them. */
const ROW_PX = 36
const MAX_ROWS_PX = 720

/** Returns the height of a map with this number of rows. */
export const mapHeightPx = (rows: number): number => Math.min(MAX_ROWS_PX, ROW_PX * rows) + 84

/** The strength of the colour of the smallest and of the largest figure. Text is readable on both. */
const STRENGTHS = [6, 52] as const

/** Returns the plot of a figure by the values of two numbers: a cell for each pair. */
export function heatMapPlot(report: VaryReport, figure: VariedFigure): Plot {
  const { id, title, takeaway, write, seen, unit, table } = figure
  const known = seen.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const [across = [], down = []] = report.vary.map(({ values }) => values)
  const swatch = (value: number): LegendEntry => ({
    label: write(value),
    series: [],
    look: { kind: 'area', fill: fillOf(value, low, high) },
  })
  const legend: readonly LegendEntry[] = [
    ...(known.length > 0 ? [swatch(low)] : []),
    ...(known.length > 0 && high > low ? [swatch(high)] : []),
    ...(report.expect.length > 0
      ? [
          {
            label: 'meets all expectations',
            series: [],
            look: { kind: 'area', fill: 'var(--card)', isOutlined: true } as const,
          },
        ]
      : []),
  ]
  return {
    id,
    title,
    takeaway,
    legend,
    isWide: across.length > 8,
    heightPx: mapHeightPx(down.length),
    option: (widthPx) => {
      const cells = report.points.map(({ values: [x = '', y = ''], holds }, i): MapCell => {
        const figure = seen[i] ?? null
        return {
          x: across.indexOf(x),
          y: down.indexOf(y),
          fill: figure === null ? 'var(--card)' : fillOf(figure, low, high),
          texts: textsIn(figure, unit, holds === true),
          isMarked: holds === true,
        }
      })
      const [first, second] = report.vary.map(({ where }) => where)
      return cellMap({ name: first ?? '', values: across }, { name: second ?? '', values: down }, cells, widthPx)
    },
    tip: tableTip(table),
    table,
  }
}

function fillOf(value: number, low: number, high: number): string {
  const [least, most] = STRENGTHS
  const strength = high > low ? least + ((value - low) / (high - low)) * (most - least) : (least + most) / 2
  return `color-mix(in oklab, var(--band) ${Math.round(strength)}%, var(--card))`
}

/** A cell of a map. */
export interface MapCell {
  /** The place of its column and of its row. */
  readonly x: number
  readonly y: number
  readonly fill: string
  /** What it can say, the longest text first. The first one that fits is shown. */
  readonly texts: readonly string[]
  readonly isMarked?: boolean
}

/** The columns or the rows of a map. */
export interface MapAxis {
  readonly name: string
  readonly values: readonly string[]
}

/** Returns what to draw for a map of cells. */
export function cellMap(across: MapAxis, down: MapAxis, cells: readonly MapCell[], widthPx: number): ChartOption {
  const axis = { type: 'category', nameTextStyle: axisText, axisTick: { show: false }, splitArea: { show: false } }
  const axisLine = { lineStyle: { color: 'var(--edge)' } }
  return {
    ...framed(16),
    tooltip: { trigger: 'item' },
    xAxis: {
      ...axis,
      data: across.values,
      name: across.name,
      nameLocation: 'middle',
      nameGap: 28,
      nameTruncate: { maxWidth: widthPx - 48 },
      axisLabel: { ...axisText, hideOverlap: true },
      axisLine,
    },
    yAxis: {
      ...axis,
      data: down.values,
      name: down.name,
      nameLocation: 'end',
      nameGap: 14,
      nameTextStyle: { ...axisText, align: 'left', padding: [0, 0, 0, -2] },
      nameTruncate: { maxWidth: widthPx - 48 },
      axisLabel: { ...axisText, hideOverlap: true },
      axisLine,
    },
    series: [
      {
        type: 'custom',
        name: 'seen',
        ...unmoved,
        encode: { x: 0, y: 1 },
        data: cells.map(({ x, y }) => [x, y]),
        renderItem: ({ dataIndex }: { readonly dataIndex: number }, { value, coord, size }: Drawing) => {
          const [x, y] = coord([value(0), value(1)])
          const [width, height] = size([1, 1])
          const { fill = 'none', texts = [], isMarked = false } = cells[dataIndex] ?? {}
          const text = height < 16 ? undefined : texts.find(({ length }) => length * CHARACTER_PX + 6 <= width)
          return {
            type: 'group',
            children: [
              {
                type: 'rect',
                shape: { x: x - width / 2 + 1, y: y - height / 2 + 1, width: width - 2, height: height - 2, r: 3 },
                style: { fill },
              },
              ...(isMarked ? [outline(x, y, width, height)] : []),
              ...(text === undefined ? [] : [label(x, y, text, isMarked)]),
            ],
          }
        },
      },
    ],
  }
}

/** Returns what a cell can say. The outline is a mark, too, so a check mark can miss. */
function textsIn(figure: number | null, unit: VariedFigure['unit'], holds: boolean): readonly string[] {
  const text = figure === null ? NO_FIGURE : unit === 'share' ? percent(figure) : shortNumber(figure)
  return [...(holds ? [`✓ ${text}`] : []), text, ...(unit === 'share' ? [text.replace(/\s?%/, '')] : [])]
}

/** Writes a number in the room of a cell. */
export const shortNumber = (value: number): string => (Math.abs(value) < 1000 ? number(value) : compact(value))

/** The mean width of a character of a cell. */
const CHARACTER_PX = 6.8

function outline(x: number, y: number, width: number, height: number): object {
  return {
    type: 'rect',
    shape: { x: x - width / 2 + 2, y: y - height / 2 + 2, width: width - 4, height: height - 4, r: 3 },
    style: { fill: 'none', stroke: 'var(--text)', lineWidth: 2 },
    silent: true,
  }
}

function label(x: number, y: number, text: string, isStrong: boolean): object {
  return {
    type: 'text',
    style: {
      x,
      y,
      text,
      fill: 'var(--text)',
      font: `${isStrong ? 'bold ' : ''}12px ${FONT}`,
      align: 'center',
      verticalAlign: 'middle',
    },
    silent: true,
  }
}
