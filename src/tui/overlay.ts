import { bindingsIn, pressed, saying, type Binding, type Step } from './bindings.ts'
import { edited, type Field, fieldOf, textOf, typed } from './field.ts'
import { atTop, type Choice, type Model, type Overlay, withPane } from './model.ts'
import type { Stage } from './stage.ts'
import { wordsIn } from './words.ts'

const only = (model: Model): Step => ({ model, effects: [] })

const closed = (model: Model): Model => ({ ...model, overlay: undefined })

/** The choices of an overlay that match its line of input. */
export function choicesIn(stage: Stage, model: Model, overlay: Overlay): readonly Choice[] {
  switch (overlay.kind) {
    case 'choose':
      return (overlay.choices ?? []).filter(holding(textOf(overlay.field)))
    case 'help':
      return bindingsIn(stage, model)
        .map(helpOf)
        .filter(holding(textOf(overlay.field)))
    case 'command':
      return commandsIn(stage, model)
        .map(commandOf)
        .filter(beginning(textOf(overlay.field)))
    case 'ask':
    case 'filter':
      return []
  }
}

const helpOf = ({ shown, words, about }: Binding): Choice => ({
  value: shown,
  label: shown,
  about: words === undefined ? about : `${about}  (:${words})`,
})

const commandOf = ({ words = '', takes = '', about }: Binding): Choice => ({
  value: words,
  label: `${words} ${takes}`.trim(),
  about,
})

const commandsIn = (stage: Stage, model: Model): readonly Binding[] =>
  bindingsIn(stage, model).filter(({ words }) => words !== undefined)

function holding(text: string): (choice: Choice) => boolean {
  const wanted = text.toLowerCase()
  return ({ value, label, about = '' }) => `${value} ${label} ${about}`.toLowerCase().includes(wanted)
}

/** Matches commands that begin with the text, and the command that the text begins with. */
function beginning(text: string): (choice: Choice) => boolean {
  return ({ value }) => value.startsWith(text.trimStart()) || text.trimStart().startsWith(`${value} `)
}

/** Handles a key while an overlay is open. */
export function overlayKey(stage: Stage, model: Model, overlay: Overlay, key: string): Step {
  if (key === 'esc' || key === 'ctrl+c') return dismissed(model, overlay)
  if (key === 'enter') return entered(stage, model, overlay)
  if ('cursor' in overlay) {
    const moved = movedBy(key)
    if (moved !== undefined) {
      const last = choicesIn(stage, model, overlay).length - 1
      const cursor = Math.max(0, Math.min(last, overlay.cursor + moved))
      return only({ ...model, overlay: { ...overlay, cursor } })
    }
    if (key === 'tab') return only(completed(stage, model, overlay))
  }
  const field = edited(overlay.field, key) ?? (isLetter(key) ? typed(overlay.field, key) : undefined)
  return only(field === undefined ? model : rewritten(model, overlay, field))
}

/** Pastes a text into the line of input, if there is one. */
export function overlayPaste(_: Stage, model: Model, text: string): Model {
  const { overlay } = model
  return overlay === undefined ? model : rewritten(model, overlay, typed(overlay.field, text))
}

const isLetter = (key: string): boolean => [...new Intl.Segmenter().segment(key)].length === 1

const movedBy = (key: string): number | undefined => MOVES.get(key)

const MOVES: ReadonlyMap<string, number> = new Map([
  ['up', -1],
  ['down', 1],
  ['pageup', -10],
  ['pagedown', 10],
])

/** The model with another line in its overlay; a filter narrows the rows as it is typed. */
function rewritten(model: Model, overlay: Overlay, field: Field): Model {
  if (overlay.kind === 'filter') {
    const next: Model = { ...model, overlay: { ...overlay, field } }
    return withPane(next, { filter: textOf(field), list: atTop, detail: atTop })
  }
  if ('cursor' in overlay) return { ...model, overlay: { ...overlay, field, cursor: 0 } }
  return { ...model, overlay: { ...overlay, field, problem: undefined } }
}

function dismissed(model: Model, overlay: Overlay): Step {
  if (overlay.kind === 'filter')
    return only(withPane(closed(model), { filter: overlay.before, list: atTop, detail: atTop }))
  const isQuestion = overlay.kind === 'ask' || overlay.kind === 'choose'
  return { model: closed(model), effects: isQuestion ? [{ kind: 'dismiss' }] : [] }
}

function entered(stage: Stage, model: Model, overlay: Overlay): Step {
  switch (overlay.kind) {
    case 'filter':
      return only(closed(model))
    case 'ask': {
      const text = textOf(overlay.field)
      if (text.trim() === '' && !overlay.isOptional)
        return only({ ...model, overlay: { ...overlay, problem: 'type an answer, or press esc to cancel' } })
      return { model: closed(model), effects: [{ kind: 'answer', text }] }
    }
    case 'choose': {
      const choice = choicesIn(stage, model, overlay)[overlay.cursor]
      if (choice === undefined) return only(model)
      return { model: closed(model), effects: [{ kind: 'answer', text: choice.value }] }
    }
    case 'help': {
      const key = choicesIn(stage, model, overlay)[overlay.cursor]?.value
      const binding = bindingsIn(stage, model).find(({ shown }) => shown === key)
      return binding === undefined ? only(model) : pressed(stage, closed(model), binding)
    }
    case 'command':
      return commanded(stage, model, overlay)
  }
}

/** Runs the typed command, or the selected one if the name is incomplete. */
function commanded(stage: Stage, model: Model, overlay: Extract<Overlay, { kind: 'help' | 'command' }>): Step {
  const text = textOf(overlay.field).trim()
  const commands = commandsIn(stage, model)
  const named = commands
    .filter(({ words = '' }) => `${text} `.startsWith(`${words} `))
    .toSorted((a, b) => (b.words ?? '').length - (a.words ?? '').length)[0]
  const meant = choicesIn(stage, model, overlay)[overlay.cursor]?.value
  const binding = named ?? commands.find(({ words }) => words === meant)
  if (binding === undefined)
    return only(saying(closed(model), `unknown command '${text}'; press ? to list all commands`))
  const given = named === undefined ? [] : wordsIn(text.slice((named.words ?? '').length))
  if (given.length > 0 && (binding.takes ?? '') === '')
    return only(saying(closed(model), `command '${binding.words ?? ''}' takes no arguments`))
  return pressed(stage, closed(model), binding, given)
}

function completed(stage: Stage, model: Model, overlay: Overlay & { readonly cursor: number }): Model {
  const choice = choicesIn(stage, model, overlay)[overlay.cursor]
  if (choice === undefined || overlay.kind !== 'command') return model
  return { ...model, overlay: { ...overlay, field: fieldOf(`${choice.value} `), cursor: 0 } }
}
