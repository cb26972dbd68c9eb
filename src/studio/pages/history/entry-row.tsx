import type { ReactNode } from 'react'
import type { JournalEntry } from '../../../interface/control-answers.ts'
import { entrySentences } from '../../parts/entry-list.tsx'
import { GameTime } from '../../parts/game-time.tsx'
import type { Column } from '../../parts/long-table.tsx'
import { texts } from '../../texts.ts'

const t = texts.history

/** Returns the columns of a table of entries. */
export const entryColumns = (onOpen: (entry: JournalEntry) => void): readonly Column<JournalEntry>[] => [
  {
    heading: t.columns.entry,
    cell: (entry) => (
      <button
        type="button"
        className="link"
        aria-label={t.open(entry.seq)}
        onClick={(event) => {
          event.stopPropagation()
          onOpen(entry)
        }}
      >
        {entry.seq}
      </button>
    ),
  },
  { heading: t.columns.time, cell: ({ at }) => <GameTime at={at} /> },
  { heading: t.columns.who, cell: (entry) => <span title={whoOf(entry)}>{whoOf(entry)}</span> },
  {
    heading: t.columns.what,
    cell: (entry) => <span title={entrySentences(entry).join('\n')}>{summaryOf(entry)}</span>,
  },
]

/** Names the player who acted, or the client that called. */
const whoOf = ({ caller }: JournalEntry): string => caller.player ?? caller.client

/** Describes an entry in a line: its first events, and how many more there are. */
function summaryOf(entry: JournalEntry): ReactNode {
  const [first = entry.op, ...others] = entrySentences(entry)
  return (
    <>
      {first}
      {others.length > 0 && <span className="muted"> {t.more(others.length)}</span>}
    </>
  )
}
