import { printable } from '../../terminal/render/printable.ts'
import { entrySentence } from '../../terminal/render/entry-line.ts'
import { jsonLines } from '../json-lines.ts'
import { listingOf } from '../listing.ts'
import { type LogItem, logLine } from '../log-item.ts'
import { definePane } from '../pane.ts'
import { wrap } from '../wrapped.ts'

/** The live log: requests of other callers, and entries of the history, newest first. */
export const log = definePane<LogItem>({
  name: 'log',
  title: 'Log',
  headings: ['TIME', 'WHAT'],
  listShare: 0.65,
  listing: ({ filter }, { log: items }) => {
    const wanted = filter.toLowerCase()
    const meant = filter === '' ? items : items.filter((item) => logLine(item).toLowerCase().includes(wanted))
    return listingOf(`log ${filter}`, meant)
  },
  cells: (item) => [timeOf(item), logLine(item)],
  idOf: (item) => (item.kind === 'entry' ? `entry ${item.entry.seq}` : item.request.method),
  emptyText: (filter) =>
    filter === '' ? 'Nothing has happened yet. Entries and requests appear here.' : `No line contains '${filter}'.`,
  note: () => '',
  views: [{ kind: 'text', name: 'whole', draw: (item, { width }) => wholeOf(item, width) }],
  commands: [],
})

/** The game time of an entry, the machine's time of a request. */
const timeOf = (item: LogItem): string =>
  item.kind === 'entry' ? `game ${item.entry.at.slice(11, 19)}` : `real ${item.request.at.slice(11, 19)}`

function wholeOf(item: LogItem, width: number): readonly string[] {
  if (item.kind === 'request') return [logLine(item), item.request.at].flatMap((text) => wrap(printable(text), width))
  const { seq, at, caller, events } = item.entry
  const told = events.map((event) => entrySentence(event, item.entry))
  const headings = `entry ${seq} by ${caller.player ?? caller.client}`
  return [
    ...[headings, at, '', ...told, ''].flatMap((text) => wrap(printable(text), width)),
    ...jsonLines(events, width),
  ]
}
