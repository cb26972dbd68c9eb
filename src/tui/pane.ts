import type { Deed } from './deed.ts'
import type { Listing } from './listing.ts'
import type { Look } from './look.ts'
import type { Model, PaneName, PaneState, Settings } from './model.ts'
import type { See } from './resource.ts'

/** What a pane is drawn with. */
export interface Drawing {
  readonly see: See
  readonly look: Look
  /** How wide lines may be. */
  readonly width: number
  readonly settings: Settings
}

/** A text about the chosen row: lines of any width, which may be coloured. */
export interface TextView<Item> {
  readonly kind: 'text'
  readonly name: string
  draw(item: Item, drawing: Drawing): readonly string[]
}

/** Rows of their own that the chosen row has. */
export interface RowsView<Item, Row = unknown> {
  readonly kind: 'rows'
  readonly name: string
  head(item: Item): readonly string[]
  /** Columns that end where the column ends. */
  readonly toRight: ReadonlySet<number>
  listing(item: Item, settings: Settings): Listing<Row>
  cells(row: Row): readonly string[]
  /** The row that is marked, where one is. */
  isMarked(row: Row, settings: Settings): boolean
  /** What is said where there are none. */
  none(item: Item, settings: Settings): string
}

export type View<Item> = TextView<Item> | RowsView<Item>

/** A pane: rows, what is shown of the chosen one, and what can be done with it. */
export interface Pane<Item = unknown> {
  readonly name: PaneName
  readonly title: string
  readonly head: readonly string[]
  /** What its rows get of the width of the terminal, from 0 to 1. */
  readonly share: number
  listing(state: PaneState, model: Model): Listing<Item>
  cells(item: Item): readonly string[]
  /** By what a row goes on the command line. */
  idOf(item: Item): string
  /** What is said where there are no rows; `filter` is what they are filtered by. */
  none(filter: string): string
  /** What is said of what the pane is set to, for its title. */
  note(item: Item | undefined, settings: Settings): string
  readonly views: readonly View<Item>[]
  readonly deeds: readonly Deed<Item>[]
}

/** Writes a pane down for those who know nothing of its rows, which they only hand back to it. */
export function definePane<Item>(pane: Pane<Item>): Pane {
  return pane
}

/** Likewise a view with rows. */
export function rowsView<Item, Row>(view: Omit<RowsView<Item, Row>, 'kind'>): RowsView<Item> {
  return { ...view, kind: 'rows' } satisfies RowsView<Item, Row>
}
