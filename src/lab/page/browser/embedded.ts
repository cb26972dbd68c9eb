// Reports inside another page, such as the studio: each in a shadow tree of its own, so that the two styles do not meet.
import type { Html } from '../../../server/html.ts'
import type { SimulationReport } from '../../simulate/report.ts'
import type { WhatIfReport } from '../../what-if/report.ts'
import { averaged } from '../figures/means.ts'
import { simulationArticle } from '../simulation-article.ts'
import { contentRules } from '../stylesheet.ts'
import { whatIfArticle } from '../what-if-article.ts'
import { newReportView, showReport, type ReportView } from './simulation-view.ts'
import { showWhatIf } from './what-if-view.ts'

/** The views of the reports of simulations, by the elements that they are shown in. */
const views = new WeakMap<HTMLElement, ReportView>()

/**
 * Shows a report of a simulation in an element, in place of what it showed. What a person has chosen there stays chosen. The
 * page has the colours as properties.
 */
export function embedSimulation(host: HTMLElement, report: SimulationReport, title: string): void {
  const view = views.get(host) ?? newReportView()
  views.set(host, view)
  const isSwitching = focused(host)?.closest('.switch') instanceof Element
  const root = filled(host, simulationArticle(report, title, 0))
  const article = root.querySelector<HTMLElement>('article')
  if (article) showReport(article, averaged(report), {}, 'report-0', view)
  if (isSwitching) root.querySelector<HTMLElement>('.switch :checked')?.focus({ preventScroll: true })
}

/** Whether somebody reads a report with the keyboard, except in its switch: another one would take the focus away. */
export function isBeingRead(host: HTMLElement): boolean {
  const reading = focused(host)
  return reading !== null && reading.closest('.switch') === null
}

const focused = (host: HTMLElement): Element | null => host.shadowRoot?.activeElement ?? null

/** Shows a report of what-if in an element, in place of what it showed. */
export function embedWhatIf(host: HTMLElement, report: WhatIfReport, name: string): void {
  showWhatIf({ report }, filled(host, whatIfArticle(report, name)))
}

function filled(host: HTMLElement, { markup }: Html): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const style = new CSSStyleSheet()
  style.replaceSync(contentRules)
  root.adoptedStyleSheets = [style]
  // All texts in the markup are escaped, as those of the page that is a file of its own.
  const template = document.createElement('template')
  template.innerHTML = markup
  root.replaceChildren(template.content)
  return root
}
