import { printable } from '../../terminal/render/printable.ts'
import { entrySentence } from '../../terminal/render/entry-line.ts'
import { jsonLines } from '../json-lines.ts'
import { listingOf } from '../listing.ts'
import { type LogItem, logLine } from '../log-item.ts'
import { definePane } from '../pane.ts'
import { wrapped } from '../wrapped.ts'

/** The live log: requests of other callers, and entries of the history, newest first. */
export const log = definePane<LogItem>({
  name: 'log',
  title: 'Log',
  head: ['TIME', 'WHAT'],
  share: 0.65,
  listing: ({ filter }, { log: items }) => {
    const wanted = filter.toLowerCase()
    const meant = filter === '' ? items : items.filter((item) => logLine(item).toLowerCase().includes(wanted))
    return listingOf(`log ${filter}`, meant)
  },
  cells: (item) => [timeOf(item), logLine(item)],
  idOf: (item) => (item.kind === 'entry' ? `entry ${item.entry.seq}` : item.request.method),
  none: (filter) =>
    filter === '' ? 'Nothing has happened yet. Entries and requests appear here.' : `No line contains '${filter}'.`,
  note: () => '',
  views: [{ kind: 'text', name: 'whole', draw: (item, { width }) => wholeOf(item, width) }],
  deeds: [],
})

/** The game time of an entry, the machine's time of a request. */
const timeOf = (item: LogItem): string =>
  item.kind === 'entry' ? `game ${item.entry.at.slice(11, 19)}` : `real ${item.request.at.slice(11, 19)}`

function wholeOf(item: LogItem, width: number): readonly string[] {
  if (item.kind === 'request')
    return [logLine(item), item.request.at].flatMap((text) => wrapped(printable(text), width))
  const { seq, at, caller, events } = item.entry
  const told = events.map((event) => entrySentence(event, item.entry))
  const head = `entry ${seq} by ${caller.player ?? caller.client}`
  return [
    ...[head, at, '', ...told, ''].flatMap((text) => wrapped(printable(text), width)),
    ...jsonLines(events, width),
  ]
}
