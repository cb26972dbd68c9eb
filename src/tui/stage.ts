import type { Deed } from './deed.ts'
import type { Extent, Listing } from './listing.ts'
import type { Look } from './look.ts'
import { type Geometry, geometryOf } from './geometry.ts'
import { type Model, type PaneName, paneStateOf, type Spot } from './model.ts'
import type { Drawing, Pane, View } from './pane.ts'
import { type See, seeIn } from './resource.ts'
import { LEAST_SAID, saidLines } from './said-lines.ts'

/** The panes and actions of the inspector, for any game. */
export interface Stage {
  readonly look: Look
  readonly panes: Readonly<Record<PaneName, Pane>>
  /** What can be done from every pane. */
  readonly deeds: readonly Deed[]
}

/** The pane that is shown. */
export const paneIn = ({ panes }: Stage, model: Model): Pane => panes[model.pane]

/** The layout of the terminal for the current pane and message. */
export function geometryIn(stage: Stage, model: Model): Geometry {
  const { text, command } = saidLines(model.said, model.size.columns)
  return geometryOf(model.size, paneIn(stage, model).share, Math.max(LEAST_SAID, text.length + command.length))
}

/** The rows of the current pane. */
export function listingIn(stage: Stage, model: Model): Listing<unknown> {
  return paneIn(stage, model).listing(paneStateOf(model), model)
}

/** The known length of a list. */
export function extentIn(
  listing: Listing<unknown>,
  model: Model,
  see: See = seeIn(model.knowledge),
): Extent | undefined {
  return listing.extent(see, model.extents.get(listing.key))
}

/** The selected row of the pane; undefined if there is none, or it is still loading. */
export function chosenItem(stage: Stage, model: Model, see: See = seeIn(model.knowledge)): unknown {
  return listingIn(stage, model).rows(paneStateOf(model).list.cursor, 1, see).items[0]
}

/** Whether the selected row is still loading. */
export function isComing(stage: Stage, model: Model): boolean {
  const listing = listingIn(stage, model)
  const { cursor } = paneStateOf(model).list
  const { items, trouble } = listing.rows(cursor, 1, seeIn(model.knowledge))
  if (items[0] !== undefined || trouble !== undefined) return false
  const extent = extentIn(listing, model)
  return extent === undefined || cursor < extent.total
}

/** The current view of the selected row. */
export function viewIn(stage: Stage, model: Model): View<unknown> | undefined {
  const { views } = paneIn(stage, model)
  return views[paneStateOf(model).view] ?? views[0]
}

/** The selected row of the view, if it has rows. */
export function chosenRow(stage: Stage, model: Model): unknown {
  const item = chosenItem(stage, model)
  const view = viewIn(stage, model)
  if (item === undefined || view?.kind !== 'rows') return undefined
  const { detail, settings } = paneStateOf(model)
  return view.listing(item, settings).rows(detail.cursor, 1, seeIn(model.knowledge)).items[0]
}

/** What a text view draws with. */
export function drawingIn(stage: Stage, model: Model, see: See): Drawing {
  const { look } = stage
  return { see, look, width: geometryIn(stage, model).detailWidth - 4, settings: paneStateOf(model).settings }
}

/** What the cursor moves in: the number of rows, how many are visible, and whether one is selected. */
export interface Ground {
  readonly total: number
  readonly height: number
  readonly hasCursor: boolean
}

/** What the cursor moves in now: the rows of the pane, the rows of the view, or its lines. */
export function groundIn(stage: Stage, model: Model): Ground {
  const { listRows, lines } = geometryIn(stage, model)
  const rows = (listing: Listing<unknown>, height: number): Ground => ({
    total: extentIn(listing, model)?.total ?? 0,
    height,
    hasCursor: true,
  })
  if (model.focus === 'list') return rows(listingIn(stage, model), listRows)
  const item = chosenItem(stage, model)
  const view = viewIn(stage, model)
  if (item === undefined || view === undefined) return { total: 0, height: lines, hasCursor: false }
  if (view.kind === 'rows') return rows(view.listing(item, paneStateOf(model).settings), listRows)
  const drawn = view.draw(item, drawingIn(stage, model, seeIn(model.knowledge)))
  return { total: drawn.length, height: lines, hasCursor: false }
}

/** The position after a move to a row: within the rows, and in view. */
export function spotAt(to: number, { top }: Spot, { total, height, hasCursor }: Ground): Spot {
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
