import type { Client } from '../../../client/client.ts'
import { type ConnectionEvents, stayConnected, pause } from '../../../client/stay-connected.ts'
import { gameClock } from '../../../terminal/game-clock.ts'

/** Entries that arrive within this time cause one refresh. */
const GATHER_MS = 200

/**
 * The longest time between refreshes, because the end of a period or a new design changes the leaderboard without an
 * entry.
 */
const MAX_UNSEEN_MS = 5_000

const JOURNAL_PATH = '/_gamify/journal'

/** Reacts to a game that is followed. */
export interface Follower extends ConnectionEvents {
  /** Reads the game again. */
  readonly refresh: () => Promise<void>
}

/**
 * Calls `refresh` at once and again when something has happened in the game, at most a few times a second, until
 * `signal` is aborted. It reconnects when the connection is lost, but throws if the first connection fails.
 */
export function followGame(client: Client, follower: Follower, signal: AbortSignal): Promise<void> {
  const { refresh } = follower
  return stayConnected((reached) => followJournal(client, { look: refresh, reached }, signal), follower, signal)
}

/** Calls `refresh` at once and after new entries, until the service ends the journal. */
async function followJournal(
  client: Client,
  { look: refresh, reached }: { readonly look: () => Promise<void>; readonly reached: () => void },
  signal: AbortSignal,
): Promise<void> {
  // Follows from a time before the first refresh, so that entries during it cause another one.
  const { now: since } = await gameClock(client)
  reached()
  await refresh()
  const leaving = new AbortController()
  const lines = client.lines(JOURNAL_PATH, { since, follow: 'true' }, AbortSignal.any([signal, leaving.signal]))
  let hasChange = false
  let wake = (): void => {}
  const notify = (): void => {
    hasChange = true
    wake()
  }
  const reading = forEachLine(lines, notify).then(() => 'ended' as const)
  const timer = setInterval(notify, MAX_UNSEEN_MS)
  try {
    for (;;) {
      const change = hasChange ? undefined : new Promise<void>((resolve) => (wake = resolve))
      if ((await Promise.race([change, reading])) === 'ended') return
      await pause(GATHER_MS, signal)
      if (signal.aborted) return
      hasChange = false
      await refresh()
    }
  } finally {
    clearInterval(timer)
    leaving.abort()
    // Leaving aborts the stream, so its error is expected.
    await reading.catch(() => undefined)
  }
}

async function forEachLine(lines: AsyncIterable<string>, act: () => void): Promise<void> {
  for await (const _ of lines) act()
}
