import { answeredBy } from '../../game/answered-calls.ts'
import type { GameCommand } from '../../game/game-operation.ts'
import type { CallKey, Entry, Idempotency } from '../../game/kernel/entry.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { Caller } from '../../game/kernel/operation.ts'

/** A call with an idempotency key. Spec 5.7. */
export interface KeyedCall<R> extends CallKey {
  /** Turns the result of the command into the answer that repeats get. */
  readonly present: (result: R) => unknown
}

/** The answer to a call with an idempotency key, and the digest of the call that it was first given to. */
export interface AnsweredCall extends Omit<Idempotency, 'key'> {
  readonly isRepeat: boolean
}

/** The result of a call that was answered before: the entry `seq` has the answer. */
export class AnsweredBefore {
  readonly seq: number

  constructor(seq: number) {
    this.seq = seq
  }
}

/** Returns a command that is decided only if its caller has sent no call with the same key before. `firstSeq` is the first entry that the history still has. */
export const decidedOnce = <I, R>(
  op: GameCommand<I, R>,
  caller: Caller,
  { key, digest, present }: KeyedCall<R>,
  firstSeq: () => number,
): GameCommand<I, unknown> => ({
  ...op,
  decide: (state, given, context) => {
    const seq = answeredBy(state.answered, caller, key, context.at)
    if (seq !== undefined && seq >= firstSeq()) return { events: [], answer: () => new AnsweredBefore(seq) }
    const decision = op.decide(state, given, context)
    if (isFault(decision)) return decision
    return { ...decision, keyed: { key, digest }, answer: (after) => present(decision.answer(after)) }
  },
})

/** Returns an entry with the answer to the call that it was decided for. */
export const withAnswer = (entry: Entry, key: CallKey, answer: unknown): Entry => ({
  ...entry,
  idempotency: { ...key, answer },
})
