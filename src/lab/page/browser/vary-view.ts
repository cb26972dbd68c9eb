import { variedSections } from '../figures/varied.ts'
import type { VaryData } from '../page-data.ts'
import { sectionView } from './section-view.ts'

/** Shows the plots of a report of `--vary` in the place that the page has for them. */
export function showVaried({ report, figures }: VaryData): void {
  const open = new Set<string>()
  const views = variedSections(report, figures).map((section) => sectionView(section, 'vary', open))
  document.querySelector('.sections')?.replaceChildren(...views.map((view) => view.element))
}
