import type { Field } from './field.ts'
import type { Extent } from './listing.ts'
import type { LogItem } from './log-item.ts'
import type { ResourceCache } from './resource.ts'

/** The panes, in the order of their tabs. */
export const paneNames = ['players', 'boards', 'processes', 'teams', 'design', 'log'] as const
export type PaneName = (typeof paneNames)[number]

/** A terminal, in letters and lines. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A position in rows: the selected row, and the first visible one. */
export interface ListPosition {
  readonly cursor: number
  readonly top: number
}

/** The settings of a pane, by names of its own, such as a cycle or a marked player. */
export type Settings = Readonly<Record<string, string>>

/** The state of a pane. */
export interface PaneState {
  readonly filter: string
  readonly list: ListPosition
  /** The view of the chosen row, by its place among the views. */
  readonly view: number
  readonly detail: ListPosition
  readonly settings: Settings
}

/** A choice: its value, its label, and a description. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly description?: string
}

/** A question or search that takes all keys until it is closed. */
export type Overlay =
  | {
      readonly kind: 'ask'
      readonly title: string
      readonly hints: readonly string[]
      /** Whether an empty line is an answer. */
      readonly isOptional: boolean
      readonly field: Field
      /** What is wrong with the last answer, until the user edits it. */
      readonly problem?: string | undefined
    }
  | {
      readonly kind: 'choose'
      readonly title: string
      /** Undefined as long as they are being fetched. */
      readonly choices: readonly Choice[] | undefined
      readonly field: Field
      readonly cursor: number
    }
  | { readonly kind: 'help' | 'command'; readonly field: Field; readonly cursor: number }
  | { readonly kind: 'filter'; readonly field: Field; readonly before: string }

/** The message in the last lines: the result of an action, and the command line that does the same. */
export interface Message {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  readonly commandLine?: string | undefined
}

/** Everything that the picture on the terminal shows. */
export interface Model {
  readonly size: Size
  readonly pane: PaneName
  readonly panes: Readonly<Record<PaneName, PaneState>>
  readonly focus: 'list' | 'detail'
  readonly overlay: Overlay | undefined
  readonly message: Message | undefined
  readonly isDisconnected: boolean
  /** Another game is served at the address, and the user has not accepted it. */
  readonly isOtherGame: boolean
  /** The address of the service, and the runtime. */
  readonly address: string
  /** The time of this machine at the last tick, in ms. */
  readonly nowMs: number
  readonly cache: ResourceCache
  readonly extents: ReadonlyMap<string, Extent>
  /** The newest first. */
  readonly log: readonly LogItem[]
}

/** The first row. */
export const FIRST_ROW: ListPosition = { cursor: 0, top: 0 }

const initialPaneState: PaneState = { filter: '', list: FIRST_ROW, view: 0, detail: FIRST_ROW, settings: {} }

/** A model in which nothing is known yet. */
export function initialModel(size: Size, address: string, nowMs: number): Model {
  return {
    size,
    pane: 'players',
    panes: {
      players: initialPaneState,
      boards: initialPaneState,
      processes: initialPaneState,
      teams: initialPaneState,
      design: initialPaneState,
      log: initialPaneState,
    },
    focus: 'list',
    overlay: undefined,
    message: undefined,
    isDisconnected: false,
    isOtherGame: false,
    address,
    nowMs,
    cache: new Map(),
    extents: new Map(),
    log: [],
  }
}

/** The state of the pane that is shown. */
export const paneStateOf = ({ panes, pane }: Model): PaneState => panes[pane]

/** The model with the pane that is shown in another state. */
export function withPaneState(model: Model, change: Partial<PaneState>): Model {
  return { ...model, panes: { ...model.panes, [model.pane]: { ...model.panes[model.pane], ...change } } }
}
