import { printable } from '../terminal/render/printable.ts'
import { table } from '../terminal/render/table.ts'
import { type Canvas, failure, loading, paragraphs } from './blocks.ts'
import { textOf } from './field.ts'
import { innerWidth } from './geometry.ts'
import { fit, rowLine, type RowMark, type Theme } from './layout.ts'
import type { Extent, Listing } from './listing.ts'
import { type ListPosition, type Model, paneStateOf } from './model.ts'
import type { Ui, View } from './pane.ts'
import type { ReadResource } from './resource.ts'
import {
  currentGeometry,
  currentListing,
  currentPane,
  currentView,
  extentOf,
  selectedItem,
  viewLines,
} from './selectors.ts'

/** A box with a title on the left of its border, a note on the right, and lines. */
export interface Panel {
  readonly title: string
  readonly note: string
  readonly lines: readonly string[]
  readonly width: number
  readonly height: number
  readonly isFocused: boolean
  readonly unicode: boolean
}

/** A list to lay out: its rows, and how they are shown. */
interface RowList {
  readonly listing: Listing<unknown>
  readonly extent: Extent | undefined
  readonly position: ListPosition
  /** The maximum number of rows to show. */
  readonly height: number
  readonly isFocused: boolean
  readonly headings: readonly string[]
  readonly rightAligned: ReadonlySet<number>
  readonly cells: (row: unknown) => readonly string[]
  readonly isMarked: (row: unknown) => boolean
  readonly emptyText: string
}

/** Lays out the rows of the pane. */
export function listPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { theme } = ui
  const { listWidth: width, height, listRows } = currentGeometry(ui, model)
  const pane = currentPane(ui, model)
  const { filter, list } = paneStateOf(model)
  const listing = currentListing(ui, model)
  const isFocused = model.focus === 'list' && (model.overlay === undefined || model.overlay.kind === 'filter')
  const extent = extentOf(listing, model, read)
  const rows: RowList = {
    listing,
    extent,
    position: list,
    height: listRows,
    isFocused,
    headings: pane.headings,
    rightAligned: new Set(),
    cells: (row) => pane.cells(row),
    isMarked: () => false,
    emptyText: pane.emptyText(filter),
  }
  return {
    title: filteredTitle(pane.title, model, filter, theme),
    note: positionText(extent, list),
    lines: rowLines(rows, { read, theme, width: innerWidth(width) }),
    width,
    height,
    isFocused,
    unicode: theme.unicode,
  }
}

/** Adds the filter to the title: `Players /neo`. */
function filteredTitle(title: string, { overlay }: Model, filter: string, theme: Theme): string {
  if (overlay?.kind === 'filter') {
    const text = printable(textOf(overlay.field))
    return `${title} /${overlay.field.isSelected ? theme.selected(text) : `${text}_`}`
  }
  return filter === '' ? title : `${title} /${printable(filter)}`
}

/** Formats the position of the cursor: `3 of 1,000,000`, or `3 of 100+` if the list can be longer. */
function positionText(extent: Extent | undefined, { cursor }: ListPosition): string {
  if (extent === undefined || extent.total === 0) return ''
  return `${withCommas(cursor + 1)} of ${withCommas(extent.total)}${extent.isOpen ? '+' : ''}`
}

const withCommas = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

function rowLines(list: RowList, canvas: Canvas): readonly string[] {
  const { listing, extent, position, height, isFocused, headings, rightAligned, emptyText } = list
  const { theme, width, read } = canvas
  const { items, error } = listing.rows(position.top, Math.min(height, extent?.total ?? height), read)
  if (error !== undefined) return failure(error)(canvas)
  if (extent === undefined) return loading(canvas)
  if (extent.total === 0) return paragraphs(emptyText)(canvas)
  const missing = [theme.unicode ? '…' : '...']
  const cells = items.map((item) => {
    const row = item === undefined ? missing : list.cells(item)
    return headings.map((_, i) => row[i] ?? '')
  })
  const [heading = '', ...lines] = table(headings, cells, rightAligned).split('\n')
  const markOf = (i: number): RowMark => {
    if (position.top + i === position.cursor) return '>'
    return items[i] !== undefined && list.isMarked(items[i]) ? '*' : ' '
  }
  return [
    theme.paint.strong(fit(`  ${heading}`, width, theme)),
    ...lines.map((line, i) => rowLine(line, markOf(i), isFocused, width, theme)),
  ]
}

/** Lays out the view of the selected row. */
export function detailPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { theme } = ui
  const { detailWidth: width, height, lines: room, listRows } = currentGeometry(ui, model)
  const isFocused = model.focus === 'detail'
  const item = selectedItem(ui, model, read)
  const view = currentView(ui, model)
  const empty: Panel = { title: '', note: '', lines: [], width, height, isFocused, unicode: theme.unicode }
  if (item === undefined || view === undefined) return empty
  const pane = currentPane(ui, model)
  const { detail, settings } = paneStateOf(model)
  const title = printable(pane.idOf(item))
  const names = viewNames(pane.views, view)
  if (view.kind === 'text') {
    const all = viewLines(ui, model, view, item, read)
    const more = all.length - detail.top - room
    const note = joined(names, more > 0 ? `${more} more` : '')
    return { ...empty, title, note, lines: all.slice(detail.top, detail.top + room) }
  }
  const listing = view.listing(item, settings)
  const extent = extentOf(listing, model, read)
  const rows: RowList = {
    listing,
    extent,
    position: detail,
    height: listRows,
    isFocused,
    headings: view.headings(item),
    rightAligned: view.rightAligned,
    cells: (row) => view.cells(row),
    isMarked: (row) => view.isMarked(row, settings),
    emptyText: view.emptyText(item, settings),
  }
  return {
    ...empty,
    title,
    note: joined(names, pane.note?.(item, settings) ?? '', positionText(extent, detail)),
    lines: rowLines(rows, { read, theme, width: innerWidth(width) }),
  }
}

/** Lists the names of the views, with the current one in brackets. */
function viewNames(views: readonly View<unknown>[], current: View<unknown>): string {
  return views.length < 2 ? '' : views.map((view) => (view === current ? `[${view.name}]` : view.name)).join(' ')
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')
