import { html, type Html } from '../../server/html.ts'
import type { RepeatedReport } from '../simulate/repeated.ts'
import type { SimulationReport } from '../simulate/report.ts'
import { averaged } from './figures/means.ts'
import { sectionsOf } from './figures/sections.ts'
import { reportHeading } from './report-heading.ts'

/** Returns the place of a report, with the places that the script fills. */
export function simulationArticle(given: SimulationReport | RepeatedReport, title: string, index: number): Html {
  const shown = averaged(given)
  const { report } = shown
  const sections = sectionsOf({ report, persona: undefined, group: report.all, orders: {} })
  return html`<article class="report" data-report="${index}" data-title="${title}">
    ${reportHeading(given, shown, title)}
    <div class="bar" hidden>
      <nav class="contents" aria-label="Sections">
        <ul>
          ${sections.map((section) => html`<li><a href="#report-${index}-${section.id}">${section.title}</a></li>`)}
        </ul>
      </nav>
    </div>
    <div class="sections"></div>
  </article>`
}
