import type { Entry, EntryTime } from './kernel/entry.ts'
import type { Caller } from './kernel/operation.ts'

/** The calls that were sent with an idempotency key, and the entries that hold their answers, oldest first. Spec 5.7. */
export type AnsweredCalls = Map<string, EntryTime>

/** How long a repeat of a call gets its first answer, in ms of game time. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** The number of calls that are remembered. */
const MAX_CALLS = 1_000_000

/** A key means something to the caller that sent it alone. */
const idOf = ({ client, player = '' }: Caller, key: string): string => JSON.stringify([client, player, key])

/** Remembers that an entry holds the answer to a call with an idempotency key, and forgets those that are too old. */
export function rememberAnswered(answered: AnsweredCalls, { seq, at, caller, idempotency }: Entry): void {
  if (!idempotency) return
  const id = idOf(caller, idempotency.key)
  // A key that is used again after its time goes to the end.
  answered.delete(id)
  answered.set(id, { seq, at })
  forgetWhile(answered, (oldest) => answered.size > MAX_CALLS || oldest.at <= at - KEPT_MS)
}

/** Forgets the calls whose entries are no longer kept. */
export function forgetAnsweredBefore(answered: AnsweredCalls, seq: number): void {
  forgetWhile(answered, (oldest) => oldest.seq < seq)
}

/** Returns the number of the entry that holds the first answer to a call with a key, if a repeat gets it at a game time, in ms. */
export function answeredBy(answered: AnsweredCalls, caller: Caller, key: string, at: number): number | undefined {
  const found = answered.get(idOf(caller, key))
  return found && found.at > at - KEPT_MS ? found.seq : undefined
}

function forgetWhile(answered: AnsweredCalls, isForgotten: (oldest: EntryTime) => boolean): void {
  for (const [id, entry] of answered) {
    if (!isForgotten(entry)) return
    answered.delete(id)
  }
}
