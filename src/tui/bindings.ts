import { fieldOf, suggestedField } from './field.ts'
import { FIRST_ROW, type Model, type PaneName, paneNames, paneStateOf, withPaneState } from './model.ts'
import type { Command, Ui } from './pane.ts'
import {
  currentPane,
  currentScrollArea,
  currentView,
  isSelectionLoading,
  movePosition,
  selectedItem,
  selectedRow,
} from './selectors.ts'

/** A side effect that the session performs. */
export type Effect =
  | { readonly kind: 'quit' | 'refresh' | 'accept' }
  | {
      readonly kind: 'start'
      readonly command: Command
      readonly item: unknown
      readonly row: unknown
      readonly args: readonly string[]
    }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'dismiss' }

/** The next model, and the side effects to perform, if any. */
export interface Update {
  readonly model: Model
  readonly effects?: readonly Effect[]
}

/** What keys do while no overlay is open, or what a typed command does. */
export interface Binding {
  readonly keys: readonly string[]
  /** The keys as help and the footer show them. The default is the first key. */
  readonly keyLabel?: string
  readonly description: string
  /** A word or two for the footer, which omits the binding if this is undefined. */
  readonly footerLabel?: string
  /** The name to type after `:`, and the parameters after the name; undefined if the binding has only keys. */
  readonly name?: string
  readonly parameters?: string | undefined
  /** Why the binding is not available now; undefined if it is. */
  readonly disabledReason?: (ui: Ui, model: Model) => string | undefined
  readonly apply: (ui: Ui, model: Model, args: readonly string[]) => Update
}

/** Shows an error message. */
export const withError = (model: Model, text: string): Model => ({ ...model, message: { tone: 'bad', text } })

/** Returns all bindings of the current pane: its commands, the commands of every pane, and navigation. */
export function bindingsIn(ui: Ui, model: Model): readonly Binding[] {
  const { commands } = currentPane(ui, model)
  return [
    ...commands.map(commandBinding),
    ...viewBindings,
    ...paneBindings,
    ...ui.commands.map(commandBinding),
    ...moveBindings,
    questionBinding,
  ]
}

/** Names of commands with the noun before the verb. The footer puts the verb first: `deploy design`. */
const NOUN_FIRST = /^(design|snapshot|time) (\w+)$/

function commandBinding(command: Command): Binding {
  const { key, name, parameters, description } = command
  return {
    keys: [key],
    description,
    footerLabel: name.replace(NOUN_FIRST, '$2 $1'),
    name,
    parameters,
    disabledReason: (ui, model) =>
      model.isDisconnected
        ? 'there is no connection to the emulator'
        : model.asOf !== undefined && !command.isView
          ? 'the past can only be looked at'
          : orLoading(ui, model, command.disabledReason?.(selectedItem(ui, model), model)),
    apply: (ui, model, args) => ({
      model: { ...model, message: undefined },
      effects: [{ kind: 'start', command, item: selectedItem(ui, model), row: selectedRow(ui, model), args }],
    }),
  }
}

/** Returns why a command is not available. While the selected row is loading, that is the reason. */
const orLoading = (ui: Ui, model: Model, why: string | undefined): string | undefined =>
  why !== undefined && isSelectionLoading(ui, model) ? 'the rows are still loading' : why

/** Goes to a row of the list or of the view. A newly selected row of the list shows its view from the top. */
function goTo(ui: Ui, model: Model, to: number): Model {
  const state = paneStateOf(model)
  const area = currentScrollArea(ui, model)
  if (model.focus === 'detail') return withPaneState(model, { detail: movePosition(to, state.detail, area) })
  const list = movePosition(to, state.list, area)
  return withPaneState(model, list.cursor === state.list.cursor ? { list } : { list, detail: FIRST_ROW })
}

/** Moves by a number of rows, which can depend on the number of visible rows. */
function moveBy(step: (height: number) => number): Binding['apply'] {
  return (ui, model) => {
    const state = paneStateOf(model)
    const { height } = currentScrollArea(ui, model)
    const { cursor } = model.focus === 'list' ? state.list : state.detail
    return { model: goTo(ui, model, cursor + step(height)) }
  }
}

const moveBindings: readonly Binding[] = [
  { keys: ['up', 'k'], keyLabel: 'up k', description: 'move up one row', apply: moveBy(() => -1) },
  { keys: ['down', 'j'], keyLabel: 'down j', description: 'move down one row', apply: moveBy(() => 1) },
  { keys: ['pageup', 'ctrl+b'], keyLabel: 'PgUp', description: 'move up one page', apply: moveBy((height) => -height) },
  {
    keys: ['pagedown', 'ctrl+f', ' '],
    keyLabel: 'PgDn',
    description: 'move down one page',
    apply: moveBy((height) => height),
  },
  {
    keys: ['home', 'g'],
    keyLabel: 'g',
    description: 'go to the first row',
    apply: (ui, model) => ({ model: goTo(ui, model, 0) }),
  },
  {
    keys: ['end', 'G'],
    keyLabel: 'G',
    description: 'go to the last row',
    apply: (ui, model) => ({ model: goTo(ui, model, currentScrollArea(ui, model).total) }),
  },
]

const switchView =
  (step: number) =>
  (ui: Ui, model: Model): Update => {
    const { views } = currentPane(ui, model)
    const view = (paneStateOf(model).view + step + views.length) % views.length
    return { model: withPaneState(model, { view, detail: FIRST_ROW }) }
  }

const singleViewReason = (ui: Ui, model: Model): string | undefined =>
  currentPane(ui, model).views.length < 2 ? 'this pane has only one view' : undefined

const viewBindings: readonly Binding[] = [
  {
    keys: ['/'],
    description: 'filter the rows',
    footerLabel: 'filter',
    apply: (_, model) => {
      const { filter } = paneStateOf(model)
      return {
        model: {
          ...model,
          focus: 'list',
          overlay: { kind: 'filter', field: suggestedField(filter), previous: filter },
        },
      }
    },
  },
  {
    keys: [':'],
    description: 'run a command by name',
    footerLabel: 'command',
    apply: (_, model) => ({ model: { ...model, overlay: { kind: 'command', field: fieldOf(), cursor: 0 } } }),
  },
  {
    keys: [']'],
    description: 'show the next view of the selected row',
    footerLabel: 'view',
    disabledReason: singleViewReason,
    apply: switchView(1),
  },
  {
    keys: ['['],
    description: 'show the previous view of the selected row',
    disabledReason: singleViewReason,
    apply: switchView(-1),
  },
  {
    keys: ['right', 'l', 'enter'],
    keyLabel: 'enter l',
    description: 'move to the view of the selected row',
    disabledReason: (ui, model) => {
      const isThere = selectedItem(ui, model) !== undefined && currentView(ui, model) !== undefined
      return orLoading(ui, model, isThere ? undefined : 'no row is selected')
    },
    apply: (_, model) => ({ model: { ...model, focus: 'detail' } }),
  },
  {
    keys: ['left', 'h'],
    keyLabel: 'left h',
    description: 'go back to the rows',
    apply: (_, model) => ({ model: { ...model, focus: 'list' } }),
  },
  {
    keys: ['esc'],
    description: 'leave the view, or clear the filter',
    apply: (_, model) => ({ model: stepBack(model) }),
  },
  {
    keys: ['ctrl+r'],
    keyLabel: 'ctrl r',
    description: 'reload everything in view, such as the problems in the files',
    name: 'refresh',
    apply: (_, model) => ({ model, effects: [{ kind: 'refresh' }] }),
  },
  {
    keys: ['?'],
    description: 'list all keys and commands',
    footerLabel: 'help',
    name: 'help',
    apply: (_, model) => ({ model: { ...model, overlay: { kind: 'help', field: fieldOf(), cursor: 0 } } }),
  },
  {
    keys: ['q', 'ctrl+c'],
    description: 'quit',
    footerLabel: 'quit',
    name: 'quit',
    apply: (_, model) => ({ model, effects: [{ kind: 'quit' }] }),
  },
]

function stepBack(model: Model): Model {
  if (model.focus === 'detail') return { ...model, focus: 'list' }
  if (paneStateOf(model).filter !== '') return withPaneState(model, { filter: '', list: FIRST_ROW, detail: FIRST_ROW })
  return { ...model, message: undefined }
}

const showPane = (model: Model, pane: PaneName): Model => ({ ...model, pane, focus: 'list', message: undefined })

const switchPane =
  (step: number) =>
  (_: Ui, model: Model): Update => {
    const index = paneNames.indexOf(model.pane) + step
    return { model: showPane(model, paneNames.at(index % paneNames.length) ?? model.pane) }
  }

/** Other names for the rows of a pane, so that a search in help finds them. */
const PANE_ALIASES: ReadonlyMap<PaneName, string> = new Map([
  ['boards', ' (leaderboards)'],
  ['processes', ' (quests)'],
])

const paneBindings: readonly Binding[] = [
  { keys: ['tab'], description: 'go to the next pane', footerLabel: 'pane', apply: switchPane(1) },
  { keys: ['shift+tab'], keyLabel: 'shift tab', description: 'go to the previous pane', apply: switchPane(-1) },
  ...paneNames.map((name, i): Binding => ({
    keys: [String(i + 1)],
    description: `go to the pane ${name}${PANE_ALIASES.get(name) ?? ''}`,
    name,
    apply: (_, model) => ({ model: showPane(model, name) }),
  })),
]

/** Describes the keys in a question, for help. It has no keys of its own. */
const questionBinding: Binding = {
  keys: [],
  keyLabel: 'type',
  description: 'in a question: replace the suggested answer (enter accepts, arrows edit, backspace clears it)',
  disabledReason: () => 'no question is open',
  apply: (_, model) => ({ model }),
}

/** Returns the keys of a binding as help and the footer show them. */
export const keyLabelOf = ({ keys: [key = ''], keyLabel = key }: Binding): string => keyLabel

/** Applies a binding, or shows why it is not available. */
export function applyBinding(ui: Ui, model: Model, binding: Binding, args: readonly string[] = []): Update {
  const why = binding.disabledReason?.(ui, model)
  return why === undefined
    ? binding.apply(ui, model, args)
    : { model: withError(model, `${keyLabelOf(binding)}: ${why}`) }
}
