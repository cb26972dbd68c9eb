import { createHash } from 'node:crypto'
import type { AnsweredCall } from '../emulator/session/keyed-call.ts'
import type { CallKey } from '../game/kernel/entry.ts'
import { fault, isFault, type Fault } from '../game/kernel/fault.ts'
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../interface/idempotency-key.ts'
import { type Answer, faultAnswer, resultAnswer } from './answer.ts'
import type { Call } from './call.ts'

/** Returns the key of a call, or undefined if it has none. Spec 5.7. */
export function idempotencyKey(call: Call): Fault | string | undefined {
  const key = call.header('idempotency-key')
  if (key === undefined || isIdempotencyKey(key)) return key
  return fault('invalid_request', { message: `The header 'Idempotency-Key' ${IDEMPOTENCY_KEY_RULE}` })
}

/** Returns what tells calls apart that have the same key. `parts` is everything that decides what they do. */
export function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** The headers of the answer to a repeat, which pages of other origins can read. */
const REPEATED = { 'idempotent-replayed': 'true', 'access-control-expose-headers': 'idempotent-replayed' }

/** Answers a call with a key, of which `digest` says what it asks for. Another call cannot use the key again. */
export function keyedAnswer(done: Fault | AnsweredCall, { key, digest }: CallKey): Answer {
  if (isFault(done)) return faultAnswer(done)
  if (done.digest !== digest) return faultAnswer(fault('idempotency_key_reused', { key }))
  const answer = resultAnswer(done.answer)
  return done.isRepeat ? { ...answer, headers: REPEATED } : answer
}

/** The number of answers that are remembered. */
const MAX_ANSWERS = 1_000

interface Remembered {
  readonly digest: string
  readonly answer: Promise<unknown>
}

/** The newest answers to calls with keys whose changes are not in the history. They are forgotten when the program ends. */
export class RecentAnswers {
  readonly #byCaller = new Map<string, Remembered>()

  /** Calls `answer`, unless `caller` has sent a call with the same key before: then it returns that one's answer. */
  async once(caller: string, { key, digest }: CallKey, answer: () => Promise<unknown>): Promise<Fault | AnsweredCall> {
    const id = JSON.stringify([caller, key])
    const known = this.#byCaller.get(id)
    const remembered = known ?? this.#remember(id, { digest, answer: answer() })
    const result = await remembered.answer
    return isFault(result) ? result : { digest: remembered.digest, answer: result, isRepeat: known !== undefined }
  }

  /** Remembers an answer that is under way. A refused call changes nothing, so that its repeat is decided again. */
  #remember(id: string, remembered: Remembered): Remembered {
    this.#byCaller.set(id, remembered)
    const forget = (): void => void this.#byCaller.delete(id)
    remembered.answer.then((result) => isFault(result) && forget(), forget)
    const [oldest] = this.#byCaller.keys()
    if (this.#byCaller.size > MAX_ANSWERS && oldest !== undefined) this.#byCaller.delete(oldest)
    return remembered
  }
}
