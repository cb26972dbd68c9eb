import type { Block, Canvas } from './blocks.ts'
import { type Geometry, geometryOf, innerWidth } from './geometry.ts'
import type { Extent, Listing } from './listing.ts'
import { type ListPosition, type Model, paneStateOf } from './model.ts'
import type { Pane, TextView, Ui, View } from './pane.ts'
import { type ReadResource, resourceReader } from './resource.ts'

/** Returns the pane that is shown. */
export const currentPane = ({ panes }: Ui, model: Model): Pane => panes[model.pane]

/** Lays out the terminal for the current pane and message. */
export const currentGeometry = (ui: Ui, model: Model): Geometry =>
  geometryOf(model.size, currentPane(ui, model).listShare, model.message)

/** Returns the rows of the current pane. */
export const currentListing = (ui: Ui, model: Model): Listing<unknown> =>
  currentPane(ui, model).listing(paneStateOf(model), model)

/** Returns the known length of a list. */
export function extentOf(
  listing: Listing<unknown>,
  model: Model,
  read: ReadResource = resourceReader(model.cache),
): Extent | undefined {
  return listing.extent(read, model.extents.get(listing.key))
}

/** Returns the selected row of the pane; undefined if there is none or it is still loading. */
export function selectedItem(ui: Ui, model: Model, read: ReadResource = resourceReader(model.cache)): unknown {
  return currentListing(ui, model).rows(paneStateOf(model).list.cursor, 1, read).items[0]
}

/** Whether the selected row is still loading. */
export function isSelectionLoading(ui: Ui, model: Model): boolean {
  const listing = currentListing(ui, model)
  const { cursor } = paneStateOf(model).list
  const { items, error } = listing.rows(cursor, 1, resourceReader(model.cache))
  if (items[0] !== undefined || error !== undefined) return false
  const extent = extentOf(listing, model)
  return extent === undefined || cursor < extent.total
}

/** Returns the current view of the selected row. */
export function currentView(ui: Ui, model: Model): View<unknown> | undefined {
  const { views } = currentPane(ui, model)
  return views[paneStateOf(model).view] ?? views[0]
}

/** Returns the selected row of the view, if the view has rows. */
export function selectedRow(ui: Ui, model: Model): unknown {
  const item = selectedItem(ui, model)
  const view = currentView(ui, model)
  if (item === undefined || view?.kind !== 'rows') return undefined
  const { detail, settings } = paneStateOf(model)
  return view.listing(item, settings).rows(detail.cursor, 1, resourceReader(model.cache)).items[0]
}

/** Lays out a text view of the selected row. */
export function viewLines(
  ui: Ui,
  model: Model,
  view: TextView<unknown>,
  item: unknown,
  read: ReadResource = resourceReader(model.cache),
): ReturnType<Block> {
  const canvas: Canvas = { read, theme: ui.theme, width: innerWidth(currentGeometry(ui, model).detailWidth) }
  return view.content(item, paneStateOf(model).settings)(canvas)
}

/** What the user scrolls: the number of rows or lines, how many of them are visible, and whether one is selected. */
export interface ScrollArea {
  readonly total: number
  readonly height: number
  readonly hasCursor: boolean
}

/** Returns what the keys scroll now: the rows of the pane, the rows of the view, or the lines of the view. */
export function currentScrollArea(ui: Ui, model: Model): ScrollArea {
  const { listRows, lines } = currentGeometry(ui, model)
  const areaOf = (listing: Listing<unknown>): ScrollArea => ({
    total: extentOf(listing, model)?.total ?? 0,
    height: listRows,
    hasCursor: true,
  })
  if (model.focus === 'list') return areaOf(currentListing(ui, model))
  const item = selectedItem(ui, model)
  const view = currentView(ui, model)
  if (item === undefined || view === undefined) return { total: 0, height: lines, hasCursor: false }
  if (view.kind === 'rows') return areaOf(view.listing(item, paneStateOf(model).settings))
  return { total: viewLines(ui, model, view, item).length, height: lines, hasCursor: false }
}

/** Moves a position to a row or line. The result is within the area and in view. */
export function movePosition(
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
  const minTop = Math.max(0, cursor - height + 1)
  return { cursor, top: Math.min(Math.max(minTop, Math.min(top, cursor)), lastTop) }
}
