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

/** Where one is in rows: the chosen one, and the first that is shown. */
export interface Spot {
  readonly cursor: number
  readonly top: number
}

/** What a pane is set to beside what is looked at, by names of its own: a cycle, who is marked. */
export type Settings = Readonly<Record<string, string>>

/** Where one is in a pane. */
export interface PaneState {
  readonly filter: string
  readonly list: Spot
  /** The view of the chosen row, by its place among the views. */
  readonly view: number
  readonly detail: Spot
  readonly settings: Settings
}

/** Something to choose: what stands for it, what is shown of it, and what it is. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly about?: string
}

/** What is asked, or searched, before anything else goes on. */
export type Overlay =
  | {
      readonly kind: 'ask'
      readonly title: string
      readonly about: readonly string[]
      /** Whether an empty line is an answer. */
      readonly isOptional: boolean
      readonly field: Field
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

/** What the last line tells: what came of something, and the command line that does the same. */
export interface Said {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
  readonly command?: string | undefined
}

/** All that the picture on the terminal is made of. */
export interface Model {
  readonly size: Size
  readonly pane: PaneName
  readonly panes: Readonly<Record<PaneName, PaneState>>
  readonly focus: 'list' | 'detail'
  readonly overlay: Overlay | undefined
  readonly said: Said | undefined
  readonly isLost: boolean
  /** Where the service is, and as what. */
  readonly place: string
  /** The time of this machine, in ms, as it was last told. */
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

/** Where everything begins. */
export const atTop = TOP
