import { EVENTS_PATH } from '../../interface/addresses.ts'
import type { Query } from '../http-message.ts'
import { GamifyError } from './error.ts'
import {
  foreign,
  isPassing,
  open,
  routeOf,
  timerOf,
  type AppRequest,
  type Credentials,
  type Failed,
  type Service,
} from './exchange.ts'
import type { NotificationOptions } from './game-types.ts'
import { backOff } from './waiting.ts'

/** The service shows every 15 seconds that it is there. After three times that, the connection counts as lost. */
const MAX_SILENCE_MS = 45_000

/**
 * Yields the notifications of a player. When the connection is lost, it continues on another one after the last
 * notification, without a gap. Rejects with a GamifyError if the service refuses it or cannot be reached at first, and
 * with the reason of `signal`. Spec 5.4.
 */
export async function* notifications(
  service: Service,
  credentials: Credentials,
  query: Query,
  { signal, after }: NotificationOptions,
): AsyncGenerator<unknown, void> {
  let last = after
  let wasConnected = false
  let isRenewed = false
  for (let failures = 0; ;) {
    const ending = new AbortController()
    try {
      const request = eventsAfter(last, query)
      const connected = await connect({ service, credentials, request, signal, ending })
      if ('answer' in connected) {
        wasConnected = true
        isRenewed = false
        failures = 0
        for await (const { type, id, data } of eventsIn(connected.answer, ending)) {
          last = id ?? last
          if (type === 'notification') yield notificationIn(data, request)
        }
      } else {
        const { error, mayRepeat, isExpired } = connected
        if (isExpired && !isRenewed) {
          isRenewed = true
          continue
        }
        if (!mayRepeat || (!wasConnected && failures >= service.retries)) throw error
      }
    } finally {
      ending.abort()
    }
    failures += 1
    await backOff(failures, signal)
  }
}

const eventsAfter = (last: string | undefined, query: Query): AppRequest => ({
  method: 'GET',
  path: `/v2${EVENTS_PATH}`,
  // A header would need a question of the browser before each connection.
  query: { ...query, last_event_id: last },
  isRepeatable: true,
})

function notificationIn(data: string, request: AppRequest): unknown {
  try {
    return JSON.parse(data)
  } catch (cause) {
    const description = 'a notification is not valid JSON'
    throw new GamifyError({ code: 'invalid_answer', status: 200, description, route: routeOf(request), cause })
  }
}

/** A connection to make. */
interface Connecting {
  readonly service: Service
  readonly credentials: Credentials
  readonly request: AppRequest
  /** The caller's signal. */
  readonly signal: AbortSignal | undefined
  /** Ends the connection. */
  readonly ending: AbortController
}

/** A failed connection. `isExpired` if other credentials may succeed. */
interface Unconnected extends Failed {
  readonly isExpired?: boolean
}

/** Resolves when the stream begins, or with what went wrong. Rejects with the reason of the caller's signal. */
async function connect(connecting: Connecting): Promise<Unconnected | { readonly answer: Response }> {
  const { service, credentials, request, signal, ending } = connecting
  const timer = timerOf(service.timeoutMs, () => ending.abort())
  const both = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal
  try {
    const caller = await credentials.current(both)
    const opened = await open(service, request, caller, both)
    if ('error' in opened) {
      const isExpired = opened.error.code === 'invalid_access_token' && credentials.forget(caller)
      return { ...opened, isExpired }
    }
    const { headers, status } = opened.answer
    if (headers.get('content-type')?.startsWith('text/event-stream')) return opened
    return foreign(service, request, status, 'it is not a stream of events')
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof GamifyError) return { error, mayRepeat: isPassing(error) }
    if (!ending.signal.aborted) throw error
    const description = `no answer from ${service.url} within ${service.timeoutMs / 1000} s`
    const late = new GamifyError({ code: 'timeout', status: 0, description, route: routeOf(request), cause: error })
    return { error: late, mayRepeat: true }
  } finally {
    clearTimeout(timer)
  }
}

/** An event of a stream. */
interface StreamEvent {
  readonly type: string
  readonly id: string | undefined
  readonly data: string
}

/** Yields the events of an answer until it ends, is cut off or falls silent. An unfinished event is left out. */
async function* eventsIn(answer: Response, ending: AbortController): AsyncGenerator<StreamEvent, void> {
  let fields: Record<string, string> = {}
  for await (const line of linesIn(answer, ending)) {
    if (line === '') {
      const { event = 'message', id, data } = fields
      if (data !== undefined) yield { type: event, id, data }
      fields = {}
      continue
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    fields[name] = name === 'data' && fields[name] !== undefined ? `${fields[name]}\n${value}` : value
  }
}

/** Yields the lines of an answer. They end with a line feed, after a carriage return or not. */
async function* linesIn({ body }: Response, ending: AbortController): AsyncGenerator<string, void> {
  if (body === null) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const decoder = new TextDecoder()
  let begun = ''
  for (;;) {
    const timer = setTimeout(() => ending.abort(), MAX_SILENCE_MS)
    // A connection that breaks is an end: the next one continues.
    const piece = await reader
      .read()
      .catch(() => undefined)
      .finally(() => clearTimeout(timer))
    if (piece?.value === undefined) return
    const lines = (begun + decoder.decode(piece.value, { stream: true })).split(/\r?\n/)
    begun = lines.pop() ?? ''
    yield* lines
  }
}
