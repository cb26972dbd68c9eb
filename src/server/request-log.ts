import { setTimeout } from 'node:timers/promises'
import type { ApiClient } from '../auth/clients.ts'
import type { FaultCode } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Answer } from './answer.ts'
import type { CallCounts } from './call-counts.ts'
import type { Call, Wrapper } from './call.ts'
import { bodyWithoutSecrets, keptBody, type KeptBody } from './kept-body.ts'
import { withoutSecrets } from './query.ts'

/** An answered request for the log, without secrets. */
export interface RequestRecord {
  /** The machine's time, in ms since 1970. */
  readonly at: number
  readonly method: string
  /** With the query, still encoded. */
  readonly path: string
  readonly status: number
  /** How long the answer took. For a stream, how long it took until it began. */
  readonly ms: number
  /** Absent if no client was known. */
  readonly runtime?: ApiClient['runtime']
  /** The `error` code of the answer, if it is an error. */
  readonly error?: FaultCode
}

/** Reports every answer to `onRequest`, and counts it. */
export function logged(
  counts: CallCounts,
  onRequest: (record: RequestRecord, call: Call, answer: Answer) => void,
): Wrapper {
  return (endpoint, mounted) => {
    const count = counts.of(mounted)
    return async (call) => {
      const at = Date.now()
      const start = performance.now()
      counts.inProgress += 1
      const answer = await endpoint(call)
      counts.inProgress -= 1
      const ms = performance.now() - start
      const { status, error } = answer
      count.add(status, ms)
      const { runtime } = call
      const path = call.search === '' ? call.path : `${call.path}?${withoutSecrets(call.search)}`
      const record = { at, method: call.method, path, status, ms }
      onRequest(
        { ...record, ...(runtime === undefined ? {} : { runtime }), ...(error === undefined ? {} : { error }) },
        call,
        answer,
      )
      return answer
    }
  }
}

/** The header by which a page of the studio says that a request is its own. Spec 8.2. */
const STUDIO_HEADER = 'gamify-studio'

/** What was sent and answered, as far as it is kept. */
interface KeptBodies {
  readonly sent: KeptBody | undefined
  readonly answered: KeptBody | undefined
}

/** Pages, images and streams are not kept. */
function bodiesOf({ path, sent }: Call, { body, type }: Answer): KeptBodies {
  // Whoever signs in sends secrets and gets some, so none of it is kept as it is.
  const kept = SIGN_INS.test(path) ? (text: string) => keptBody(bodyWithoutSecrets(text)) : keptBody
  return {
    sent: sent === undefined || sent === '' ? undefined : kept(sent),
    answered: typeof body === 'string' && type.includes('json') ? kept(body) : undefined,
  }
}

const SIGN_INS = /^\/(?:auth|_gamify\/studio)/

/** The number of answered requests that are kept. The oldest are dropped first. Spec 6.6. */
const MAX_KEPT = 1_000

/** A request that is kept, with what it was about beside its record. */
export interface KeptRequest {
  /** Counts from 1. */
  readonly number: number
  readonly record: RequestRecord
  readonly caller: Caller | undefined
  /** The entry of the history that it led to. */
  readonly entry: number | undefined
  /** Whether a page of the studio sent it to show itself. */
  readonly isStudio: boolean
  /** Undefined if nobody followed the requests when it was answered. */
  readonly bodies: KeptBodies | undefined
}

/** The least time between two batches of requests for one who follows them, in ms. */
const BATCH_MS = 50

/** Keeps the last answered requests, and passes new ones on to those who follow them. */
export class KeptRequests {
  /** A ring: once it is full, the oldest request is at `#next`. */
  readonly #kept: KeptRequest[] = []
  #next = 0
  readonly #followers = new Set<() => void>()
  /** The number of followers. Bodies are kept only for them: they live long enough for the garbage collector to copy them all. */
  #readers = 0
  /** The number of all requests so far. */
  #count = 0

  /** Adds an answered request. */
  readonly add = (record: RequestRecord, call: Call, answer: Answer): void => {
    this.#count += 1
    this.#kept[this.#next] = {
      number: this.#count,
      record,
      caller: call.caller,
      entry: call.entry,
      isStudio: call.path.startsWith('/_gamify/studio') || call.header(STUDIO_HEADER) !== undefined,
      bodies: this.#readers > 0 ? bodiesOf(call, answer) : undefined,
    }
    this.#next = (this.#next + 1) % MAX_KEPT
    for (const wake of this.#followers) wake()
  }

  /** Returns a request by its number, if it is still kept. */
  find(number: number): KeptRequest | undefined {
    const found = this.#kept[(number - 1) % MAX_KEPT]
    return found?.number === number ? found : undefined
  }

  /** Returns the kept requests, the oldest first. */
  all(): readonly KeptRequest[] {
    return [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
  }

  /**
   * Yields the kept requests, and then new ones in batches, or an empty batch when there was none for `quietMs`. A reader
   * that is slower than the requests misses the oldest of them. Ends when `signal` aborts.
   */
  async *follow(quietMs: number, signal: AbortSignal): AsyncGenerator<readonly KeptRequest[], void> {
    let yielded = this.#count - this.#kept.length
    this.#readers += 1
    try {
      while (!signal.aborted) {
        const fresh = Math.min(this.#count - yielded, MAX_KEPT)
        yielded = this.#count
        if (fresh > 0) {
          yield this.all().slice(-fresh)
          await setTimeout(BATCH_MS, undefined, { signal }).catch(() => {})
        }
        if (fresh === 0 && !(await this.#nextRequest(quietMs, signal)) && !signal.aborted) yield []
      }
    } finally {
      this.#readers -= 1
    }
  }

  /** Resolves to true when a request has come, and to false after `quietMs` without one or when `signal` aborts. */
  #nextRequest(quietMs: number, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasCome: boolean): void => {
        clearTimeout(timer)
        this.#followers.delete(wake)
        signal.removeEventListener('abort', leave)
        resolve(hasCome)
      }
      const wake = (): void => settle(true)
      const leave = (): void => settle(false)
      const timer = globalThis.setTimeout(leave, quietMs)
      this.#followers.add(wake)
      signal.addEventListener('abort', leave)
    })
  }
}
