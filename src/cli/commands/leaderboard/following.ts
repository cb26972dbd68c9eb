import type { Client } from '../../../client/client.ts'
import { UnreachableError } from '../../../client/unreachable-error.ts'
import { timeOf } from './game-time.ts'

/** Entries that come one upon the other are looked at together. */
const GATHER_MS = 200

/** Without any entry the turn of a cycle or another design may change what is shown. */
const MAX_UNSEEN_MS = 5_000

const JOURNAL_PATH = '/_gamify/journal'

/** How long until a service that is not there is tried again. */
const RETRY_MS = 1_000

/** What is done about a game that is followed. */
export interface Follower {
  /** Looks at the game. */
  readonly look: () => Promise<void>
  /** The service has gone; it is tried again until it is back. */
  readonly lost: () => void
  /** It is there again. */
  readonly found: () => void
}

/**
 * Looks at a game at once and again whenever something has happened there, at most a few times a second, until `signal`
 * is aborted. A service that goes is waited for; one that is not there at first is an error.
 */
export async function followGame(client: Client, follower: Follower, signal: AbortSignal): Promise<void> {
  let isThere = true
  let hasBeen = false
  const reached = (): void => {
    if (!isThere) follower.found()
    isThere = true
    hasBeen = true
  }
  while (!signal.aborted) {
    try {
      await followJournal(client, { look: follower.look, reached }, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof UnreachableError) || !hasBeen) throw error
      if (isThere) follower.lost()
      isThere = false
    }
    await pause(RETRY_MS, signal)
  }
}

/** Looks at once, and for every new entry, until the service ends the journal. */
async function followJournal(
  client: Client,
  { look, reached }: { readonly look: () => Promise<void>; readonly reached: () => void },
  signal: AbortSignal,
): Promise<void> {
  // From before the first look on: what comes during it is looked at again.
  const since = await timeOf(client)
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

/** Resolves after a while, or as soon as `signal` is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

async function forEachLine(lines: AsyncIterable<string>, act: () => void): Promise<void> {
  for await (const _ of lines) act()
}
