import { averaged, type Averaged } from '../figures/means.ts'
import { number } from '../figures/numbers.ts'
import { groupOf, personasOf } from '../figures/report-facts.ts'
import { sectionsOf } from '../figures/sections.ts'
import type { SimulationData } from '../page-data.ts'
import type { Chart } from './chart.ts'
import { choice } from './choice.ts'
import { element } from './element.ts'
import { sectionView } from './section-view.ts'

/** Shows the reports in the places that the page has for them. */
export function showSimulations({ reports, orders }: SimulationData): void {
  const articles = [...document.querySelectorAll<HTMLElement>('article.report')]
  reports.forEach((report, i) => {
    const article = articles[i]
    if (article) showReport(article, averaged(report), orders, `report-${i}`)
  })
  if (articles.length < 2) return
  const show = (chosen: number): void => articles.forEach((article, i) => (article.hidden = i !== chosen))
  const titles = articles.map(({ dataset }) => ({ label: dataset['title'] ?? '' }))
  document.querySelector('main')?.prepend(element('div', { class: 'reports' }, choice('Show', titles, show)))
  show(0)
}

/** What a person has chosen in a report, and what the plots of it hold. */
export interface ReportView {
  /** The persona that is shown; undefined for all players. */
  persona: string | undefined
  /** The tables and rests that are open. */
  readonly open: Set<string>
  charts: readonly Chart[]
}

/** Creates the view of a report that nobody has looked at. */
export const newReportView = (): ReportView => ({ persona: undefined, open: new Set(), charts: [] })

/** Shows a report, with a switch between all players and those of a persona, as `view` says. */
export function showReport(
  article: HTMLElement,
  { report, margins }: Averaged,
  orders: SimulationData['orders'],
  id: string,
  view: ReportView = newReportView(),
): void {
  const place = article.querySelector('.sections')
  const bar = article.querySelector<HTMLElement>('.bar')
  if (place === null || bar === null) return
  const personas = [undefined, ...personasOf(report)]
  const showing = element('p', { class: 'showing', role: 'status' })
  const show = (index: number): void => {
    const persona = personas[index]
    const group = groupOf(report, persona)
    view.persona = persona
    view.charts.forEach((chart) => chart.dispose())
    const views = sectionsOf({
      report,
      persona,
      group,
      margins: margins && { report: margins, group: groupOf(margins, persona) },
      orders,
    }).map((section) => sectionView(section, id, view.open))
    view.charts = views.flatMap((each) => each.charts)
    keepingPlace(() => place.replaceChildren(...views.map((each) => each.element)))
    showing.textContent = `${persona === undefined ? 'All players' : `Players of the persona ${persona}`}: ${number(group.players)}`
  }
  const labels = personas.map((persona) => ({ label: persona ?? 'All players' }))
  const chosen = Math.max(0, personas.indexOf(view.persona))
  bar.prepend(element('div', { class: 'switch' }, choice('Persona', labels, show, chosen), showing))
  bar.hidden = false
  show(chosen)

  /** Replaces the sections so that the one in view stays where it is. */
  function keepingPlace(replace: () => void): void {
    const sections = (): readonly Element[] => [...(place?.children ?? [])]
    const before = sections().find((section) => section.getBoundingClientRect().bottom > (bar?.offsetHeight ?? 0))
    const top = before?.getBoundingClientRect().top ?? 0
    replace()
    const after = before && top < 0 && place?.querySelector(`#${CSS.escape(before.id)}`)
    if (after) scrollBy({ top: after.getBoundingClientRect().top - top, behavior: 'instant' })
  }
}
