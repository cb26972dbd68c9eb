import stringWidth from 'string-width'
import { cut } from '../terminal/render/cut.ts'
import { printable } from '../terminal/render/printable.ts'
import { table } from '../terminal/render/table.ts'
import type { Extent, Listing } from './listing.ts'
import { loadingText, type Theme } from './theme.ts'
import { type Model, paneStateOf, type ListPosition } from './model.ts'
import type { RowsView, View } from './pane.ts'
import type { ReadResource } from './resource.ts'
import { wrap } from './wrapped.ts'
import {
  selectedItem,
  currentCanvas,
  extentOf,
  currentGeometry,
  currentListing,
  currentPane,
  type Ui,
  currentView,
} from './selectors.ts'
import { textOf } from './field.ts'

/** A box with a title on the left, a note on the right, and lines that fit into it. */
export interface Panel {
  readonly title: string
  readonly note: string
  readonly lines: readonly string[]
  readonly width: number
  readonly height: number
  readonly isFocused: boolean
  readonly unicode: boolean
}

/** The space between a border and the text. */
const PADDING = 1

/** How rows are shown. */
interface RowsShown {
  readonly headings: readonly string[]
  readonly rightAligned: ReadonlySet<number>
  readonly cells: (row: never) => readonly string[]
  readonly isMarked: (row: never) => boolean
  readonly emptyText: string
}

/** The rows of the pane. */
export function listPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { listWidth, height, listRows } = currentGeometry(ui, model)
  const pane = currentPane(ui, model)
  const { filter, list, settings } = paneStateOf(model)
  const listing = currentListing(ui, model)
  const shown: RowsShown = {
    headings: pane.headings,
    rightAligned: new Set(),
    cells: (row) => pane.cells(row),
    isMarked: () => false,
    emptyText: pane.emptyText(filter),
  }
  const isFocused = model.focus === 'list' && (model.overlay === undefined || model.overlay.kind === 'filter')
  const extent = extentOf(listing, model, read)
  const place = { width: listWidth - 2 - 2 * PADDING, rows: listRows }
  const note = joined(pane.note(undefined, settings), extentText(extent, list))
  return {
    title: titleWith(pane.title, model, filter, ui.theme),
    note,
    lines: rowLines(listing, extent, list, shown, { ...place, isFocused, theme: ui.theme, read }),
    width: listWidth,
    height,
    isFocused,
    unicode: ui.theme.unicode,
  }
}

/** `Players /neo`: the filter of the rows is part of the title. */
function titleWith(title: string, { overlay }: Model, filter: string, theme: Theme): string {
  if (overlay?.kind === 'filter') {
    const text = printable(textOf(overlay.field))
    return `${title} /${overlay.field.isSelected ? theme.selected(text) : `${text}_`}`
  }
  return filter === '' ? title : `${title} /${printable(filter)}`
}

/** `3 of 1,000,000`, or `3 of 100 and more`. */
function extentText(extent: Extent | undefined, { cursor }: ListPosition): string {
  if (extent === undefined || extent.total === 0) return ''
  return `${grouped(cursor + 1)} of ${grouped(extent.total)}${extent.isOpen ? '+' : ''}`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** How and where rows are drawn. */
interface RowsPlace {
  readonly width: number
  readonly rows: number
  readonly isFocused: boolean
  readonly theme: Theme
  readonly read: ReadResource
}

function rowLines(
  listing: Listing<unknown>,
  extent: Extent | undefined,
  { cursor, top }: ListPosition,
  { headings, rightAligned, cells, isMarked, emptyText }: RowsShown,
  { width, rows, isFocused, theme, read }: RowsPlace,
): readonly string[] {
  const { items, trouble } = listing.rows(top, Math.min(rows, extent?.total ?? rows), read)
  if (trouble !== undefined) return wrap(printable(trouble), width).map(theme.paint.bad)
  if (extent === undefined) return [theme.paint.faint(loadingText(theme))]
  if (extent.total === 0) return wrap(printable(emptyText), width)
  const { paint, unicode } = theme
  const body = items.map((item) => (item === undefined ? [unicode ? '…' : '...'] : cells(item as never)))
  const [heading = '', ...lines] = table(
    headings,
    body.map((row) => headings.map((_, i) => row[i] ?? '')),
    rightAligned,
  ).split('\n')
  const drawn = lines.map((line, i) => {
    const item = items[i]
    const isSelected = top + i === cursor
    const mark = isSelected ? '>' : item !== undefined && isMarked(item as never) ? '*' : ' '
    const text = padded(cut(`${mark} ${line}`, width, unicode), width)
    if (isSelected) return isFocused ? theme.selected(text) : paint.strong(text)
    return mark === '*' ? paint.strong(text) : text
  })
  return [paint.strong(cut(`  ${heading}`, width, unicode)), ...drawn]
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/** The view of the selected row. */
export function detailPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { detailWidth: width, height, lines: room, listRows } = currentGeometry(ui, model)
  const { theme } = ui
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
    const all = view.draw(item, currentCanvas(ui, model, read))
    const more = all.length - detail.top - room
    const shown = all.slice(detail.top, detail.top + room)
    return { ...empty, title, note: joined(names, more > 0 ? `${more} more` : ''), lines: shown }
  }
  const listing = view.listing(item, settings)
  const extent = extentOf(listing, model, read)
  const place = { width: width - 2 - 2 * PADDING, rows: listRows, isFocused, theme, read }
  const lines = rowLines(listing, extent, detail, rowsShown(view, item, settings), place)
  return { ...empty, title, note: joined(names, pane.note(item, settings), extentText(extent, detail)), lines }
}

function rowsShown(view: RowsView<unknown>, item: unknown, settings: Readonly<Record<string, string>>): RowsShown {
  return {
    headings: view.headings(item),
    rightAligned: view.rightAligned,
    cells: (row) => view.cells(row),
    isMarked: (row) => view.isMarked(row, settings),
    emptyText: view.emptyText(item, settings),
  }
}

/** The names of the views, the current one in brackets. */
function viewNames(views: readonly View<unknown>[], shown: View<unknown>): string {
  return views.length < 2 ? '' : views.map((view) => (view === shown ? `[${view.name}]` : view.name)).join(' ')
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')
