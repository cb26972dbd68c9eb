import { bindingsIn, applyBinding, type Effect, type Update } from './bindings.ts'
import { extentAfter, type Page } from './listing.ts'
import type { LogItem } from './log-item.ts'
import {
  initialModel,
  type Model,
  type Overlay,
  type PaneName,
  paneStateOf,
  type Message,
  type Settings,
  type Size,
  withPaneState,
} from './model.ts'
import { handleOverlayKey, pasteIntoOverlay } from './overlay.ts'
import { type ResourceState, withResource } from './resource.ts'
import { scrollAreaIn, positionAfter, type Ui } from './selectors.ts'
import { printable } from '../terminal/render/printable.ts'

/** An event for the model. */
export type ModelEvent =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'resized'; readonly size: Size }
  /** An answer arrived; for a page of a list, with the list and the first row. */
  | {
      readonly kind: 'resource'
      readonly key: string
      readonly known: ResourceState<unknown>
      readonly page?: { readonly list: string; readonly from: number }
    }
  | { readonly kind: 'logged'; readonly items: readonly LogItem[] }
  | { readonly kind: 'disconnected' | 'reconnected' }
  /** The address serves the game `id` now instead of `before`; the user has accepted it. */
  | { readonly kind: 'otherGame'; readonly id: string; readonly before: string }
  | { readonly kind: 'gameAccepted' }
  | { readonly kind: 'tick'; readonly nowMs: number }
  | { readonly kind: 'message'; readonly message: Message | undefined }
  | { readonly kind: 'overlay'; readonly overlay: Overlay | undefined }
  | {
      readonly kind: 'settings'
      readonly pane: PaneName
      readonly settings: Settings
      readonly row: number | undefined
    }

/** The number of lines that the log keeps. */
const MAX_LOGGED = 1_000

/** What counts until the user accepts another game or quits: the rest is about the game before. */
const ABOUT_OTHER_GAME: ReadonlySet<ModelEvent['kind']> = new Set(['key', 'resized', 'tick', 'gameAccepted'])

/** A model in which nothing is known any longer. */
const emptied = ({ size, address, nowMs }: Model): Model => initialModel(size, address, nowMs)

const only = (model: Model): Update => ({ model, effects: [] })

/** The next model after an event. */
export function reduce(ui: Ui, model: Model, event: ModelEvent): Update {
  if (model.isOtherGame && !ABOUT_OTHER_GAME.has(event.kind)) return only(model)
  switch (event.kind) {
    case 'key':
      return afterKey(ui, model, event.name)
    case 'paste':
      return only(pasteIntoOverlay(ui, model, event.text))
    case 'resource':
      return only(afterAnswer(ui, model, event))
    case 'resized':
      return only(inView(ui, { ...model, size: event.size }))
    case 'logged':
      return only(afterLog(model, event.items))
    case 'disconnected':
      return only({
        ...model,
        isDisconnected: true,
        message: { tone: 'bad', text: `lost the connection to ${printable(model.address)}; reconnecting` },
      })
    case 'reconnected':
      return only({
        ...model,
        isDisconnected: false,
        message: { tone: 'good', text: `reconnected to ${printable(model.address)}` },
      })
    case 'otherGame': {
      const text = `${printable(model.address)} serves the game '${event.id}' now, not '${event.before}'. Press y to inspect that game, or q to quit.`
      return only({ ...emptied(model), isOtherGame: true, message: { tone: 'bad', text } })
    }
    case 'gameAccepted':
      return only(emptied(model))
    case 'tick':
      return only({ ...model, nowMs: event.nowMs })
    case 'message':
      return only(inView(ui, { ...model, message: event.message }))
    case 'overlay':
      return only({ ...model, overlay: event.overlay })
    case 'settings':
      return only(afterSetting(ui, model, event))
  }
}

function afterKey(ui: Ui, model: Model, name: string): Update {
  if (model.isOtherGame) return { model, effects: OTHER_GAME_KEYS.get(name) ?? [] }
  if (model.overlay !== undefined) return handleOverlayKey(ui, model, model.overlay, name)
  const binding = bindingsIn(ui, model).find(({ keys }) => keys.includes(name))
  return binding === undefined ? only(model) : applyBinding(ui, model, binding)
}

/** What keys do as long as another game is served. */
const OTHER_GAME_KEYS: ReadonlyMap<string, readonly Effect[]> = new Map<string, readonly Effect[]>([
  ['y', [{ kind: 'accept' }]],
  ['q', [{ kind: 'quit' }]],
  ['ctrl+c', [{ kind: 'quit' }]],
])

function afterAnswer(ui: Ui, model: Model, { key, known, page }: Extract<ModelEvent, { kind: 'resource' }>): Model {
  const cache = withResource(model.cache, key, known)
  if (page === undefined || known.kind !== 'loaded') return inView(ui, { ...model, cache })
  const extent = extentAfter(model.extents.get(page.list), known.value as Page<unknown>, page.from)
  const extents = new Map([...model.extents].slice(-MAX_EXTENTS))
  return inView(ui, { ...model, cache, extents: extents.set(page.list, extent) })
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

function afterSetting(ui: Ui, model: Model, { pane, settings, row }: Extract<ModelEvent, { kind: 'settings' }>): Model {
  if (model.pane !== pane) return model
  const set = withPaneState(model, { settings })
  if (row === undefined) return inView(ui, set)
  const state = paneStateOf(set)
  const focused: Model = { ...set, focus: 'detail' }
  return withPaneState(focused, {
    detail: positionAfter(row, state.detail, { ...scrollAreaIn(ui, focused), total: row + 1 }),
  })
}

/** Keeps the cursors within the rows, as far as their number is known, and in view. */
function inView(ui: Ui, model: Model): Model {
  const state = paneStateOf(model)
  const list = { ...model, focus: 'list' } as const
  const detail = { ...model, focus: 'detail' } as const
  const known = { list: scrollAreaIn(ui, list), detail: scrollAreaIn(ui, detail) }
  return withPaneState(model, {
    list: known.list.total === 0 ? state.list : positionAfter(state.list.cursor, state.list, known.list),
    detail: known.detail.total === 0 ? state.detail : positionAfter(state.detail.cursor, state.detail, known.detail),
  })
}
