import { BarChart, CustomChart, LineChart, SankeyChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption, Mark, Plot, Tip } from '../figures/plot.ts'
import { element } from './element.ts'

use([LineChart, BarChart, CustomChart, SankeyChart, GridComponent, TooltipComponent, LabelLayout, SVGRenderer])

/** The width of a plot for paper. It is scaled to the page, so that more than one fits on it. */
const PAPER_PX = 760

/** A plot on the page. The library draws it when it comes near the view. */
export class Chart {
  readonly element: HTMLElement
  readonly #plot: Plot
  #drawn: EChartsType | undefined
  #hidden: ReadonlySet<string> = new Set()

  constructor(plot: Plot) {
    this.#plot = plot
    this.element = element('div', { class: 'chart' })
    this.element.style.height = `${plot.heightPx}px`
    byElement.set(this.element, this)
    nearView.observe(this.element)
    sizes.observe(this.element)
  }

  /** Draws without the series with these names. */
  hide(names: ReadonlySet<string>): void {
    this.#hidden = new Set(names)
    if (this.#drawn) this.#update(this.#drawn.getWidth())
  }

  /** Draws, if it has not been drawn or has another width. */
  draw(widthPx = this.element.clientWidth): void {
    if (widthPx === 0 || this.#drawn?.getWidth() === widthPx) return
    if (this.#drawn) this.#drawn.resize({ width: widthPx })
    else this.#drawn = init(this.element, null, { renderer: 'svg', width: widthPx, height: this.#plot.heightPx })
    this.#update(widthPx)
  }

  /** Whether it has been drawn. */
  get isDrawn(): boolean {
    return this.#drawn !== undefined
  }

  /** Frees what the library holds. */
  dispose(): void {
    nearView.unobserve(this.element)
    sizes.unobserve(this.element)
    this.#drawn?.dispose()
  }

  #update(widthPx: number): void {
    const option = this.#plot.option(widthPx)
    const series = (option['series'] as readonly { readonly name?: string }[]).filter(
      ({ name }) => name === undefined || !this.#hidden.has(name),
    )
    this.#drawn?.setOption({ ...option, series, tooltip: this.#tooltip(option, series) }, { notMerge: true })
    this.#drawn?.getZr().flush()
    // On narrower paper the drawing scales.
    this.element.querySelector('svg')?.setAttribute('viewBox', `0 0 ${widthPx} ${this.#plot.heightPx}`)
  }

  #tooltip(option: ChartOption, series: readonly { readonly name?: string }[]): object {
    return {
      ...(option['tooltip'] as object),
      confine: true,
      transitionDuration: 0,
      backgroundColor: 'transparent',
      borderWidth: 0,
      padding: 0,
      extraCssText: 'box-shadow: none',
      formatter: (pointed: Pointed | readonly Pointed[]) => {
        const first = 'length' in pointed ? pointed[0] : pointed
        const tip = first && this.#plot.tip(markOf(first, series[0]?.name))
        return tip === undefined ? '' : tipElement(tip)
      },
    }
  }
}

/** What the library says about what is pointed at. */
interface Pointed {
  readonly name?: string
  readonly seriesName?: string
  readonly dataIndex: number
}

function markOf({ name = '', seriesName, dataIndex }: Pointed, series = ''): Mark {
  return { name, series: seriesName ?? series, index: dataIndex }
}

function tipElement({ title, rows }: Tip): HTMLElement {
  const shown = rows.slice(0, 14)
  return element(
    'div',
    { class: 'tip' },
    element('strong', {}, title),
    element('dl', {}, ...shown.flatMap(([name, figure]) => [element('dt', {}, name), element('dd', {}, figure)])),
    rows.length > shown.length && `${rows.length - shown.length} more in the table`,
  )
}

const byElement = new WeakMap<Element, Chart>()

/** The charts on the page that are shown. */
const chartsShown = (): readonly Chart[] =>
  [...document.querySelectorAll('.chart')].flatMap((one) => byElement.get(one) ?? [])

const nearView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) byElement.get(target)?.draw()
  },
  { rootMargin: '500px' },
)

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const chart = byElement.get(target)
    if (chart?.isDrawn === true) chart.draw()
  }
})

addEventListener('beforeprint', () => {
  for (const chart of chartsShown()) if (chart.element.checkVisibility()) chart.draw(PAPER_PX)
})
addEventListener('afterprint', () => {
  for (const chart of chartsShown()) if (chart.element.checkVisibility()) chart.draw()
})
