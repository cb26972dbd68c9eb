import { bindingsIn, pressed, type Effect, type Step } from './bindings.ts'
import { extentAfter, type Page } from './listing.ts'
import type { LogItem } from './log-item.ts'
import {
  initialModel,
  type Model,
  type Overlay,
  type PaneName,
  paneStateOf,
  type Said,
  type Settings,
  type Size,
  withPane,
} from './model.ts'
import { overlayKey, overlayPaste } from './overlay.ts'
import { type Known, learnt } from './resource.ts'
import { groundIn, spotAt, type Stage } from './stage.ts'
import { printable } from '../terminal/render/printable.ts'

/** An event for the model. */
export type Happening =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'resized'; readonly size: Size }
  /** An answer arrived; for a page of a list, with the list and the first row. */
  | {
      readonly kind: 'learnt'
      readonly key: string
      readonly known: Known<unknown>
      readonly page?: { readonly list: string; readonly from: number }
    }
  | { readonly kind: 'logged'; readonly items: readonly LogItem[] }
  | { readonly kind: 'lost' | 'found' }
  /** The address serves the game `id` now instead of `before`; the user has accepted it. */
  | { readonly kind: 'other'; readonly id: string; readonly before: string }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'ticked'; readonly machineMs: number }
  | { readonly kind: 'said'; readonly said: Said | undefined }
  | { readonly kind: 'asked'; readonly overlay: Overlay | undefined }
  | { readonly kind: 'set'; readonly pane: PaneName; readonly settings: Settings; readonly row: number | undefined }

/** The number of lines that the log keeps. */
const MAX_LOGGED = 1_000

/** What counts until the user accepts another game or quits: the rest is about the game before. */
const ABOUT_OTHER_GAME: ReadonlySet<Happening['kind']> = new Set(['key', 'resized', 'ticked', 'accepted'])

/** A model in which nothing is known any longer. */
const emptied = ({ size, place, machineMs }: Model): Model => initialModel(size, place, machineMs)

const only = (model: Model): Step => ({ model, effects: [] })

/** The next model after an event. */
export function reduce(stage: Stage, model: Model, event: Happening): Step {
  if (model.isOther && !ABOUT_OTHER_GAME.has(event.kind)) return only(model)
  switch (event.kind) {
    case 'key':
      return afterKey(stage, model, event.name)
    case 'paste':
      return only(overlayPaste(stage, model, event.text))
    case 'learnt':
      return only(afterAnswer(stage, model, event))
    case 'resized':
      return only(inView(stage, { ...model, size: event.size }))
    case 'logged':
      return only(afterLog(model, event.items))
    case 'lost':
      return only({
        ...model,
        isLost: true,
        said: { tone: 'bad', text: `lost the connection to ${printable(model.place)}; reconnecting` },
      })
    case 'found':
      return only({ ...model, isLost: false, said: { tone: 'good', text: `reconnected to ${printable(model.place)}` } })
    case 'other': {
      const text = `${printable(model.place)} serves the game '${event.id}' now, not '${event.before}'. Press y to inspect that game, or q to quit.`
      return only({ ...emptied(model), isOther: true, said: { tone: 'bad', text } })
    }
    case 'accepted':
      return only(emptied(model))
    case 'ticked':
      return only({ ...model, machineMs: event.machineMs })
    case 'said':
      return only(inView(stage, { ...model, said: event.said }))
    case 'asked':
      return only({ ...model, overlay: event.overlay })
    case 'set':
      return only(afterSetting(stage, model, event))
  }
}

function afterKey(stage: Stage, model: Model, name: string): Step {
  if (model.isOther) return { model, effects: OTHER_GAME_KEYS.get(name) ?? [] }
  if (model.overlay !== undefined) return overlayKey(stage, model, model.overlay, name)
  const binding = bindingsIn(stage, model).find(({ keys }) => keys.includes(name))
  return binding === undefined ? only(model) : pressed(stage, model, binding)
}

/** What keys do as long as another game is served. */
const OTHER_GAME_KEYS: ReadonlyMap<string, readonly Effect[]> = new Map<string, readonly Effect[]>([
  ['y', [{ kind: 'accept' }]],
  ['q', [{ kind: 'quit' }]],
  ['ctrl+c', [{ kind: 'quit' }]],
])

function afterAnswer(stage: Stage, model: Model, { key, known, page }: Extract<Happening, { kind: 'learnt' }>): Model {
  const knowledge = learnt(model.knowledge, key, known)
  if (page === undefined || known.kind !== 'here') return inView(stage, { ...model, knowledge })
  const extent = extentAfter(model.extents.get(page.list), known.value as Page<unknown>, page.from)
  const extents = new Map([...model.extents].slice(-MAX_EXTENTS))
  return inView(stage, { ...model, knowledge, extents: extents.set(page.list, extent) })
}

/** The number of lists whose lengths are kept. */
const MAX_EXTENTS = 100

/** A cursor on the newest line stays on the newest; on an older line, it stays on that line. */
function afterLog(model: Model, items: readonly LogItem[]): Model {
  const log = [...items.toReversed(), ...model.log].slice(0, MAX_LOGGED)
  const { list, ...state } = model.panes.log
  const by = list.cursor === 0 || state.filter !== '' ? 0 : items.length
  const moved = { cursor: Math.min(list.cursor + by, log.length - 1), top: Math.min(list.top + by, log.length - 1) }
  return { ...model, log, panes: { ...model.panes, log: { ...state, list: moved } } }
}

function afterSetting(stage: Stage, model: Model, { pane, settings, row }: Extract<Happening, { kind: 'set' }>): Model {
  if (model.pane !== pane) return model
  const set = withPane(model, { settings })
  if (row === undefined) return inView(stage, set)
  const state = paneStateOf(set)
  const focused: Model = { ...set, focus: 'detail' }
  return withPane(focused, { detail: spotAt(row, state.detail, { ...groundIn(stage, focused), total: row + 1 }) })
}

/** Keeps the cursors within the rows, as far as their number is known, and in view. */
function inView(stage: Stage, model: Model): Model {
  const state = paneStateOf(model)
  const list = { ...model, focus: 'list' } as const
  const detail = { ...model, focus: 'detail' } as const
  const known = { list: groundIn(stage, list), detail: groundIn(stage, detail) }
  return withPane(model, {
    list: known.list.total === 0 ? state.list : spotAt(state.list.cursor, state.list, known.list),
    detail: known.detail.total === 0 ? state.detail : spotAt(state.detail.cursor, state.detail, known.detail),
  })
}
