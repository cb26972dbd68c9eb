import { printable } from '../sentences/printable.ts'
import { applyBinding, bindingsIn, type Effect, type Update } from './bindings.ts'
import { extentAfter, type Page } from './listing.ts'
import {
  initialModel,
  type ListPosition,
  type LogItem,
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
import type { Ui } from './pane.ts'
import { type ResourceState, withResource } from './resource.ts'
import { currentScrollArea, movePosition } from './selectors.ts'

/** An event that can change the model. */
export type ModelEvent =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'resized'; readonly size: Size }
  /** A resource was loaded or could not be loaded. A page of a list has the key of the list and its first row. */
  | {
      readonly kind: 'resource'
      readonly key: string
      readonly state: ResourceState<unknown>
      readonly page?: { readonly list: string; readonly from: number }
    }
  | { readonly kind: 'logged'; readonly items: readonly LogItem[] }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'reconnected'; readonly address: string }
  /** The address now serves the game `id` instead of the game `previous`. */
  | { readonly kind: 'otherGame'; readonly id: string; readonly previous: string }
  /** The user has accepted the other game. */
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

/** The maximum number of items in the log. The oldest are dropped. */
const MAX_LOG_ITEMS = 1_000

/** The events that are handled while the user has not accepted another game. All others are about the previous game. */
const OTHER_GAME_EVENTS: ReadonlySet<ModelEvent['kind']> = new Set(['key', 'resized', 'tick', 'gameAccepted'])

/** Forgets everything about the game. */
const reset = ({ size, address, nowMs, asOf }: Model): Model => initialModel(size, address, nowMs, asOf)

/** Returns the next model after an event, and the side effects to perform. */
export function reduce(ui: Ui, model: Model, event: ModelEvent): Update {
  if (model.isOtherGame && !OTHER_GAME_EVENTS.has(event.kind)) return { model }
  switch (event.kind) {
    case 'key':
      return afterKey(ui, model, event.name)
    case 'paste':
      return { model: pasteIntoOverlay(model, event.text) }
    case 'resource':
      return { model: afterResource(ui, model, event) }
    case 'resized':
      return { model: inView(ui, { ...model, size: event.size }) }
    case 'logged':
      return { model: afterLog(model, event.items) }
    case 'disconnected':
      return {
        model: {
          ...model,
          isDisconnected: true,
          message: { tone: 'bad', text: `lost the connection to ${printable(model.address)}; reconnecting` },
        },
      }
    case 'reconnected':
      return {
        model: {
          ...model,
          isDisconnected: false,
          address: event.address,
          message: { tone: 'good', text: `reconnected to ${printable(event.address)}` },
        },
      }
    case 'otherGame': {
      const text = `${printable(model.address)} serves the game '${event.id}' now, not '${event.previous}'. Press y to inspect that game, or q to quit.`
      return { model: { ...reset(model), isOtherGame: true, message: { tone: 'bad', text } } }
    }
    case 'gameAccepted':
      return { model: reset(model) }
    case 'tick':
      return { model: { ...model, nowMs: event.nowMs } }
    case 'message':
      return { model: inView(ui, { ...model, message: event.message }) }
    case 'overlay':
      return { model: { ...model, overlay: event.overlay } }
    case 'settings':
      return { model: afterSettings(ui, model, event) }
  }
}

function afterKey(ui: Ui, model: Model, name: string): Update {
  if (model.isOtherGame) return { model, effects: OTHER_GAME_KEYS.get(name) ?? [] }
  if (model.overlay !== undefined) return handleOverlayKey(ui, model, model.overlay, name)
  const binding = bindingsIn(ui, model).find(({ keys }) => keys.includes(name))
  return binding === undefined ? { model } : applyBinding(ui, model, binding)
}

/** The effects of keys while the user has not accepted another game. */
const OTHER_GAME_KEYS: ReadonlyMap<string, readonly Effect[]> = new Map<string, readonly Effect[]>([
  ['y', [{ kind: 'accept' }]],
  ['q', [{ kind: 'quit' }]],
  ['ctrl+c', [{ kind: 'quit' }]],
])

function afterResource(ui: Ui, model: Model, { key, state, page }: Extract<ModelEvent, { kind: 'resource' }>): Model {
  const cache = withResource(model.cache, key, state)
  if (page === undefined || state.kind !== 'loaded') return inView(ui, { ...model, cache })
  const extent = extentAfter(model.extents.get(page.list), state.value as Page<unknown>, page.from)
  const extents = new Map([...model.extents].slice(-MAX_EXTENTS))
  return inView(ui, { ...model, cache, extents: extents.set(page.list, extent) })
}

/** The maximum number of lists whose lengths are kept. */
const MAX_EXTENTS = 100

/** Adds items to the log. The cursor stays on the newest item, or on the older item that the user has selected. */
function afterLog(model: Model, items: readonly LogItem[]): Model {
  const log = [...items.toReversed(), ...model.log].slice(0, MAX_LOG_ITEMS)
  const { list, ...state } = model.panes.log
  const by = list.cursor === 0 || state.filter !== '' ? 0 : items.length
  const moved = { cursor: Math.min(list.cursor + by, log.length - 1), top: Math.min(list.top + by, log.length - 1) }
  return { ...model, log, panes: { ...model.panes, log: { ...state, list: moved } } }
}

function afterSettings(
  ui: Ui,
  model: Model,
  { pane, settings, row }: Extract<ModelEvent, { kind: 'settings' }>,
): Model {
  if (model.pane !== pane) return model
  const changed = withPaneState(model, { settings })
  if (row === undefined) return inView(ui, changed)
  const state = paneStateOf(changed)
  const focused: Model = { ...changed, focus: 'detail' }
  return withPaneState(focused, {
    detail: movePosition(row, state.detail, { ...currentScrollArea(ui, focused), total: row + 1 }),
  })
}

/** Moves the cursors into view, and into the rows as far as their number is known. */
function inView(ui: Ui, model: Model): Model {
  const state = paneStateOf(model)
  const moved = (focus: Model['focus']): ListPosition => {
    const area = currentScrollArea(ui, { ...model, focus })
    const position = state[focus]
    return area.total === 0 ? position : movePosition(position.cursor, position, area)
  }
  return withPaneState(model, { list: moved('list'), detail: moved('detail') })
}
