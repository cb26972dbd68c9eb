import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { type ConnectionEvents, stayConnected } from '../client/stay-connected.ts'
import { gameClock } from '../terminal/game-clock.ts'
import { isEntry } from '../terminal/render/entry-line.ts'
import { isRequest } from '../terminal/render/request-line.ts'
import type { LogItem } from './model.ts'

const JOURNAL_PATH = '/_gamify/journal'
const REQUESTS_PATH = '/_gamify/requests'

/** The number of entries of the past to show at the start. */
const PAST_ENTRIES = 50

/** Items that arrive within this time are reported together. */
const BATCH_MS = 100

/** The maximum number of items in a report. Only the newest are reported. */
const MAX_BATCH = 1_000

/** The maximum entry number to search for. No history is longer. */
const MAX_SEQ = 2 ** 50

/** Receives what happens in a game. */
export interface Follower extends ConnectionEvents {
  readonly onLog: (items: readonly LogItem[]) => void
  /** Resolves when the service serves the game to follow. Nothing is read before. */
  readonly ensureSameGame: () => Promise<void>
  /** Called when the game may have changed. */
  readonly onChange: () => void
  /** Whether a request was sent by the inspector itself, so that the log omits it. */
  readonly isOwn: (method: string, path: string) => boolean
}

/**
 * Follows the entries and requests of a game until `signal` is aborted. Waits and reconnects if a connection is lost. Rejects
 * if the service cannot be reached at the start, or if it does not answer like the emulator. With `until`, the number of an
 * entry of the past, it only reads the entries up to that one.
 */
export async function followGame(
  client: Client,
  follower: Follower,
  signal: AbortSignal,
  until?: number,
): Promise<void> {
  const log = batcher(follower.onLog, signal)
  let count = 0
  const nextId = (): number => (count += 1)
  const entries = async (reached: () => void): Promise<void> => {
    await gameClock(client)
    await follower.ensureSameGame()
    reached()
    follower.onChange()
    const last = until ?? (await lastEntrySeq(client, signal))
    const since = String(Math.max(1, last - PAST_ENTRIES + 1))
    const range = until === undefined ? { since, follow: 'true' } : { since, until: String(until) }
    for await (const line of client.lines(JOURNAL_PATH, range, signal)) {
      const entry: unknown = line === '' ? undefined : JSON.parse(line)
      if (isEntry(entry)) log({ kind: 'entry', id: nextId(), entry })
      follower.onChange()
    }
  }
  const requests = async (reached: () => void): Promise<void> => {
    // Only the stream of entries decides whether the service can be reached at the start.
    reached()
    await follower.ensureSameGame()
    const last = await lastRequest(client)
    let isNew = last === undefined
    for await (const line of client.lines(REQUESTS_PATH, { follow: 'true' }, signal)) {
      const request: unknown = line.startsWith('data:') ? JSON.parse(line.slice('data:'.length)) : undefined
      if (!isRequest(request)) continue
      // The stream starts with requests of the past, which the log omits.
      if (!isNew) isNew = JSON.stringify(request) === last
      else if (!follower.isOwn(request.method, request.path)) log({ kind: 'request', id: nextId(), request })
    }
  }
  if (until !== undefined) return entries(() => {})
  await Promise.all([
    stayConnected(entries, follower, signal),
    stayConnected(requests, { lost: () => {}, found: () => {} }, signal).catch(ignoreServiceError),
  ])
}

/** Reads the last request, as JSON; undefined if there is none. */
async function lastRequest(client: Client): Promise<string | undefined> {
  const { body } = await client.request('GET', REQUESTS_PATH)
  const { data } = (body ?? {}) as { readonly data?: unknown }
  return Array.isArray(data) && data.length > 0 ? JSON.stringify(data.at(-1)) : undefined
}

/** Ignores that the service does not list its requests. The game is then followed without them. */
function ignoreServiceError(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error
}

/** Returns a function that collects items and reports them in batches. */
function batcher(report: (items: readonly LogItem[]) => void, signal: AbortSignal): (item: LogItem) => void {
  let collected: LogItem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return (item) => {
    collected.push(item)
    if (collected.length > 2 * MAX_BATCH) collected = collected.slice(-MAX_BATCH)
    timer ??= setTimeout(() => {
      timer = undefined
      const batch = collected.slice(-MAX_BATCH)
      collected = []
      report(batch)
    }, BATCH_MS)
  }
}

/** Finds the number of the last entry, or 0. No route returns it, so this is a binary search. */
async function lastEntrySeq(client: Client, signal: AbortSignal): Promise<number> {
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
