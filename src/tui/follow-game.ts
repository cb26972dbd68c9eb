import { gameClock } from '../terminal/game-clock.ts'
import { isEntry } from '../terminal/render/entry-line.ts'
import { isRequest } from '../terminal/render/request-line.ts'
import { type ConnectionEvents, stayConnected } from '../terminal/stay-connected.ts'
import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { LogItem } from './log-item.ts'

const JOURNAL_PATH = '/_gamify/journal'
const REQUESTS_PATH = '/_gamify/requests'

/** The number of earlier entries to show at the start. */
const TOLD_BEFORE = 50

/** Items that arrive shortly after each other are reported together, and only the newest of very many. */
const GATHER_MS = 100
const MAX_GATHERED = 1_000

/** No history is longer. */
const MAX_SEQ = 2 ** 50

/** Who gets the news of a game. */
export interface Follower extends ConnectionEvents {
  readonly logged: (items: readonly LogItem[]) => void
  /** Resolves once the service serves the game to follow; until then, nothing is read. */
  readonly ensureSameGame: () => Promise<void>
  /** Something has happened in the game. */
  readonly changed: () => void
  /** Whether a request is one of our own, and no news. */
  readonly isOwn: (method: string, path: string) => boolean
}

/** Follows a game until `signal` is aborted. Rejects only if another service answers. */
export async function followGame(client: Client, follower: Follower, signal: AbortSignal): Promise<void> {
  const log = gatherer(follower.logged, signal)
  const news = { ...follower, logged: undefined }
  let count = 0
  const next = (): number => (count += 1)
  const entries = async (reached: () => void): Promise<void> => {
    await gameClock(client)
    await follower.ensureSameGame()
    reached()
    follower.changed()
    const last = await lastEntry(client, signal)
    const since = String(Math.max(1, last - TOLD_BEFORE + 1))
    for await (const line of client.lines(JOURNAL_PATH, { since, follow: 'true' }, signal)) {
      const entry: unknown = line === '' ? undefined : JSON.parse(line)
      if (isEntry(entry)) log({ kind: 'entry', id: next(), entry })
      follower.changed()
    }
  }
  const requests = async (reached: () => void): Promise<void> => {
    // The entries decide whether the service is there at first.
    reached()
    await follower.ensureSameGame()
    const before = await lastRequest(client)
    let isNew = before === undefined
    for await (const line of client.lines(REQUESTS_PATH, { follow: 'true' }, signal)) {
      const request: unknown = line.startsWith('data:') ? JSON.parse(line.slice('data:'.length)) : undefined
      if (!isRequest(request)) continue
      // The stream starts with earlier requests, which are not news.
      if (!isNew) isNew = JSON.stringify(request) === before
      else if (!follower.isOwn(request.method, request.path)) log({ kind: 'request', id: next(), request })
    }
  }
  await Promise.all([
    stayConnected(entries, news, signal),
    stayConnected(requests, { lost: () => {}, found: () => {} }, signal).catch(unlessRefused),
  ])
}

/** The last request so far, as JSON; undefined if there is none. */
async function lastRequest(client: Client): Promise<string | undefined> {
  const { body } = await client.request('GET', REQUESTS_PATH)
  const { data } = (body ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) && data.length > 0 ? JSON.stringify(data.at(-1)) : undefined
}

/** A service that does not list its requests is followed without them. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}

/** Collects items and reports them in groups. */
function gatherer(report: (items: readonly LogItem[]) => void, signal: AbortSignal): (item: LogItem) => void {
  let gathered: LogItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return (item) => {
    gathered.push(item)
    if (gathered.length > 2 * MAX_GATHERED) gathered = gathered.slice(-MAX_GATHERED)
    timer ??= setTimeout(() => {
      timer = undefined
      const items = gathered.slice(-MAX_GATHERED)
      gathered = []
      report(items)
    }, GATHER_MS)
  }
}

/** The number of the last entry, 0 if there is none. No route has it, so this searches for it by halving. */
async function lastEntry(client: Client, signal: AbortSignal): Promise<number> {
  let high = 1
  while (high < MAX_SEQ && (await hasEntryFrom(client, high, signal))) high *= 2
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await hasEntryFrom(client, middle, signal)) low = middle
    else high = middle
  }
  return low
}

async function hasEntryFrom(client: Client, seq: number, signal: AbortSignal): Promise<boolean> {
  const enough = new AbortController()
  try {
    for await (const line of client.lines(
      JOURNAL_PATH,
      { since: String(seq) },
      AbortSignal.any([signal, enough.signal]),
    ))
      if (line !== '') return true
    return false
  } finally {
    enough.abort()
  }
}
