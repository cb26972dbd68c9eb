import type { Client } from '../../../client/client.ts'
import { gameClock } from '../../../terminal/game-clock.ts'
import { type ConnectionEvents, stayConnected, pause } from '../../../terminal/stay-connected.ts'

/** Entries that come one upon the other are looked at together. */
const GATHER_MS = 200

/** Without any entry the turn of a cycle or another design may change what is shown. */
const MAX_UNSEEN_MS = 5_000

const JOURNAL_PATH = '/_gamify/journal'

/** What is done about a game that is followed. */
export interface Follower extends ConnectionEvents {
  /** Looks at the game. */
  readonly look: () => Promise<void>
}

/**
 * Looks at a game at once and again whenever something has happened there, at most a few times a second, until `signal`
 * is aborted. A service that goes is waited for; one that is not there at first is an error.
 */
export function followGame(client: Client, follower: Follower, signal: AbortSignal): Promise<void> {
  const { look } = follower
  return stayConnected((reached) => followJournal(client, { look, reached }, signal), follower, signal)
}

/** Looks at once, and for every new entry, until the service ends the journal. */
async function followJournal(
  client: Client,
  { look, reached }: { readonly look: () => Promise<void>; readonly reached: () => void },
  signal: AbortSignal,
): Promise<void> {
  // From before the first look on: what comes during it is looked at again.
  const { now: since } = await gameClock(client)
  reached()
  await look()
  const leaving = new AbortController()
  const lines = client.lines(JOURNAL_PATH, { since, follow: 'true' }, AbortSignal.any([signal, leaving.signal]))
  let hasNews = false
  let wake = (): void => {}
  const ring = (): void => {
    hasNews = true
    wake()
  }
  const reading = forEachLine(lines, ring).then(() => 'ended' as const)
  const timer = setInterval(ring, MAX_UNSEEN_MS)
  try {
    for (;;) {
      const news = hasNews ? undefined : new Promise<void>((resolve) => (wake = resolve))
      if ((await Promise.race([news, reading])) === 'ended') return
      await pause(GATHER_MS, signal)
      if (signal.aborted) return
      hasNews = false
      await look()
    }
  } finally {
    clearInterval(timer)
    leaving.abort()
    // Whatever it ends with now is of its being left.
    await reading.catch(() => undefined)
  }
}

async function forEachLine(lines: AsyncIterable<string>, act: () => void): Promise<void> {
  for await (const _ of lines) act()
}
