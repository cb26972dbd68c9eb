import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Client } from '../../../client/client.ts'
import type { JournalEntry } from '../../../interface/control-answers.ts'
import { LongTable, type PageOfRows } from '../../parts/long-table.tsx'
import { describe, useGame, useLive } from '../../shell/game.tsx'
import { texts } from '../../texts.ts'
import { entryColumns } from './entry-row.tsx'
import { readEntries, type Sought } from './reading.ts'

const t = texts.history

interface EntriesProps {
  readonly first: number
  readonly last: number
  readonly opened: number | undefined
  readonly onOpen: (entry: JournalEntry) => void
}

/** Shows all entries up to one, newest first. */
export function Entries({ first, last, opened, onOpen }: EntriesProps): ReactNode {
  const { liveClient } = useGame()
  const load = async (_: Client, skip: number, limit: number): Promise<PageOfRows<JournalEntry>> => {
    const until = last - skip
    const rows = await readEntries(liveClient, { since: Math.max(first, until - limit + 1), until })
    return { rows: rows.toReversed(), total: last - first + 1 }
  }
  return (
    <LongTable
      label={t.entries}
      name={['history']}
      load={load}
      columns={entryColumns(onOpen)}
      idOf={({ seq }) => String(seq)}
      isSelected={({ seq }) => seq === opened}
      onOpen={onOpen}
      empty={t.nothing}
    />
  )
}

/** How many entries are found at a time, and how many are looked through at most for them. */
const MOST_FOUND = 300
const MOST_SEARCHED = 200_000

/** The first part that is looked through, and the largest one. */
const [FIRST_PART, LARGEST_PART] = [1_000, 32_000]

interface Search {
  readonly found: readonly JournalEntry[]
  /** The newest and the oldest entry that was looked through. */
  readonly newest: number
  readonly oldest: number
  readonly isBusy: boolean
  readonly problem: string | undefined
}

/**
 * Shows the entries that are looked for, newest first. It looks through the history part by part, from its end. Another
 * search needs another key.
 */
export function FoundEntries({
  sought,
  first,
  last,
  opened,
  onOpen,
}: EntriesProps & { readonly sought: Sought }): ReactNode {
  const [search, goOn] = useSearch(sought, first, last)
  const { found, oldest, isBusy, problem } = search
  const columns = entryColumns(onOpen)
  return (
    <div className="found">
      <p role="status" className="muted">
        {t.found(found.length, Math.max(0, search.newest - oldest + 1), isBusy)}
      </p>
      {problem !== undefined && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      {found.length > 0 && (
        <div className="table-scroll" tabIndex={0} role="region" aria-label={t.entries}>
          <table className="entry-table">
            <thead>
              <tr>
                {columns.map(({ heading }) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.map((entry) => (
                <tr key={entry.seq} aria-selected={entry.seq === opened || undefined} onClick={() => onOpen(entry)}>
                  {columns.map(({ heading, cell }) => (
                    <td key={heading}>{cell(entry)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isBusy && oldest > first && (
        <p>
          <button type="button" onClick={goOn}>
            {t.goOn}
          </button>
        </p>
      )}
    </div>
  )
}

/**
 * Looks for entries, from the newest back, until it has found enough. New entries are looked through as they come. What is
 * looked for stays the same.
 */
function useSearch({ player, op, text }: Sought, first: number, last: number): readonly [Search, () => void] {
  const { liveClient } = useGame()
  // Another history: what was found in the one before no longer counts.
  const generation = useLive((live) => live.generation)
  const beginning: Search = { found: [], newest: last, oldest: last + 1, isBusy: true, problem: undefined }
  const [search, setSearch] = useState<Search>(beginning)
  const [rounds, setRounds] = useState(0)
  const bounds = useRef({ first, last })
  bounds.current = { first, last }
  const progress = useRef<Search>(beginning)
  const show = (next: Search): void => {
    progress.current = next
    setSearch(next)
  }
  const shownGeneration = useRef(generation)
  useEffect(() => {
    const ending = new AbortController()
    const sought = { player, op, text }
    if (shownGeneration.current !== generation) {
      progress.current = { ...beginning, newest: bounds.current.last, oldest: bounds.current.last + 1 }
      shownGeneration.current = generation
    }
    const look = async (): Promise<void> => {
      const before = progress.current
      let part = FIRST_PART
      let current: Search = { ...before, isBusy: true, problem: undefined }
      show(current)
      while (
        current.oldest > bounds.current.first &&
        current.found.length - before.found.length < MOST_FOUND &&
        before.oldest - current.oldest < MOST_SEARCHED
      ) {
        const until = current.oldest - 1
        const since = Math.max(bounds.current.first, until - part + 1)
        const more = await readEntries(liveClient, { since, until, sought }, ending.signal)
        current = { ...progress.current, found: [...progress.current.found, ...more.toReversed()], oldest: since }
        show(current)
        part = more.length > MOST_FOUND / 4 ? FIRST_PART : Math.min(LARGEST_PART, part * 4)
      }
      show({ ...progress.current, isBusy: false })
    }
    look().catch((error: unknown) => {
      if (!ending.signal.aborted) show({ ...progress.current, isBusy: false, problem: describe(error) })
    })
    return () => ending.abort()
  }, [liveClient, player, op, text, rounds, generation])
  useEffect(() => {
    const ending = new AbortController()
    let isReading = false
    const readNews = async (): Promise<void> => {
      const since = progress.current.newest + 1
      const until = bounds.current.last
      if (isReading || until < since) return
      isReading = true
      try {
        const more = await readEntries(liveClient, { since, until, sought: { player, op, text } }, ending.signal)
        const { found } = progress.current
        show({ ...progress.current, newest: until, found: [...more.toReversed(), ...found].slice(0, MOST_KEPT) })
      } catch {
        // The next round reads what this one did not.
      } finally {
        isReading = false
      }
    }
    const timer = setInterval(() => void readNews(), NEWS_MS)
    return () => {
      clearInterval(timer)
      ending.abort()
    }
  }, [liveClient, player, op, text, generation])
  return [search, () => setRounds((count) => count + 1)]
}

/** How often new entries are looked through, in ms. */
const NEWS_MS = 400

/** The most entries that stay in view while new ones come. */
const MOST_KEPT = 2_000
