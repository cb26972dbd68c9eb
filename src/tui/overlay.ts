import { applyBinding, type Binding, bindingsIn, keyLabelOf, type Update, withError } from './bindings.ts'
import { editField, type Field, fieldOf, textOf, insertText } from './field.ts'
import { FIRST_ROW, type Choice, type Model, type Overlay, withPaneState } from './model.ts'
import type { Ui } from './pane.ts'

const closed = (model: Model): Model => ({ ...model, overlay: undefined })

/** Returns the choices of an overlay that match its line of input. */
export function choicesIn(ui: Ui, model: Model, overlay: Overlay): readonly Choice[] {
  switch (overlay.kind) {
    case 'choose':
      return (overlay.choices ?? []).filter(containsText(textOf(overlay.field)))
    case 'help':
      return bindingsIn(ui, model)
        .map(helpOf)
        .filter(containsText(textOf(overlay.field)))
    case 'command':
      return commandsIn(ui, model)
        .map(commandOf)
        .filter(matchesCommand(textOf(overlay.field)))
    case 'ask':
    case 'filter':
      return []
  }
}

const helpOf = (binding: Binding): Choice => ({
  value: keyLabelOf(binding),
  label: keyLabelOf(binding),
  description: binding.name === undefined ? binding.description : `${binding.description}  (:${binding.name})`,
})

const commandOf = ({ name = '', parameters = '', description }: Binding): Choice => ({
  value: name,
  label: `${name} ${parameters}`.trim(),
  description,
})

const commandsIn = (ui: Ui, model: Model): readonly Binding[] =>
  bindingsIn(ui, model).filter(({ name }) => name !== undefined)

function containsText(text: string): (choice: Choice) => boolean {
  const wanted = text.toLowerCase()
  return ({ value, label, description = '' }) => `${value} ${label} ${description}`.toLowerCase().includes(wanted)
}

/** Matches commands whose name begins with the text, and the command whose name the text begins with. */
function matchesCommand(text: string): (choice: Choice) => boolean {
  return ({ value }) => value.startsWith(text.trimStart()) || text.trimStart().startsWith(`${value} `)
}

/** Handles a key while an overlay is open. */
export function handleOverlayKey(ui: Ui, model: Model, overlay: Overlay, key: string): Update {
  if (key === 'esc' || key === 'ctrl+c') return dismiss(model, overlay)
  if (key === 'enter') return submit(ui, model, overlay)
  if ('cursor' in overlay) {
    const step = CURSOR_STEPS.get(key)
    if (step !== undefined) {
      const last = choicesIn(ui, model, overlay).length - 1
      const cursor = Math.max(0, Math.min(last, overlay.cursor + step))
      return { model: { ...model, overlay: { ...overlay, cursor } } }
    }
    if (key === 'tab') return { model: completeCommand(ui, model, overlay) }
  }
  const field = editField(overlay.field, key) ?? (isCharacter(key) ? insertText(overlay.field, key) : undefined)
  return { model: field === undefined ? model : withInput(model, overlay, field) }
}

/** Pastes a text into the line of input, if an overlay is open. */
export function pasteIntoOverlay(model: Model, text: string): Model {
  const { overlay } = model
  return overlay === undefined ? model : withInput(model, overlay, insertText(overlay.field, text))
}

const isCharacter = (key: string): boolean => [...new Intl.Segmenter().segment(key)].length === 1

/** The number of choices by which keys move the cursor. */
const CURSOR_STEPS: ReadonlyMap<string, number> = new Map([
  ['up', -1],
  ['down', 1],
  ['pageup', -10],
  ['pagedown', 10],
])

/** Changes the line of input. A filter applies to the rows at once. */
function withInput(model: Model, overlay: Overlay, field: Field): Model {
  if (overlay.kind === 'filter') {
    const next: Model = { ...model, overlay: { ...overlay, field } }
    return withPaneState(next, { filter: textOf(field), list: FIRST_ROW, detail: FIRST_ROW })
  }
  if ('cursor' in overlay) return { ...model, overlay: { ...overlay, field, cursor: 0 } }
  return { ...model, overlay: { ...overlay, field, problem: undefined } }
}

function dismiss(model: Model, overlay: Overlay): Update {
  if (overlay.kind === 'filter')
    return { model: withPaneState(closed(model), { filter: overlay.previous, list: FIRST_ROW, detail: FIRST_ROW }) }
  const isQuestion = overlay.kind === 'ask' || overlay.kind === 'choose'
  return { model: closed(model), effects: isQuestion ? [{ kind: 'dismiss' }] : [] }
}

function submit(ui: Ui, model: Model, overlay: Overlay): Update {
  switch (overlay.kind) {
    case 'filter':
      return { model: closed(model) }
    case 'ask': {
      const text = textOf(overlay.field)
      if (text.trim() === '' && !overlay.isOptional)
        return { model: { ...model, overlay: { ...overlay, problem: 'type an answer, or press esc to cancel' } } }
      return { model: closed(model), effects: [{ kind: 'answer', text }] }
    }
    case 'choose': {
      const choice = choicesIn(ui, model, overlay)[overlay.cursor]
      if (choice === undefined) return { model }
      return { model: closed(model), effects: [{ kind: 'answer', text: choice.value }] }
    }
    case 'help': {
      const key = choicesIn(ui, model, overlay)[overlay.cursor]?.value
      const binding = bindingsIn(ui, model).find((each) => keyLabelOf(each) === key)
      return binding === undefined ? { model } : applyBinding(ui, closed(model), binding)
    }
    case 'command':
      return runTypedCommand(ui, model, overlay)
  }
}

/** Runs the typed command, or the selected command if the typed name is incomplete. */
function runTypedCommand(ui: Ui, model: Model, overlay: Extract<Overlay, { kind: 'help' | 'command' }>): Update {
  const text = textOf(overlay.field).trim()
  const commands = commandsIn(ui, model)
  const named = commands
    .filter(({ name = '' }) => `${text} `.startsWith(`${name} `))
    .toSorted((a, b) => (b.name ?? '').length - (a.name ?? '').length)[0]
  const selected = choicesIn(ui, model, overlay)[overlay.cursor]?.value
  const binding = named ?? commands.find(({ name }) => name === selected)
  if (binding === undefined)
    return { model: withError(closed(model), `unknown command '${text}'; press ? to list all commands`) }
  const args = named === undefined ? [] : splitArguments(text.slice((named.name ?? '').length))
  if (args.length > 0 && (binding.parameters ?? '') === '')
    return { model: withError(closed(model), `command '${binding.name ?? ''}' takes no arguments`) }
  return applyBinding(ui, closed(model), binding, args)
}

function completeCommand(ui: Ui, model: Model, overlay: Overlay & { readonly cursor: number }): Model {
  const choice = choicesIn(ui, model, overlay)[overlay.cursor]
  if (choice === undefined || overlay.kind !== 'command') return model
  return { ...model, overlay: { ...overlay, field: fieldOf(`${choice.value} `), cursor: 0 } }
}

/** A word of a command line. In single or double quotes, it can contain spaces. */
const WORD = /'([^']*)'|"([^"]*)"|(\S+)/g

function splitArguments(text: string): readonly string[] {
  return Array.from(text.matchAll(WORD), ([, single, double, plain]) => single ?? double ?? plain ?? '')
}
