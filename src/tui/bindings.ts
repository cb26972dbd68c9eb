import type { Command } from './command.ts'
import { fieldOf, suggestedField } from './field.ts'
import { FIRST_ROW, type Model, type PaneName, paneNames, paneStateOf, withPaneState } from './model.ts'
import {
  selectedItem,
  selectedRow,
  scrollAreaIn,
  isSelectionLoading,
  currentPane,
  positionAfter,
  type Ui,
  currentView,
} from './selectors.ts'

/** A side effect outside of the model. */
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

/** The next model, and the side effects. */
export interface Update {
  readonly model: Model
  readonly effects: readonly Effect[]
}

/** What keys do while no overlay is open. */
export interface Binding {
  readonly keys: readonly string[]
  /** How help and footer name the keys. */
  readonly keyLabel: string
  readonly description: string
  /** A word or two for the footer; not there where it is absent. */
  readonly footerLabel?: string
  /** Its name behind `:`, where it has one, and what may stand behind that. */
  readonly name?: string
  readonly parameters?: string
  /** Why it does nothing now. */
  readonly disabledReason?: (ui: Ui, model: Model) => string | undefined
  readonly apply: (ui: Ui, model: Model, args: readonly string[]) => Update
}

const only = (model: Model): Update => ({ model, effects: [] })

/** The model with an error message. */
export const withError = (model: Model, text: string): Model => ({ ...model, message: { tone: 'bad', text } })

/** All key bindings that work now: moves, views, and the actions of the pane and of every pane. */
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

/** Commands whose noun comes first on the command line. */
const NOUN_FIRST = /^(design|snapshot|time) (\w+)$/

/** `deploy design`: the words of a command as a sentence has them. */
const footerLabelOf = (name: string): string => name.replace(NOUN_FIRST, '$2 $1')

function commandBinding(command: Command): Binding {
  const { key, name, parameters, description } = command
  return {
    keys: [key],
    keyLabel: key,
    description,
    footerLabel: footerLabelOf(name),
    name,
    parameters,
    disabledReason: (ui, model) =>
      model.isDisconnected
        ? 'there is no connection to the emulator'
        : unlessLoading(ui, model, command.disabledReason(selectedItem(ui, model), model)),
    apply: (ui, model, args) => ({
      model: { ...model, message: undefined },
      effects: [{ kind: 'start', command, item: selectedItem(ui, model), row: selectedRow(ui, model), args }],
    }),
  }
}

/** Why an action is not available: while the selected row is loading, that is the reason. */
const unlessLoading = (ui: Ui, model: Model, why: string | undefined): string | undefined =>
  why !== undefined && isSelectionLoading(ui, model) ? 'the rows are still loading' : why

/** Goes to a row of the list or of the view. Another row of the list shows its view from the top. */
function goTo(ui: Ui, model: Model, to: number): Model {
  const state = paneStateOf(model)
  const area = scrollAreaIn(ui, model)
  if (model.focus === 'detail') return withPaneState(model, { detail: positionAfter(to, state.detail, area) })
  const list = positionAfter(to, state.list, area)
  return withPaneState(model, list.cursor === state.list.cursor ? { list } : { list, detail: FIRST_ROW })
}

function moveBy(step: (height: number) => number): Binding['apply'] {
  return (ui, model) => {
    const state = paneStateOf(model)
    const { height } = scrollAreaIn(ui, model)
    const { cursor } = model.focus === 'list' ? state.list : state.detail
    return only(goTo(ui, model, cursor + step(height)))
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
    apply: (ui, model) => only(goTo(ui, model, 0)),
  },
  {
    keys: ['end', 'G'],
    keyLabel: 'G',
    description: 'go to the last row',
    apply: (ui, model) => only(goTo(ui, model, scrollAreaIn(ui, model).total)),
  },
]

const switchView =
  (moveBy: number) =>
  (ui: Ui, model: Model): Update => {
    const { views } = currentPane(ui, model)
    const view = (paneStateOf(model).view + moveBy + views.length) % views.length
    return only(withPaneState(model, { view, detail: FIRST_ROW }))
  }

const singleViewReason = (ui: Ui, model: Model): string | undefined =>
  currentPane(ui, model).views.length < 2 ? 'this pane has only one view' : undefined

const viewBindings: readonly Binding[] = [
  {
    keys: ['/'],
    keyLabel: '/',
    description: 'filter the rows',
    footerLabel: 'filter',
    apply: (_, model) => {
      const { filter } = paneStateOf(model)
      return only({
        ...model,
        focus: 'list',
        overlay: { kind: 'filter', field: suggestedField(filter), before: filter },
      })
    },
  },
  {
    keys: [':'],
    keyLabel: ':',
    description: 'run a command by name',
    footerLabel: 'command',
    apply: (_, model) => only({ ...model, overlay: { kind: 'command', field: fieldOf(), cursor: 0 } }),
  },
  {
    keys: [']'],
    keyLabel: ']',
    description: 'show the next view of the selected row',
    footerLabel: 'view',
    disabledReason: singleViewReason,
    apply: switchView(1),
  },
  {
    keys: ['['],
    keyLabel: '[',
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
      return unlessLoading(ui, model, isThere ? undefined : 'no row is selected')
    },
    apply: (_, model) => only({ ...model, focus: 'detail' }),
  },
  {
    keys: ['left', 'h'],
    keyLabel: 'left h',
    description: 'go back to the rows',
    apply: (_, model) => only({ ...model, focus: 'list' }),
  },
  {
    keys: ['esc'],
    keyLabel: 'esc',
    description: 'leave the view, or clear the filter',
    apply: (_, model) => only(stepBack(model)),
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
    keyLabel: '?',
    description: 'list all keys and commands',
    footerLabel: 'help',
    name: 'help',
    apply: (_, model) => only({ ...model, overlay: { kind: 'help', field: fieldOf(), cursor: 0 } }),
  },
  {
    keys: ['q', 'ctrl+c'],
    keyLabel: 'q',
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

const keyLabel = (model: Model, pane: PaneName): Model => ({ ...model, pane, focus: 'list', message: undefined })

const switchPane =
  (moveBy: number) =>
  (_: Ui, model: Model): Update => {
    const at = paneNames.indexOf(model.pane)
    return only(keyLabel(model, paneNames[(at + moveBy + paneNames.length) % paneNames.length] ?? model.pane))
  }

/** What else people call the rows of a pane, for them to find it in help. */
const PANE_ALIASES: ReadonlyMap<PaneName, string> = new Map([
  ['boards', ' (leaderboards)'],
  ['processes', ' (quests)'],
])

const paneBindings: readonly Binding[] = [
  { keys: ['tab'], keyLabel: 'tab', description: 'go to the next pane', footerLabel: 'pane', apply: switchPane(1) },
  { keys: ['shift+tab'], keyLabel: 'shift tab', description: 'go to the previous pane', apply: switchPane(-1) },
  ...paneNames.map((name, i): Binding => ({
    keys: [String(i + 1)],
    keyLabel: String(i + 1),
    description: `go to the pane ${name}${PANE_ALIASES.get(name) ?? ''}`,
    name,
    apply: (_, model) => only(keyLabel(model, name)),
  })),
]

/** What keys do in a question, for help to list. */
const questionBinding: Binding = {
  keys: [],
  keyLabel: 'type',
  description: 'in a question: replace the suggested answer (enter accepts, arrows edit, backspace clears it)',
  disabledReason: () => 'no question is open',
  apply: (_, model) => only(model),
}

/** Applies a binding, or says why it is not available. */
export function applyBinding(ui: Ui, model: Model, binding: Binding, args: readonly string[] = []): Update {
  const why = binding.disabledReason?.(ui, model)
  return why === undefined ? binding.apply(ui, model, args) : only(withError(model, `${binding.keyLabel}: ${why}`))
}
