import type { AnsweredRequest } from '../interface/control-answers.ts'
import type { ShownEntry } from '../terminal/render/entry-line.ts'
import type { Field } from './field.ts'
import type { Extent } from './listing.ts'
import type { ResourceCache } from './resource.ts'

/** The names of the panes, in the order of their tabs. */
export const paneNames = ['players', 'boards', 'processes', 'teams', 'design', 'log'] as const
export type PaneName = (typeof paneNames)[number]

/** The size of a terminal in columns and lines. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A position in a list: the selected row and the first visible row, counted from 0. */
export interface ListPosition {
  readonly cursor: number
  readonly top: number
}

/** The settings of a pane, such as a cycle or a marked player. Each pane has its own names. */
export type Settings = Readonly<Record<string, string>>

/** The state of a pane. */
export interface PaneState {
  readonly filter: string
  readonly list: ListPosition
  /** The index of the current view. */
  readonly view: number
  readonly detail: ListPosition
  readonly settings: Settings
}

/** A choice in an overlay. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly description?: string
}

/** A question or search that receives all keys until it is closed. */
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
      /** Undefined while the choices are loading. */
      readonly choices: readonly Choice[] | undefined
      readonly field: Field
      readonly cursor: number
    }
  | { readonly kind: 'help' | 'command'; readonly field: Field; readonly cursor: number }
  /** `previous` is the filter to restore if the user cancels. */
  | { readonly kind: 'filter'; readonly field: Field; readonly previous: string }

/** The message above the footer: the result of a command, and the command line that does the same. */
export interface Message {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  readonly commandLine?: string | undefined
}

/** An item of the log: an entry of the history, or a request. `id` counts the items. */
export type LogItem =
  | { readonly kind: 'entry'; readonly id: number; readonly entry: ShownEntry }
  | { readonly kind: 'request'; readonly id: number; readonly request: AnsweredRequest }

/** The state of the inspector: everything that a frame shows. */
export interface Model {
  readonly size: Size
  readonly pane: PaneName
  readonly panes: Readonly<Record<PaneName, PaneState>>
  readonly focus: 'list' | 'detail'
  readonly overlay: Overlay | undefined
  readonly message: Message | undefined
  readonly isDisconnected: boolean
  /** Whether the address serves another game, which the user has not accepted. */
  readonly isOtherGame: boolean
  /** The address of the service, and the runtime. */
  readonly address: string
  /** The number of the entry that the game is shown as of; undefined for the live game. */
  readonly asOf: number | undefined
  /** The time of this machine at the last tick, in ms. */
  readonly nowMs: number
  readonly cache: ResourceCache
  readonly extents: ReadonlyMap<string, Extent>
  /** The items of the log, newest first. */
  readonly log: readonly LogItem[]
}

/** The position at the first row. */
export const FIRST_ROW: ListPosition = { cursor: 0, top: 0 }

const initialPane: PaneState = { filter: '', list: FIRST_ROW, view: 0, detail: FIRST_ROW, settings: {} }

/** Creates a model before anything is loaded. */
export function initialModel(size: Size, address: string, nowMs: number, asOf?: number): Model {
  return {
    size,
    pane: 'players',
    panes: {
      players: initialPane,
      boards: initialPane,
      processes: initialPane,
      teams: initialPane,
      design: initialPane,
      log: initialPane,
    },
    focus: 'list',
    overlay: undefined,
    message: undefined,
    isDisconnected: false,
    isOtherGame: false,
    address,
    asOf,
    nowMs,
    cache: new Map(),
    extents: new Map(),
    log: [],
  }
}

/** Returns the state of the pane that is shown. */
export const paneStateOf = ({ panes, pane }: Model): PaneState => panes[pane]

/** Changes the state of the pane that is shown. */
export function withPaneState(model: Model, change: Partial<PaneState>): Model {
  return { ...model, panes: { ...model.panes, [model.pane]: { ...model.panes[model.pane], ...change } } }
}
