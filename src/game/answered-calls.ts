import type { Entry } from './kernel/entry.ts'
import type { Caller } from './kernel/operation.ts'

/** A call that was sent with an idempotency key, and the number and time of the entry that holds its answer. */
export interface AnsweredCall {
  /** The caller and the key. */
  readonly id: string
  readonly seq: number
  readonly at: number
}

/** The calls that were sent with an idempotency key. Spec 5.7. */
export interface AnsweredCalls {
  readonly byId: Map<string, AnsweredCall>
  /** Oldest first. A map alone would be slow to tell its oldest, because it walks over all that was deleted before. */
  calls: AnsweredCall[]
  /** How many at the beginning of `calls` are forgotten. */
  forgotten: number
}

export const noAnsweredCalls = (): AnsweredCalls => ({ byId: new Map(), calls: [], forgotten: 0 })

/** How long a repeat of a call gets its first answer, in ms of game time. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** The number of calls that are remembered. */
const MAX_CALLS = 200_000

/** A key means something to the caller that sent it alone. */
const idOf = ({ client, player = '' }: Caller, key: string): string => JSON.stringify([client, player, key])

/** Remembers that an entry holds the answer to a call with an idempotency key, and forgets those that are too old. */
export function rememberAnswered(answered: AnsweredCalls, { seq, at, caller, idempotency }: Entry): void {
  if (!idempotency) return
  putAnswered(answered, { id: idOf(caller, idempotency.key), seq, at })
  forgetWhile(answered, (oldest) => answered.byId.size > MAX_CALLS || oldest.at <= at - KEPT_MS)
}

/** Adds a call that is newer than all others. */
export function putAnswered({ byId, calls }: AnsweredCalls, call: AnsweredCall): void {
  byId.set(call.id, call)
  calls.push(call)
}

/** Returns the calls that are remembered, oldest first. */
export function answeredCalls({ byId, calls, forgotten }: AnsweredCalls): readonly AnsweredCall[] {
  return calls.slice(forgotten).filter((call) => byId.get(call.id) === call)
}

/** Forgets the calls whose entries are no longer kept. */
export function forgetAnsweredBefore(answered: AnsweredCalls, seq: number): void {
  forgetWhile(answered, (oldest) => oldest.seq < seq)
}

/** Returns the number of the entry that holds the first answer to a call with a key, if a repeat gets it at a game time, in ms. */
export function answeredBy({ byId }: AnsweredCalls, caller: Caller, key: string, at: number): number | undefined {
  const found = byId.get(idOf(caller, key))
  return found && found.at > at - KEPT_MS ? found.seq : undefined
}

function forgetWhile(answered: AnsweredCalls, isForgotten: (oldest: AnsweredCall) => boolean): void {
  const { byId, calls } = answered
  for (let oldest = calls[answered.forgotten]; oldest && isForgotten(oldest); oldest = calls[answered.forgotten]) {
    answered.forgotten += 1
    // A key that was used again after its time belongs to the newer call.
    if (byId.get(oldest.id) === oldest) byId.delete(oldest.id)
  }
  if (answered.forgotten <= calls.length / 2) return
  answered.calls = calls.slice(answered.forgotten)
  answered.forgotten = 0
}
