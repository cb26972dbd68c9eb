import type { Section } from '../figures/plot.ts'
import { inRows } from '../figures/rows.ts'
import type { Chart } from './chart.ts'
import { tableDetails } from './data-table.ts'
import { element } from './element.ts'
import { plotCard } from './plot-card.ts'

/** A section on the page. */
interface SectionView {
  readonly element: HTMLElement
  readonly charts: readonly Chart[]
}

/** Creates a section. `open` remembers which tables and rests are open, from one view to the next. */
export function sectionView(section: Section, prefix: string, open: Set<string>): SectionView {
  const id = `${prefix}-${section.id}`
  const [first, rest] = inRows(section.plots).map((plots) =>
    plots.map((plot) => plotCard(plot, `${id}-${plot.id}`, open)),
  ) as [Card[], Card[]]
  const cards = [...first, ...rest]
  const made = element(
    'section',
    { id, 'aria-labelledby': `${id}-heading` },
    element('h2', { id: `${id}-heading`, tabindex: '-1' }, section.title),
    ...(cards.length === 0
      ? [element('p', { class: 'empty' }, section.empty ?? 'There is nothing to show.')]
      : [
          element('p', { class: 'lead' }, section.lead),
          element('div', { class: 'plots' }, ...first.map((card) => card.element)),
          rest.length > 0 &&
            moreDetails(
              rest.map((card) => card.element),
              id,
              open,
            ),
        ]),
    (section.tables?.length ?? 0) > 0 &&
      element('div', { class: 'lists' }, ...(section.tables ?? []).map((table) => namedTable(table, id, open))),
  )
  return { element: made, charts: cards.map((card) => card.chart) }
}

type Card = ReturnType<typeof plotCard>

function moreDetails(cards: readonly HTMLElement[], id: string, open: Set<string>): HTMLElement {
  const key = `${id}-more`
  const details = element(
    'details',
    { class: 'more', open: open.has(key) ? '' : undefined },
    element('summary', {}, `${cards.length} more`),
    element('div', { class: 'plots' }, ...cards),
  )
  details.addEventListener('toggle', () => {
    if (details.open) open.add(key)
    else open.delete(key)
  })
  return details
}

function namedTable(table: NonNullable<Section['tables']>[number], id: string, open: Set<string>): HTMLElement {
  const details = tableDetails(table, open, `${id}-${table.caption}`)
  details.querySelector('summary')?.replaceChildren(table.caption)
  return details
}
