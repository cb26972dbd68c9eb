import type { Client } from '../../../client/client.ts'
import type { JournalEntry } from '../../../interface/control-answers.ts'
import { useGame, useLive, useLoadLive } from '../../shell/game.tsx'

/** Returns the time of the game that is shown, in ms: of the live one, or of the moment in the address. */
export function useShownNow(): number | undefined {
  const { at } = useGame()
  const now = useLive((live) => live.now)
  const isEntry = at !== undefined && /^\d+$/.test(at)
  const entry = useLoadLive(['time of entry', at], (client) => timeOfEntry(client, at ?? ''), isEntry)
  if (at === undefined) return now === undefined ? undefined : Date.parse(now)
  if (!isEntry) return Date.parse(at)
  return entry.value === undefined ? undefined : Date.parse(entry.value)
}

async function timeOfEntry(client: Client, entry: string): Promise<string> {
  const query = { since: entry, until: entry }
  for await (const line of client.lines('/_gamify/journal', query, AbortSignal.timeout(PATIENCE_MS)))
    if (line !== '') return (JSON.parse(line) as JournalEntry).at
  return ''
}

/** How long the history may take to be read, in ms. */
const PATIENCE_MS = 30_000
