import type { Field } from './field.ts'
import type { Extent } from './listing.ts'
import type { LogItem } from './log-item.ts'
import type { Knowledge } from './resource.ts'

/** The panes, in the order of their tabs. */
export const paneNames = ['players', 'boards', 'processes', 'teams', 'design', 'log'] as const
export type PaneName = (typeof paneNames)[number]

/** A terminal, in letters and lines. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

/** A position in rows: the selected row, and the first visible one. */
export interface Spot {
  readonly cursor: number
  readonly top: number
}

/** The settings of a pane, by names of its own, such as a cycle or a marked player. */
export type Settings = Readonly<Record<string, string>>

/** The state of a pane. */
export interface PaneState {
  readonly filter: string
  readonly list: Spot
  /** The view of the chosen row, by its place among the views. */
  readonly view: number
  readonly detail: Spot
  readonly settings: Settings
}

/** A choice: its value, its label, and a description. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly about?: string
}

/** A question or search that takes all keys until it is closed. */
export type Overlay =
  | {
      readonly kind: 'ask'
      readonly title: string
      readonly about: readonly string[]
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
export interface Said {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  readonly command?: string | undefined
}

/** Everything that the picture on the terminal shows. */
export interface Model {
  readonly size: Size
  readonly pane: PaneName
  readonly panes: Readonly<Record<PaneName, PaneState>>
  readonly focus: 'list' | 'detail'
  readonly overlay: Overlay | undefined
  readonly said: Said | undefined
  readonly isLost: boolean
  /** Another game is served at the address, and the user has not accepted it. */
  readonly isOther: boolean
  /** The address of the service, and the runtime. */
  readonly place: string
  /** The time of this machine at the last tick, in ms. */
  readonly machineMs: number
  readonly knowledge: Knowledge
  readonly extents: ReadonlyMap<string, Extent>
  /** The newest first. */
  readonly log: readonly LogItem[]
}

const TOP: Spot = { cursor: 0, top: 0 }

const fresh: PaneState = { filter: '', list: TOP, view: 0, detail: TOP, settings: {} }

/** A model in which nothing is known yet. */
export function initialModel(size: Size, place: string, machineMs: number): Model {
  return {
    size,
    pane: 'players',
    panes: { players: fresh, boards: fresh, processes: fresh, teams: fresh, design: fresh, log: fresh },
    focus: 'list',
    overlay: undefined,
    said: undefined,
    isLost: false,
    isOther: false,
    place,
    machineMs,
    knowledge: new Map(),
    extents: new Map(),
    log: [],
  }
}

/** The state of the pane that is shown. */
export const paneStateOf = ({ panes, pane }: Model): PaneState => panes[pane]

/** The model with the pane that is shown in another state. */
export function withPane(model: Model, change: Partial<PaneState>): Model {
  return { ...model, panes: { ...model.panes, [model.pane]: { ...model.panes[model.pane], ...change } } }
}

/** The first row. */
export const atTop = TOP
