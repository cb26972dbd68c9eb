import type { Command } from './command.ts'
import type { Extent, Listing } from './listing.ts'
import type { Theme } from './theme.ts'
import { type Geometry, geometryOf } from './geometry.ts'
import { type Model, type PaneName, paneStateOf, type ListPosition } from './model.ts'
import type { Canvas, Pane, View } from './pane.ts'
import { type ReadResource, resourceReader } from './resource.ts'
import { MIN_MESSAGE_LINES, messageLines } from './said-lines.ts'

/** The panes and actions of the inspector, for any game. */
export interface Ui {
  readonly theme: Theme
  readonly panes: Readonly<Record<PaneName, Pane>>
  /** What can be done from every pane. */
  readonly commands: readonly Command[]
}

/** The pane that is shown. */
export const currentPane = ({ panes }: Ui, model: Model): Pane => panes[model.pane]

/** The layout of the terminal for the current pane and message. */
export function currentGeometry(ui: Ui, model: Model): Geometry {
  const { text, commandLine } = messageLines(model.message, model.size.columns)
  return geometryOf(
    model.size,
    currentPane(ui, model).listShare,
    Math.max(MIN_MESSAGE_LINES, text.length + commandLine.length),
  )
}

/** The rows of the current pane. */
export function currentListing(ui: Ui, model: Model): Listing<unknown> {
  return currentPane(ui, model).listing(paneStateOf(model), model)
}

/** The known length of a list. */
export function extentOf(
  listing: Listing<unknown>,
  model: Model,
  read: ReadResource = resourceReader(model.cache),
): Extent | undefined {
  return listing.extent(read, model.extents.get(listing.key))
}

/** The selected row of the pane; undefined if there is none, or it is still loading. */
export function selectedItem(ui: Ui, model: Model, read: ReadResource = resourceReader(model.cache)): unknown {
  return currentListing(ui, model).rows(paneStateOf(model).list.cursor, 1, read).items[0]
}

/** Whether the selected row is still loading. */
export function isSelectionLoading(ui: Ui, model: Model): boolean {
  const listing = currentListing(ui, model)
  const { cursor } = paneStateOf(model).list
  const { items, trouble } = listing.rows(cursor, 1, resourceReader(model.cache))
  if (items[0] !== undefined || trouble !== undefined) return false
  const extent = extentOf(listing, model)
  return extent === undefined || cursor < extent.total
}

/** The current view of the selected row. */
export function currentView(ui: Ui, model: Model): View<unknown> | undefined {
  const { views } = currentPane(ui, model)
  return views[paneStateOf(model).view] ?? views[0]
}

/** The selected row of the view, if it has rows. */
export function selectedRow(ui: Ui, model: Model): unknown {
  const item = selectedItem(ui, model)
  const view = currentView(ui, model)
  if (item === undefined || view?.kind !== 'rows') return undefined
  const { detail, settings } = paneStateOf(model)
  return view.listing(item, settings).rows(detail.cursor, 1, resourceReader(model.cache)).items[0]
}

/** What a text view draws with. */
export function currentCanvas(ui: Ui, model: Model, read: ReadResource): Canvas {
  const { theme } = ui
  return { read, theme, width: currentGeometry(ui, model).detailWidth - 4, settings: paneStateOf(model).settings }
}

/** What the cursor moves in: the number of rows, how many are visible, and whether one is selected. */
export interface ScrollArea {
  readonly total: number
  readonly height: number
  readonly hasCursor: boolean
}

/** What the cursor moves in now: the rows of the pane, the rows of the view, or its lines. */
export function scrollAreaIn(ui: Ui, model: Model): ScrollArea {
  const { listRows, lines } = currentGeometry(ui, model)
  const rows = (listing: Listing<unknown>, height: number): ScrollArea => ({
    total: extentOf(listing, model)?.total ?? 0,
    height,
    hasCursor: true,
  })
  if (model.focus === 'list') return rows(currentListing(ui, model), listRows)
  const item = selectedItem(ui, model)
  const view = currentView(ui, model)
  if (item === undefined || view === undefined) return { total: 0, height: lines, hasCursor: false }
  if (view.kind === 'rows') return rows(view.listing(item, paneStateOf(model).settings), listRows)
  const drawn = view.draw(item, currentCanvas(ui, model, resourceReader(model.cache)))
  return { total: drawn.length, height: lines, hasCursor: false }
}

/** The position after a move to a row: within the rows, and in view. */
export function positionAfter(
  to: number,
  { top }: ListPosition,
  { total, height, hasCursor }: ScrollArea,
): ListPosition {
  const last = Math.max(0, total - 1)
  const lastTop = Math.max(0, total - height)
  if (!hasCursor) {
    const scrolled = Math.min(Math.max(0, to), lastTop)
    return { cursor: scrolled, top: scrolled }
  }
  const cursor = Math.min(Math.max(0, to), last)
  const least = Math.max(0, cursor - height + 1)
  return { cursor, top: Math.min(Math.max(least, Math.min(top, cursor)), lastTop) }
}
