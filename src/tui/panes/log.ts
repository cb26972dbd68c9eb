import type { AnsweredRequest } from '../../interface/control-answers.ts'
import { entrySentence, entrySentences } from '../../terminal/render/entry-line.ts'
import { type Block, json, paragraphs, stack } from '../blocks.ts'
import { listingOf } from '../listing.ts'
import type { LogItem } from '../model.ts'
import { definePane } from '../pane.ts'

/** The maximum number of sentences in a row. */
const MAX_SENTENCES = 3

/** The pane of the live log: entries of the history and the requests of other callers, newest first. */
export const log = definePane<LogItem>({
  name: 'log',
  title: 'Log',
  headings: ['TIME', 'WHAT'],
  listShare: 0.65,
  listing: ({ filter }, { log: items }) => {
    const wanted = filter.toLowerCase()
    const matching = filter === '' ? items : items.filter((item) => textOf(item).toLowerCase().includes(wanted))
    return listingOf(`log ${filter}`, matching)
  },
  cells: (item) => [timeOf(item), textOf(item)],
  idOf: (item) => (item.kind === 'entry' ? `entry ${item.entry.seq}` : item.request.method),
  emptyText: (filter) =>
    filter === '' ? 'Nothing has happened yet. Entries and requests appear here.' : `No line contains '${filter}'.`,
  views: [{ kind: 'text', name: 'whole', content: detailOf }],
  commands: [],
})

/** Returns the game time of an entry, or the time of a request on the machine of the emulator. */
const timeOf = (item: LogItem): string =>
  item.kind === 'entry' ? `game ${item.entry.at.slice(11, 19)}` : `real ${item.request.at.slice(11, 19)}`

/** Describes an item in one line, which is not printable yet. */
const textOf = (item: LogItem): string =>
  item.kind === 'entry' ? entrySentences(item.entry, MAX_SENTENCES) : requestText(item.request)

function requestText({ method, path, status, ms, error, runtime }: AnsweredRequest): string {
  const outcome = error === undefined ? String(status) : `${status} ${error}`
  return `${method} ${path} ${outcome}, ${Math.round(ms)} ms${runtime === undefined ? '' : `, ${runtime}`}`
}

function detailOf(item: LogItem): Block {
  if (item.kind === 'request') return paragraphs(textOf(item), item.request.at)
  const { seq, at, caller, events } = item.entry
  const sentences = events.map((event) => entrySentence(event, item.entry))
  return stack(paragraphs(`entry ${seq} by ${caller.player ?? caller.client}`, at, '', ...sentences, ''), json(events))
}
