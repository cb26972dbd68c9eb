import { entrySentences, type ShownEntry } from '../terminal/render/entry-line.ts'
import type { AnsweredRequest } from '../interface/control-answers.ts'

/** An entry of the history or a request; `id` counts them. */
export type LogItem =
  | { readonly kind: 'entry'; readonly id: number; readonly entry: ShownEntry }
  | { readonly kind: 'request'; readonly id: number; readonly request: AnsweredRequest }

/** The number of sentences in a line. */
const MAX_TOLD = 3

/** An item in a line: the answer to a request, or the events of an entry. It is not made printable yet. */
export function logLine(item: LogItem): string {
  return item.kind === 'entry' ? entrySentences(item.entry, MAX_TOLD) : requestText(item.request)
}

function requestText({ method, path, status, ms, error, runtime }: AnsweredRequest): string {
  const outcome = error === undefined ? String(status) : `${status} ${error}`
  return `${method} ${path} ${outcome}, ${Math.round(ms)} ms${runtime === undefined ? '' : `, ${runtime}`}`
}
