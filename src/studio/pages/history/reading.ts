import type { Client } from '../../../client/client.ts'
import type { JournalEntry } from '../../../interface/control-answers.ts'

/** What is looked for in the history. */
export interface Sought {
  readonly player: string
  /** A kind of operation: `teams`. */
  readonly op: string
  readonly text: string
}

/** The kinds of operations, by which the history can be searched. */
export const kinds = [
  'actions',
  'processes',
  'teams',
  'requests',
  'players',
  'rules',
  'design',
  'clock',
  'leaderboards',
] as const

export const isSought = ({ player, op, text }: Sought): boolean => player !== '' || op !== '' || text !== ''

/** How long a part of the history may take to be read, in ms. */
const PATIENCE_MS = 60_000

/** Reads the entries from one number to another, oldest first, as far as they are looked for. */
export async function readEntries(
  client: Client,
  { since, until, sought }: { readonly since: number; readonly until: number; readonly sought?: Sought },
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<readonly JournalEntry[]> {
  const query = {
    since: String(since),
    until: String(until),
    player_id: sought?.player || undefined,
    op: sought?.op || undefined,
    text: sought?.text || undefined,
  }
  const lines = await Array.fromAsync(client.lines('/_gamify/journal', query, signal))
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalEntry)
}
