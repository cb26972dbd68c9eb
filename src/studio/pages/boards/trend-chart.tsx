import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as useParts, type ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { lineMark } from './line-marks.ts'

useParts([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

/** The ranks of a player or team, one for each date; undefined where there was none. */
interface TrendLine {
  readonly name: string
  readonly ranks: readonly (number | undefined)[]
}

/** Draws ranks over time, the best rank on top. This module brings the chart library, so it is loaded when it is needed. */
export function TrendChart({
  label,
  dates,
  lines,
}: {
  readonly label: string
  readonly dates: readonly string[]
  readonly lines: readonly TrendLine[]
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ECharts>()
  const scheme = useColourScheme()
  useEffect(() => {
    const { current } = box
    if (!current) return
    const made = init(current)
    setChart(made)
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(current)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    if (chart && !chart.isDisposed()) chart.setOption(optionOf(dates, lines), { notMerge: true })
  }, [chart, dates, lines, scheme])
  return <div ref={box} className="trend-chart" role="img" aria-label={label} />
}

/** Returns the theme that is shown. It changes when the person or the system chooses another one. */
function useColourScheme(): string {
  const read = (): string => getComputedStyle(document.documentElement).getPropertyValue('--card')
  const [scheme, setScheme] = useState(read)
  useEffect(() => {
    const look = (): void => setScheme(read())
    const preferred = matchMedia('(prefers-color-scheme: dark)')
    preferred.addEventListener('change', look)
    const observer = new MutationObserver(look)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      preferred.removeEventListener('change', look)
      observer.disconnect()
    }
  }, [])
  return scheme
}

function optionOf(dates: readonly string[], lines: readonly TrendLine[]) {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const text = { color: colour('--muted') }
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return {
    animation: !isStill,
    animationDuration: 300,
    textStyle: { fontFamily: style.fontFamily },
    grid: { left: 8, right: 24, top: 16, bottom: 8, containLabel: true },
    // The library's other tooltips are markup with styles, which the policy of the page refuses.
    tooltip: {
      trigger: 'axis',
      renderMode: 'richText',
      confine: true,
      backgroundColor: colour('--card'),
      borderColor: colour('--line'),
      textStyle: { color: colour('--text') },
    },
    xAxis: {
      type: 'category',
      data: [...dates],
      boundaryGap: false,
      axisLine: { lineStyle: { color: colour('--edge') } },
      axisLabel: text,
    },
    yAxis: {
      type: 'value',
      inverse: true,
      min: 1,
      max: ({ max }: { readonly max: number }) => Math.max(2, max),
      minInterval: 1,
      axisLabel: text,
      splitLine: { lineStyle: { color: colour('--line') } },
    },
    series: lines.map(({ name, ranks }, i) => ({
      type: 'line',
      name,
      color: lineMark(i).colour,
      symbol: lineMark(i).symbol,
      symbolSize: 9,
      showAllSymbol: true,
      lineStyle: { width: 2 },
      data: ranks.map((rank) => rank ?? null),
    })),
  }
}
