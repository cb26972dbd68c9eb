import stringWidth from 'string-width'
import { printable } from '../terminal/render/printable.ts'
import { table, cut } from '../terminal/render/table.ts'
import type { Extent, Listing } from './listing.ts'
import { loadingText, type Look } from './look.ts'
import { type Model, paneStateOf, type Spot } from './model.ts'
import type { RowsView, View } from './pane.ts'
import type { See } from './resource.ts'
import { wrapped } from './wrapped.ts'
import { chosenItem, drawingIn, extentIn, geometryIn, listingIn, paneIn, type Stage, viewIn } from './stage.ts'
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
  readonly head: readonly string[]
  readonly toRight: ReadonlySet<number>
  readonly cells: (row: never) => readonly string[]
  readonly isMarked: (row: never) => boolean
  readonly none: string
}

/** The rows of the pane. */
export function listPanel(stage: Stage, model: Model, see: See): Panel {
  const { listWidth, height, listRows } = geometryIn(stage, model)
  const pane = paneIn(stage, model)
  const { filter, list, settings } = paneStateOf(model)
  const listing = listingIn(stage, model)
  const shown: RowsShown = {
    head: pane.head,
    toRight: new Set(),
    cells: (row) => pane.cells(row),
    isMarked: () => false,
    none: pane.none(filter),
  }
  const isFocused = model.focus === 'list' && (model.overlay === undefined || model.overlay.kind === 'filter')
  const extent = extentIn(listing, model, see)
  const place = { width: listWidth - 2 - 2 * PADDING, rows: listRows }
  const note = joined(pane.note(undefined, settings), extentText(extent, list))
  return {
    title: titleWith(pane.title, model, filter, stage.look),
    note,
    lines: rowLines(listing, extent, list, shown, { ...place, isFocused, look: stage.look, see }),
    width: listWidth,
    height,
    isFocused,
    unicode: stage.look.unicode,
  }
}

/** `Players /neo`: the filter of the rows is part of the title. */
function titleWith(title: string, { overlay }: Model, filter: string, look: Look): string {
  if (overlay?.kind === 'filter') {
    const text = printable(textOf(overlay.field))
    return `${title} /${overlay.field.isSelected ? look.chosen(text) : `${text}_`}`
  }
  return filter === '' ? title : `${title} /${printable(filter)}`
}

/** `3 of 1,000,000`, or `3 of 100 and more`. */
function extentText(extent: Extent | undefined, { cursor }: Spot): string {
  if (extent === undefined || extent.total === 0) return ''
  return `${grouped(cursor + 1)} of ${grouped(extent.total)}${extent.isOpen ? '+' : ''}`
}

const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** How and where rows are drawn. */
interface RowsPlace {
  readonly width: number
  readonly rows: number
  readonly isFocused: boolean
  readonly look: Look
  readonly see: See
}

function rowLines(
  listing: Listing<unknown>,
  extent: Extent | undefined,
  { cursor, top }: Spot,
  { head, toRight, cells, isMarked, none }: RowsShown,
  { width, rows, isFocused, look, see }: RowsPlace,
): readonly string[] {
  const { items, trouble } = listing.rows(top, Math.min(rows, extent?.total ?? rows), see)
  if (trouble !== undefined) return wrapped(printable(trouble), width).map(look.paint.bad)
  if (extent === undefined) return [look.paint.faint(loadingText(look))]
  if (extent.total === 0) return wrapped(printable(none), width)
  const { paint, unicode } = look
  const body = items.map((item) => (item === undefined ? [unicode ? '…' : '...'] : cells(item as never)))
  const [heading = '', ...lines] = table(
    head,
    body.map((row) => head.map((_, i) => row[i] ?? '')),
    toRight,
  ).split('\n')
  const drawn = lines.map((line, i) => {
    const item = items[i]
    const isChosen = top + i === cursor
    const mark = isChosen ? '>' : item !== undefined && isMarked(item as never) ? '*' : ' '
    const text = padded(cut(`${mark} ${line}`, width, unicode), width)
    if (isChosen) return isFocused ? look.chosen(text) : paint.strong(text)
    return mark === '*' ? paint.strong(text) : text
  })
  return [paint.strong(cut(`  ${heading}`, width, unicode)), ...drawn]
}

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/** The view of the selected row. */
export function detailPanel(stage: Stage, model: Model, see: See): Panel {
  const { detailWidth: width, height, lines: room, listRows } = geometryIn(stage, model)
  const { look } = stage
  const isFocused = model.focus === 'detail'
  const item = chosenItem(stage, model, see)
  const view = viewIn(stage, model)
  const empty: Panel = { title: '', note: '', lines: [], width, height, isFocused, unicode: look.unicode }
  if (item === undefined || view === undefined) return empty
  const pane = paneIn(stage, model)
  const { detail, settings } = paneStateOf(model)
  const title = printable(pane.idOf(item))
  const names = viewNames(pane.views, view)
  if (view.kind === 'text') {
    const all = view.draw(item, drawingIn(stage, model, see))
    const more = all.length - detail.top - room
    const shown = all.slice(detail.top, detail.top + room)
    return { ...empty, title, note: joined(names, more > 0 ? `${more} more` : ''), lines: shown }
  }
  const listing = view.listing(item, settings)
  const extent = extentIn(listing, model, see)
  const place = { width: width - 2 - 2 * PADDING, rows: listRows, isFocused, look, see }
  const lines = rowLines(listing, extent, detail, rowsShown(view, item, settings), place)
  return { ...empty, title, note: joined(names, pane.note(item, settings), extentText(extent, detail)), lines }
}

function rowsShown(view: RowsView<unknown>, item: unknown, settings: Readonly<Record<string, string>>): RowsShown {
  return {
    head: view.head(item),
    toRight: view.toRight,
    cells: (row) => view.cells(row),
    isMarked: (row) => view.isMarked(row, settings),
    none: view.none(item, settings),
  }
}

/** The names of the views, the current one in brackets. */
function viewNames(views: readonly View<unknown>[], shown: View<unknown>): string {
  return views.length < 2 ? '' : views.map((view) => (view === shown ? `[${view.name}]` : view.name)).join(' ')
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ')
