import { differenceSections } from '../figures/differences.ts'
import type { WhatIfData } from '../page-data.ts'
import { sectionView } from './section-view.ts'

/** Shows the plots of a report of what-if in the place that the page has for them. */
export function showWhatIf({ report }: Pick<WhatIfData, 'report'>, root: ParentNode = document): void {
  const open = new Set<string>()
  const views = differenceSections(report).map((section) => sectionView(section, 'what-if', open))
  root.querySelector('.sections')?.replaceChildren(...views.map((view) => view.element))
}
