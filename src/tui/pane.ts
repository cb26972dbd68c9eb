import type { Command } from './command.ts'
import type { Listing } from './listing.ts'
import type { Theme } from './theme.ts'
import type { Model, PaneName, PaneState, Settings } from './model.ts'
import type { ReadResource } from './resource.ts'

/** What a pane is drawn with. */
export interface Canvas {
  readonly read: ReadResource
  readonly theme: Theme
  /** How wide lines may be. */
  readonly width: number
  readonly settings: Settings
}

/** A text about the selected row: lines of any width, with or without colours. */
export interface TextView<Item> {
  readonly kind: 'text'
  readonly name: string
  draw(item: Item, canvas: Canvas): readonly string[]
}

/** A view of the selected row that has rows of its own. */
export interface RowsView<Item, Row = unknown> {
  readonly kind: 'rows'
  readonly name: string
  headings(item: Item): readonly string[]
  /** Columns that end where the column ends. */
  readonly rightAligned: ReadonlySet<number>
  listing(item: Item, settings: Settings): Listing<Row>
  cells(row: Row): readonly string[]
  /** Whether the row is marked. */
  isMarked(row: Row, settings: Settings): boolean
  /** The text if there are no rows. */
  emptyText(item: Item, settings: Settings): string
}

export type View<Item> = TextView<Item> | RowsView<Item>

/** A pane: rows, the views of the selected one, and the actions on it. */
export interface Pane<Item = unknown> {
  readonly name: PaneName
  readonly title: string
  readonly headings: readonly string[]
  /** The part of the width of the terminal that the rows get, from 0 to 1. */
  readonly listShare: number
  listing(state: PaneState, model: Model): Listing<Item>
  cells(item: Item): readonly string[]
  /** The id of a row on the command line. */
  idOf(item: Item): string
  /** The text if there are no rows that match `filter`. */
  emptyText(filter: string): string
  /** The settings of the pane in words, for its title. */
  note(item: Item | undefined, settings: Settings): string
  readonly views: readonly View<Item>[]
  readonly commands: readonly Command<Item>[]
}

/** Defines a pane and hides the type of its rows; others only pass the rows back to it. */
export function definePane<Item>(pane: Pane<Item>): Pane {
  return pane
}

/** Defines a view with rows in the same way. */
export function rowsView<Item, Row>(view: Omit<RowsView<Item, Row>, 'kind'>): RowsView<Item> {
  return { ...view, kind: 'rows' } satisfies RowsView<Item, Row>
}
