import { engineSentence } from '../cli/render/engine-sentence.ts'
import type { ShownEntry } from '../cli/render/entry-line.ts'
import { eventSentence } from '../cli/render/event-sentence.ts'

/** A request that was answered, as the service tells it. Spec 6.6 `GET /requests`. */
export interface ShownRequest {
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** How long it took. */
  readonly ms: number
  readonly error?: string | undefined
  /** The runtime that it was for, where that is known. */
  readonly runtime?: string | undefined
}

/** An entry of the history or a request; `id` counts them. */
export type LogItem =
  | { readonly kind: 'entry'; readonly id: number; readonly entry: ShownEntry }
  | { readonly kind: 'request'; readonly id: number; readonly request: ShownRequest }

/** The number of events in a line; it counts the others. */
const MAX_TOLD = 2

/** An item in a line: the answer to a request, or the events of an entry. It is not made printable yet. */
export function logLine(item: LogItem): string {
  return item.kind === 'entry' ? entryText(item.entry) : requestText(item.request)
}

function entryText({ caller, events }: ShownEntry): string {
  const told = events.slice(0, MAX_TOLD).map((event) => engineSentence(event) ?? eventSentence(event, caller.player))
  const more = events.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function requestText({ method, path, status, ms, error, runtime }: ShownRequest): string {
  const outcome = error === undefined ? String(status) : `${status} ${error}`
  return `${method} ${path} ${outcome}, ${Math.round(ms)} ms${runtime === undefined ? '' : `, ${runtime}`}`
}

/** Whether a value is a request as the service tells one. */
export function isRequest(value: unknown): value is ShownRequest {
  const { at, method, path, status, ms } = (value ?? {}) as Record<string, unknown>
  const isTold = typeof at === 'string' && typeof method === 'string' && typeof path === 'string'
  return isTold && typeof status === 'number' && typeof ms === 'number'
}
