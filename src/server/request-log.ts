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

/** The number of requests of the studio itself that are kept beside them. An open page asks many times. */
const MAX_OWN = 200

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
  /** Undefined if nobody who followed the requests took it. */
  readonly bodies: KeptBodies | undefined
}

/** How many requests one who follows them takes: at most `most` in each `everyMs`. Others are left out. */
export interface Pace {
  readonly most: number
  readonly everyMs: number
}

/** All requests, unless their reader falls behind. */
const ALL: Pace = { most: MAX_KEPT, everyMs: 50 }

/** One who follows the requests. */
interface Follower {
  readonly most: number
  /** The requests that the next batch has. */
  next: KeptRequest[]
  /** How many of them the studio asked for. They take no room from the others, which a person wants to see. */
  own: number
  /** Ends the waiting for a request. */
  wake: () => void
}

/** The last requests of some kind. */
class Ring {
  readonly #max: number
  readonly #kept: KeptRequest[] = []
  /** Where the next request goes. Once the ring is full, the oldest is there. */
  #next = 0

  constructor(max: number) {
    this.#max = max
  }

  add(request: KeptRequest): void {
    this.#kept[this.#next] = request
    this.#next = (this.#next + 1) % this.#max
  }

  /** The requests, the oldest first. */
  all(): readonly KeptRequest[] {
    return [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
  }
}

/** Keeps the last answered requests, and passes new ones on to those who follow them. */
export class KeptRequests {
  readonly #kept = new Ring(MAX_KEPT)
  readonly #own = new Ring(MAX_OWN)
  readonly #followers = new Set<Follower>()
  /** The last requests that somebody who follows them took. Requests can come too fast for them to be kept otherwise. */
  readonly #taken = new Ring(MAX_KEPT)
  /** The number of all requests so far. */
  #count = 0

  /** Adds an answered request. Bodies are kept only of those that somebody takes: they live long enough for the garbage collector to copy them all. */
  readonly add = (record: RequestRecord, call: Call, answer: Answer): void => {
    this.#count += 1
    const isStudio = call.path.startsWith('/_gamify/studio') || call.header(STUDIO_HEADER) !== undefined
    const takers =
      this.#followers.size === 0
        ? NOBODY
        : [...this.#followers].filter(({ most, next, own }) => (isStudio ? own : next.length - own) < most)
    const request: KeptRequest = {
      number: this.#count,
      record,
      caller: call.caller,
      entry: call.entry,
      isStudio,
      bodies: takers.length > 0 ? bodiesOf(call, answer) : undefined,
    }
    ;(isStudio ? this.#own : this.#kept).add(request)
    if (takers.length > 0) this.#take(request, takers)
  }

  #take(request: KeptRequest, takers: readonly Follower[]): void {
    this.#taken.add(request)
    for (const taker of takers) {
      taker.next.push(request)
      if (request.isStudio) taker.own += 1
      taker.wake()
    }
  }

  /** Returns a request by its number, if it is still kept. */
  find(number: number): KeptRequest | undefined {
    const rings = [this.#kept, this.#own, this.#taken]
    return rings.flatMap((ring) => ring.all()).find((request) => request.number === number)
  }

  /** Returns the kept requests, the oldest first. */
  all(): readonly KeptRequest[] {
    return [...this.#kept.all(), ...this.#own.all()].toSorted((a, b) => a.number - b.number)
  }

  /**
   * Yields the kept requests, and then new ones in batches, or an empty batch when there was none for `quietMs`. Leaves out
   * those that come faster than the pace allows, or than they are read. Ends when `signal` aborts.
   */
  async *follow(
    quietMs: number,
    signal: AbortSignal,
    { most, everyMs }: Pace = ALL,
  ): AsyncGenerator<readonly KeptRequest[], void> {
    const follower: Follower = { most, next: [...this.all()], own: 0, wake: () => {} }
    this.#followers.add(follower)
    try {
      while (!signal.aborted) {
        if (follower.next.length > 0) {
          const batch = follower.next
          follower.next = []
          follower.own = 0
          yield batch
          await setTimeout(everyMs, undefined, { signal }).catch(() => {})
        } else if (!(await nextRequest(follower, quietMs, signal)) && !signal.aborted) yield []
      }
    } finally {
      this.#followers.delete(follower)
    }
  }
}

const NOBODY: readonly Follower[] = []

/** Resolves to true when a request has come, and to false after `quietMs` without one or when `signal` aborts. */
function nextRequest(follower: Follower, quietMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (hasCome: boolean): void => {
      clearTimeout(timer)
      follower.wake = () => {}
      signal.removeEventListener('abort', leave)
      resolve(hasCome)
    }
    const leave = (): void => settle(false)
    const timer = globalThis.setTimeout(leave, quietMs)
    follower.wake = () => settle(true)
    signal.addEventListener('abort', leave)
  })
}
