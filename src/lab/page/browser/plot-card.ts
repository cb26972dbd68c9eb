import type { Plot } from '../figures/plot.ts'
import { Chart } from './chart.ts'
import { tableDetails } from './data-table.ts'
import { element } from './element.ts'
import { legend } from './legend.ts'

/** Creates the frame of a plot: its title, its takeaway, its legend, the plot and its table. */
export function plotCard(plot: Plot, id: string, openTables: Set<string>): { element: HTMLElement; chart: Chart } {
  const chart = new Chart(plot)
  const titleId = `${id}-title`
  chart.element.setAttribute('role', 'img')
  chart.element.setAttribute('aria-label', `${plot.title}. ${plot.takeaway ?? ''} The table has the figures.`)
  const card = element(
    'figure',
    { class: plot.isWide === true ? 'plot-card wide' : 'plot-card', 'aria-labelledby': titleId, 'data-plot': id },
    element('h3', { id: titleId }, plot.title),
    // Cards beside each other share their rows, so that each has all of them.
    element('p', { class: 'takeaway' }, plot.takeaway ?? ''),
    plot.legend.length > 0 ? legend(plot.legend, (hidden) => chart.hide(hidden)) : element('div'),
    chart.element,
    tableDetails(plot.table, openTables, id),
  )
  return { element: card, chart }
}
