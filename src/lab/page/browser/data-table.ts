import type { Cell, Column, Table } from '../figures/plot.ts'
import { element } from './element.ts'

/** Tables with more rows than this show the others on demand. */
const ROWS_AT_ONCE = 120

/** Creates the element that shows a table when it is opened. `isOpen` remembers whether it is, from one view to the next. */
export function tableDetails(table: Table, isOpen: Set<string>, key: string): HTMLElement {
  const details = element(
    'details',
    {},
    element('summary', {}, 'Table', element('span', { class: 'unseen' }, `: ${table.caption}`)),
  )
  const fill = (): void => {
    if (details.childElementCount === 1) details.append(...tableElements(table))
  }
  details.addEventListener('toggle', () => {
    if (details.open) isOpen.add(key)
    else isOpen.delete(key)
    if (details.open) fill()
  })
  if (isOpen.has(key)) {
    fill()
    details.open = true
  }
  return details
}

function tableElements(table: Table): readonly HTMLElement[] {
  const body = element('tbody')
  const more = element('button', { type: 'button', class: 'rows-more' })
  const showMore = (): void => {
    const from = body.childElementCount
    const to = Math.min(table.rows, from + ROWS_AT_ONCE)
    for (let row = from; row < to; row++) body.append(rowElement(table.columns, table.row(row)))
    const left = table.rows - to
    more.textContent = `Show ${Math.min(left, ROWS_AT_ONCE)} more of ${left} rows`
    if (left === 0) more.remove()
  }
  more.addEventListener('click', showMore)
  const shown = element(
    'div',
    { class: 'table', role: 'region', 'aria-label': table.caption, tabindex: '0' },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, table.caption),
      element('thead', {}, element('tr', {}, ...table.columns.map((column) => headElement(column)))),
      body,
    ),
  )
  const all = [shown, more]
  showMore()
  return table.rows > ROWS_AT_ONCE ? all : [shown]
}

const classOf = ({ kind }: Column): string | undefined => (kind === 'figure' ? 'figure' : undefined)

const headElement = (column: Column): HTMLElement =>
  element('th', { scope: 'col', class: classOf(column) }, column.title)

function rowElement(columns: readonly Column[], cells: readonly Cell[]): HTMLElement {
  return element(
    'tr',
    {},
    ...cells.map((cell, i) => {
      const column = columns[i] as Column
      const content = cell.exact === undefined ? cell.text : element('data', { value: cell.exact }, cell.text)
      return i === 0
        ? element('th', { scope: 'row', class: classOf(column) }, content)
        : element('td', { class: classOf(column) }, content)
    }),
  )
}
