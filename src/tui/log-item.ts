import { entrySentence, type ShownEntry } from '../terminal/render/entry-line.ts'
import type { ShownRequest } from '../terminal/render/request-line.ts'

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

function entryText(entry: ShownEntry): string {
  const { events } = entry
  const told = events.slice(0, MAX_TOLD).map((event) => entrySentence(event, entry))
  const more = events.length - told.length
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function requestText({ method, path, status, ms, error, runtime }: ShownRequest): string {
  const outcome = error === undefined ? String(status) : `${status} ${error}`
  return `${method} ${path} ${outcome}, ${Math.round(ms)} ms${runtime === undefined ? '' : `, ${runtime}`}`
}
