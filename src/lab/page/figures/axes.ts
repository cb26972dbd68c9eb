import { compact, percent } from './numbers.ts'
import type { ChartOption, Drawing, LegendEntry, Look } from './plot.ts'

/** A width in pixels under which plots drop what needs room beside them. */
export const NARROW_PX = 560

/** The texts of all plots. The library measures with this font, so it must name families. */
export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"

/** The look of the texts of scales. */
export const axisText = { color: 'var(--muted)', fontSize: 12, fontFamily: FONT }

/** The scale of figures. */
export interface FigureAxis {
  /** What is measured, with its unit. */
  readonly name: string
  readonly write?: (value: number) => string
  readonly min?: number
  readonly max?: number
  /** The distance between two lines of the scale. */
  readonly interval?: number
  /** Whether only whole numbers make sense. */
  readonly isWhole?: boolean
}

/** The scale of days or periods. */
export interface StepAxis {
  readonly name: string
  readonly steps: readonly (string | number)[]
  /** Whether marks have a width of their own, as bars do. */
  readonly hasBars?: boolean
}

/** Returns what to draw for series over days or periods. */
export function overSteps(step: StepAxis, figure: FigureAxis, series: readonly object[], rightPx = 16): ChartOption {
  return {
    ...framed(rightPx),
    tooltip: {
      trigger: 'axis',
      axisPointer: { type: step.hasBars === true ? 'shadow' : 'line', z: 3, ...pointer },
    },
    xAxis: {
      type: 'category',
      data: step.steps.map(String),
      boundaryGap: step.hasBars === true || step.steps.length === 1,
      name: step.name,
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: axisText,
      axisLabel: { ...axisText, hideOverlap: true },
      axisLine: { lineStyle: { color: 'var(--edge)' } },
      axisTick: { show: false },
    },
    yAxis: figureAxis(figure),
    series,
  }
}

/** Returns what plots with two scales have in common. */
export function framed(rightPx: number): ChartOption {
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: { left: 8, right: rightPx, top: 34, bottom: 30, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  }
}

const pointer = {
  lineStyle: { color: 'var(--edge)', type: 'solid', width: 1 },
  shadowStyle: { color: 'var(--edge)', opacity: 0.16 },
  label: { show: false },
}

/** Returns the vertical scale of figures, with its name above it. */
export function figureAxis({ name, write = compact, min, max, interval, isWhole = false }: FigureAxis): object {
  return {
    type: 'value',
    name,
    nameLocation: 'end',
    nameGap: 14,
    nameTextStyle: { ...axisText, align: 'left', padding: [0, 0, 0, -2] },
    min,
    max,
    ...(isWhole && { minInterval: 1 }),
    ...(interval === undefined ? { splitNumber: 4 } : { interval }),
    axisLabel: { ...axisText, formatter: write },
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: 'var(--line)' } },
  }
}

/** Returns the series of a line. Each point has a symbol as long as there is room. */
export function lineSeries(name: string, look: Look & { kind: 'line' }, data: readonly (number | null)[]): object {
  return {
    type: 'line',
    name,
    data,
    symbol: look.symbol,
    symbolSize: 6,
    showSymbol: data.length <= 31,
    ...unmoved,
    itemStyle: { color: look.colour },
    lineStyle: { color: look.colour, width: 2, type: look.dash },
  }
}

/**
 * Returns the series of the intervals of a line, if it has any: a bar at each step from one end to the other. Margins are
 * how far an interval reaches to each side.
 */
export function whiskers(
  name: string,
  look: Look & { kind: 'line' },
  data: readonly (number | null)[],
  margins: readonly (number | null)[] | undefined,
): readonly object[] {
  if (margins === undefined) return []
  return [
    {
      type: 'custom',
      name,
      ...unmoved,
      silent: true,
      encode: { x: 0, y: [1, 2] },
      data: data.map((value, i) => [
        i,
        ...(value === null ? [] : [value - (margins[i] ?? 0), value + (margins[i] ?? 0)]),
      ]),
      renderItem: (_: unknown, { value, coord }: Drawing) => {
        const [x, low] = coord([value(0), value(1)])
        const [, high] = coord([value(0), value(2)])
        const line = (x1: number, y1: number, x2: number, y2: number): object => ({
          type: 'line',
          shape: { x1, y1, x2, y2 },
          style: { stroke: look.colour, lineWidth: 1.2 },
        })
        return low - high < 1 || Number.isNaN(low)
          ? undefined
          : {
              type: 'group',
              children: [
                line(x, low, x, high),
                // Ends of short bars would be all that shows.
                ...(low - high < 8 ? [] : [line(x - 3, low, x + 3, low), line(x - 3, high, x + 3, high)]),
              ],
            }
      },
    },
  ]
}

/** Series do not change when they are pointed at: a tip says what they are. */
export const unmoved = { emphasis: { disabled: true }, silent: false } as const

/** Returns the entries of a legend, one for each series. */
export function legendOf(entries: readonly (readonly [name: string, look: Look])[]): readonly LegendEntry[] {
  return entries.map(([name, look]) => ({ label: name, series: [name], look }))
}

/** Returns the scale of shares, from none to all. */
export const shareAxis = (name: string): FigureAxis => ({
  name,
  write: percent,
  min: 0,
  max: 1,
  interval: 0.25,
})
