import { printable } from '../sentences/printable.ts'
import { inThousands } from '../terminal/render/progress.ts'
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
  readonly position: ListPosition
  readonly isFocused: boolean
  readonly headings: readonly string[]
  readonly rightAligned?: ReadonlySet<number> | undefined
  readonly cells: (row: unknown) => readonly string[]
  readonly isMarked?: (row: unknown) => boolean
  readonly emptyText: string
}

/** Lays out the rows of the pane. */
export function listPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { listWidth: width, height } = currentGeometry(ui, model)
  const pane = currentPane(ui, model)
  const { filter, list } = paneStateOf(model)
  const isFocused = model.focus === 'list' && (model.overlay === undefined || model.overlay.kind === 'filter')
  const rows = layOutRows(ui, model, read, width, {
    listing: currentListing(ui, model),
    position: list,
    isFocused,
    headings: pane.headings,
    cells: (row) => pane.cells(row),
    emptyText: pane.emptyText(filter),
  })
  const title = filteredTitle(pane.title, model, filter, ui.theme)
  return { title, ...rows, width, height, isFocused, unicode: ui.theme.unicode }
}

/** Lays out the view of the selected row. */
export function detailPanel(ui: Ui, model: Model, read: ReadResource): Panel {
  const { detailWidth: width, height, lines: room } = currentGeometry(ui, model)
  const isFocused = model.focus === 'detail'
  const item = selectedItem(ui, model, read)
  const view = currentView(ui, model)
  const empty: Panel = { title: '', note: '', lines: [], width, height, isFocused, unicode: ui.theme.unicode }
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
  const { lines, note } = layOutRows(ui, model, read, width, {
    listing: view.listing(item, settings),
    position: detail,
    isFocused,
    headings: view.headings(item),
    rightAligned: view.rightAligned,
    cells: (row) => view.cells(row),
    isMarked: (row) => view.isMarked?.(row, settings) ?? false,
    emptyText: view.emptyText(item, settings),
  })
  return { ...empty, title, note: joined(names, pane.note?.(item, settings) ?? '', note), lines }
}

/** Lays out the visible rows of a list, and the position of its cursor as the note. */
function layOutRows(
  ui: Ui,
  model: Model,
  read: ReadResource,
  panelWidth: number,
  { listing, position, isFocused, headings, rightAligned, cells, isMarked, emptyText }: RowList,
): Pick<Panel, 'lines' | 'note'> {
  const { theme } = ui
  const width = innerWidth(panelWidth)
  const canvas: Canvas = { read, theme, width }
  const { listRows } = currentGeometry(ui, model)
  const extent = extentOf(listing, model, read)
  const { items, error } = listing.rows(position.top, Math.min(listRows, extent?.total ?? listRows), read)
  const note = positionText(extent, position)
  if (error !== undefined) return { lines: failure(error)(canvas), note }
  if (extent === undefined) return { lines: loading(canvas), note }
  if (extent.total === 0) return { lines: paragraphs(emptyText)(canvas), note }
  const missing = [theme.unicode ? '…' : '...']
  const rows = items.map((item) => {
    const row = item === undefined ? missing : cells(item)
    return headings.map((_, i) => row[i] ?? '')
  })
  const [heading = '', ...lines] = table(headings, rows, rightAligned).split('\n')
  const markOf = (i: number): RowMark => {
    if (position.top + i === position.cursor) return '>'
    return items[i] !== undefined && isMarked?.(items[i]) ? '*' : ' '
  }
  return {
    lines: [
      theme.paint.strong(fit(`  ${heading}`, width, theme)),
      ...lines.map((line, i) => rowLine(line, markOf(i), isFocused, width, theme)),
    ],
    note,
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
  return `${inThousands(cursor + 1)} of ${inThousands(extent.total)}${extent.isOpen ? '+' : ''}`
}

/** Lists the names of the views, with the current one in brackets. */
function viewNames(views: readonly View<unknown>[], current: View<unknown>): string {
  return views.length < 2 ? '' : views.map((view) => (view === current ? `[${view.name}]` : view.name)).join(' ')
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')
