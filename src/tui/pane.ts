import type { Service } from '../terminal/service.ts'
import type { Block } from './blocks.ts'
import type { Theme } from './layout.ts'
import type { Listing } from './listing.ts'
import type { Message, Model, PaneName, PaneState, Settings } from './model.ts'
import type { Prompt } from './prompts.ts'

/** What a command can use in addition to the selected row of the pane. */
export interface CommandContext {
  readonly service: Service
  readonly settings: Settings
  /** The selected row of the view, if the view has rows. */
  readonly row: unknown
  /** Completes a command line with the flags that connect it to the same service. */
  readonly toCommandLine: (command: string) => string
  /** Changes the settings of the pane, and moves the cursor of the view to `row`. */
  readonly changeSettings: (settings: Settings, row?: number) => void
}

/** A command that the user runs with a key, or by its name after `:`. */
export interface Command<Item = unknown> {
  readonly key: string
  /** The name as the user types it, such as `play action`. */
  readonly name: string
  /** The parameters in the notation of usage lines, such as `[action] [count]`. */
  readonly parameters?: string
  readonly description: string
  /** Whether it only changes what is shown, so that it works while the past is shown. */
  readonly isView?: true
  /** Returns why the command is not available now, or undefined if it is. */
  disabledReason?(item: Item | undefined, model: Model): string | undefined
  run(prompt: Prompt, item: Item, context: CommandContext): Promise<Message>
}

/** A view that shows a text about the selected row. */
export interface TextView<Item> {
  readonly kind: 'text'
  readonly name: string
  content(item: Item, settings: Settings): Block
}

/** A view that shows rows which belong to the selected row. */
export interface RowsView<Item, Row = unknown> {
  readonly kind: 'rows'
  readonly name: string
  headings(item: Item): readonly string[]
  /** The columns that are aligned to the right. */
  readonly rightAligned?: ReadonlySet<number>
  listing(item: Item, settings: Settings): Listing<Row>
  cells(row: Row): readonly string[]
  /** Whether the row is marked. */
  isMarked?(row: Row, settings: Settings): boolean
  /** The text if there are no rows. */
  emptyText(item: Item, settings: Settings): string
}

export type View<Item> = TextView<Item> | RowsView<Item>

/** A pane: a list of rows, the views of the selected row, and the commands that act on it. */
export interface Pane<Item = unknown> {
  readonly name: PaneName
  readonly title: string
  readonly headings: readonly string[]
  /** The share of the width of the terminal for the list, from 0 to 1. */
  readonly listShare: number
  listing(state: PaneState, model: Model): Listing<Item>
  cells(item: Item): readonly string[]
  /** The id of a row on the command line. */
  idOf(item: Item): string
  /** The text if no rows match `filter`. */
  emptyText(filter: string): string
  /** Describes the settings of the pane, for the border. */
  note?(item: Item, settings: Settings): string
  readonly views: readonly View<Item>[]
  readonly commands: readonly Command<Item>[]
}

/** The parts of the user interface that do not change: the theme, the panes and the commands. */
export interface Ui {
  readonly theme: Theme
  readonly panes: Readonly<Record<PaneName, Pane>>
  /** The commands of every pane. */
  readonly commands: readonly Command[]
}

/** Defines a pane and hides the type of its rows. Its callers only pass the rows back to it. */
export function definePane<Item>(pane: Pane<Item>): Pane {
  return pane
}

/** Defines a view that shows rows, and hides the type of these rows. */
export function rowsView<Item, Row>(view: Omit<RowsView<Item, Row>, 'kind'>): RowsView<Item> {
  return { ...view, kind: 'rows' } satisfies RowsView<Item, Row>
}
