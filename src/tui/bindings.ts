import type { Deed } from './deed.ts'
import { fieldOf, suggestedField } from './field.ts'
import { atTop, type Model, type PaneName, paneNames, paneStateOf, withPane } from './model.ts'
import { chosenItem, chosenRow, groundIn, isComing, paneIn, spotAt, type Stage, viewIn } from './stage.ts'

/** A side effect outside of the model. */
export type Effect =
  | { readonly kind: 'quit' | 'refresh' | 'accept' }
  | {
      readonly kind: 'start'
      readonly deed: Deed
      readonly item: unknown
      readonly row: unknown
      readonly given: readonly string[]
    }
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'dismiss' }

/** The next model, and the side effects. */
export interface Step {
  readonly model: Model
  readonly effects: readonly Effect[]
}

/** What keys do while no overlay is open. */
export interface Binding {
  readonly keys: readonly string[]
  /** How help and footer name the keys. */
  readonly shown: string
  readonly about: string
  /** A word or two for the footer; not there where it is absent. */
  readonly brief?: string
  /** Its name behind `:`, where it has one, and what may stand behind that. */
  readonly words?: string
  readonly takes?: string
  /** Why it does nothing now. */
  readonly whyNot?: (stage: Stage, model: Model) => string | undefined
  readonly apply: (stage: Stage, model: Model, given: readonly string[]) => Step
}

const only = (model: Model): Step => ({ model, effects: [] })

/** The model with an error message. */
export const saying = (model: Model, text: string): Model => ({ ...model, said: { tone: 'bad', text } })

/** All key bindings that work now: moves, views, and the actions of the pane and of every pane. */
export function bindingsIn(stage: Stage, model: Model): readonly Binding[] {
  const { deeds } = paneIn(stage, model)
  return [...deeds.map(deedBinding), ...looks, ...switches, ...stage.deeds.map(deedBinding), ...moves, answering]
}

/** Commands whose noun comes first on the command line. */
const NOUN_FIRST = /^(design|snapshot|time) (\w+)$/

/** `deploy design`: the words of a command as a sentence has them. */
const briefOf = (words: string): string => words.replace(NOUN_FIRST, '$2 $1')

function deedBinding(deed: Deed): Binding {
  const { key, words, takes, about } = deed
  return {
    keys: [key],
    shown: key,
    about,
    brief: briefOf(words),
    words,
    takes,
    whyNot: (stage, model) =>
      model.isLost
        ? 'there is no connection to the emulator'
        : unlessComing(stage, model, deed.whyNot(chosenItem(stage, model), model)),
    apply: (stage, model, given) => ({
      model: { ...model, said: undefined },
      effects: [{ kind: 'start', deed, item: chosenItem(stage, model), row: chosenRow(stage, model), given }],
    }),
  }
}

/** Why an action is not available: while the selected row is loading, that is the reason. */
const unlessComing = (stage: Stage, model: Model, why: string | undefined): string | undefined =>
  why !== undefined && isComing(stage, model) ? 'the rows are still loading' : why

/** Goes to a row of the list or of the view. Another row of the list shows its view from the top. */
function goTo(stage: Stage, model: Model, to: number): Model {
  const state = paneStateOf(model)
  const ground = groundIn(stage, model)
  if (model.focus === 'detail') return withPane(model, { detail: spotAt(to, state.detail, ground) })
  const list = spotAt(to, state.list, ground)
  return withPane(model, list.cursor === state.list.cursor ? { list } : { list, detail: atTop })
}

function by(step: (height: number) => number): Binding['apply'] {
  return (stage, model) => {
    const state = paneStateOf(model)
    const { height } = groundIn(stage, model)
    const { cursor } = model.focus === 'list' ? state.list : state.detail
    return only(goTo(stage, model, cursor + step(height)))
  }
}

const moves: readonly Binding[] = [
  { keys: ['up', 'k'], shown: 'up k', about: 'move up one row', apply: by(() => -1) },
  { keys: ['down', 'j'], shown: 'down j', about: 'move down one row', apply: by(() => 1) },
  { keys: ['pageup', 'ctrl+b'], shown: 'PgUp', about: 'move up one page', apply: by((height) => -height) },
  { keys: ['pagedown', 'ctrl+f', ' '], shown: 'PgDn', about: 'move down one page', apply: by((height) => height) },
  {
    keys: ['home', 'g'],
    shown: 'g',
    about: 'go to the first row',
    apply: (stage, model) => only(goTo(stage, model, 0)),
  },
  {
    keys: ['end', 'G'],
    shown: 'G',
    about: 'go to the last row',
    apply: (stage, model) => only(goTo(stage, model, groundIn(stage, model).total)),
  },
]

const shiftedView =
  (by: number) =>
  (stage: Stage, model: Model): Step => {
    const { views } = paneIn(stage, model)
    const view = (paneStateOf(model).view + by + views.length) % views.length
    return only(withPane(model, { view, detail: atTop }))
  }

const oneView = (stage: Stage, model: Model): string | undefined =>
  paneIn(stage, model).views.length < 2 ? 'this pane has only one view' : undefined

const looks: readonly Binding[] = [
  {
    keys: ['/'],
    shown: '/',
    about: 'filter the rows',
    brief: 'filter',
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
    shown: ':',
    about: 'run a command by name',
    brief: 'command',
    apply: (_, model) => only({ ...model, overlay: { kind: 'command', field: fieldOf(), cursor: 0 } }),
  },
  {
    keys: [']'],
    shown: ']',
    about: 'show the next view of the selected row',
    brief: 'view',
    whyNot: oneView,
    apply: shiftedView(1),
  },
  {
    keys: ['['],
    shown: '[',
    about: 'show the previous view of the selected row',
    whyNot: oneView,
    apply: shiftedView(-1),
  },
  {
    keys: ['right', 'l', 'enter'],
    shown: 'enter l',
    about: 'move to the view of the selected row',
    whyNot: (stage, model) => {
      const isThere = chosenItem(stage, model) !== undefined && viewIn(stage, model) !== undefined
      return unlessComing(stage, model, isThere ? undefined : 'no row is selected')
    },
    apply: (_, model) => only({ ...model, focus: 'detail' }),
  },
  {
    keys: ['left', 'h'],
    shown: 'left h',
    about: 'go back to the rows',
    apply: (_, model) => only({ ...model, focus: 'list' }),
  },
  {
    keys: ['esc'],
    shown: 'esc',
    about: 'leave the view, or clear the filter',
    apply: (_, model) => only(steppedBack(model)),
  },
  {
    keys: ['ctrl+r'],
    shown: 'ctrl r',
    about: 'reload everything in view, such as the problems in the files',
    words: 'refresh',
    apply: (_, model) => ({ model, effects: [{ kind: 'refresh' }] }),
  },
  {
    keys: ['?'],
    shown: '?',
    about: 'list all keys and commands',
    brief: 'help',
    words: 'help',
    apply: (_, model) => only({ ...model, overlay: { kind: 'help', field: fieldOf(), cursor: 0 } }),
  },
  {
    keys: ['q', 'ctrl+c'],
    shown: 'q',
    about: 'quit',
    brief: 'quit',
    words: 'quit',
    apply: (_, model) => ({ model, effects: [{ kind: 'quit' }] }),
  },
]

function steppedBack(model: Model): Model {
  if (model.focus === 'detail') return { ...model, focus: 'list' }
  if (paneStateOf(model).filter !== '') return withPane(model, { filter: '', list: atTop, detail: atTop })
  return { ...model, said: undefined }
}

const shown = (model: Model, pane: PaneName): Model => ({ ...model, pane, focus: 'list', said: undefined })

const nextPane =
  (by: number) =>
  (_: Stage, model: Model): Step => {
    const at = paneNames.indexOf(model.pane)
    return only(shown(model, paneNames[(at + by + paneNames.length) % paneNames.length] ?? model.pane))
  }

/** What else people call the rows of a pane, for them to find it in help. */
const OTHER_NAMES: ReadonlyMap<PaneName, string> = new Map([
  ['boards', ' (leaderboards)'],
  ['processes', ' (quests)'],
])

const switches: readonly Binding[] = [
  { keys: ['tab'], shown: 'tab', about: 'go to the next pane', brief: 'pane', apply: nextPane(1) },
  { keys: ['shift+tab'], shown: 'shift tab', about: 'go to the previous pane', apply: nextPane(-1) },
  ...paneNames.map((name, i): Binding => ({
    keys: [String(i + 1)],
    shown: String(i + 1),
    about: `go to the pane ${name}${OTHER_NAMES.get(name) ?? ''}`,
    words: name,
    apply: (_, model) => only(shown(model, name)),
  })),
]

/** What keys do in a question, for help to list. */
const answering: Binding = {
  keys: [],
  shown: 'type',
  about: 'in a question: replace the suggested answer (enter accepts, arrows edit, backspace clears it)',
  whyNot: () => 'no question is open',
  apply: (_, model) => only(model),
}

/** Applies a binding, or says why it is not available. */
export function pressed(stage: Stage, model: Model, binding: Binding, given: readonly string[] = []): Step {
  const why = binding.whyNot?.(stage, model)
  return why === undefined ? binding.apply(stage, model, given) : only(saying(model, `${binding.shown}: ${why}`))
}
