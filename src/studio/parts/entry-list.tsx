import type { ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import type { JournalEntry } from '../../interface/control-answers.ts'
import { engineSentence } from '../../sentences/engine-sentence.ts'
import { eventSentence, type ShownEvent } from '../../sentences/event-sentence.ts'
import { useGame, useLive, useLoadLive } from '../shell/game.tsx'
import { texts, withArrows } from '../texts.ts'
import { GameTime } from './game-time.tsx'
import { Go } from './go.tsx'
import { Shown } from './problem.tsx'

/** Shows the newest entries of the history as sentences, newest first, up to the moment that the address names. */
export function EntryList({ count }: { readonly count: number }): ReactNode {
  const { connection, at } = useGame()
  const isKnown = useLive(() => true) ?? false
  const moment = at !== undefined && /^\d+$/.test(at) ? Number(at) : undefined
  // The history is read from the live game: the entries up to a moment are the same ever after.
  const entries = useLoadLive(
    ['entries', moment, count],
    (client) => newestEntries(client, count, moment ?? connection.get().live?.seq ?? 0),
    at === undefined ? isKnown : moment !== undefined,
  )
  return (
    <Shown of={entries}>
      {(list) =>
        list.length === 0 ? (
          <p className="muted">{texts.overview.nothingYet}</p>
        ) : (
          <ol className="entries" reversed>
            {list.map((entry) => (
              <li key={entry.seq}>
                <Go to={`/history?entry=${entry.seq}`}>{String(entry.seq)}</Go>
                <GameTime at={entry.at} form="time" />
                <span>{entrySentences(entry).join('; ')}</span>
              </li>
            ))}
          </ol>
        )
      }
    </Shown>
  )
}

/** Returns the entries up to the last one that is known, newest first. Thousands may follow it while they are read. */
async function newestEntries(client: Client, count: number, last: number): Promise<readonly JournalEntry[]> {
  const query = { since: String(Math.max(1, last - count + 1)), until: String(last) }
  const lines = await Array.fromAsync(client.lines('/_gamify/journal', query, AbortSignal.timeout(PATIENCE_MS)))
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry)
    .toReversed()
}

/** How long the history may take to be read, in ms. */
const PATIENCE_MS = 30_000

/** Describes the events of an entry, a sentence each. */
export const entrySentences = (entry: JournalEntry): readonly string[] =>
  (entry.events as readonly ShownEvent[]).map((event) =>
    withArrows(engineSentence(event, entry) ?? eventSentence(event)),
  )
