import { expect, test } from 'vitest'
import {
  answeredBy,
  answeredCalls,
  forgetAnsweredBefore,
  noAnsweredCalls,
  rememberAnswered,
  type AnsweredCalls,
} from './answered-calls.ts'

const caller = { client: 'web', player: 'neo' }
const DAY_MS = 24 * 60 * 60 * 1000

const remember = (answered: AnsweredCalls, key: string, seq: number, at = 0): void =>
  rememberAnswered(answered, {
    seq,
    at,
    chain: 0,
    op: 'x',
    caller,
    input: null,
    events: [],
    idempotency: { key, digest: '', answer: null },
  })

const seqsOf = (answered: AnsweredCalls): readonly number[] => answeredCalls(answered).map(({ seq }) => seq)

test('a key that is used again after its time belongs to the newer call', () => {
  const answered = noAnsweredCalls()
  remember(answered, 'a', 1, 0)
  remember(answered, 'b', 2, DAY_MS - 1)
  remember(answered, 'a', 3, DAY_MS)
  expect(seqsOf(answered)).toEqual([2, 3])
  expect(answeredBy(answered, caller, 'a', DAY_MS)).toBe(3)
  forgetAnsweredBefore(answered, 3)
  expect([seqsOf(answered), answeredBy(answered, caller, 'b', DAY_MS)]).toEqual([[3], undefined])
})

test('the newest 200,000 are remembered, and the memory of the others is given back', () => {
  const answered = noAnsweredCalls()
  for (let seq = 1; seq <= 450_000; seq += 1) remember(answered, `key-${seq}`, seq)
  const seqs = seqsOf(answered)
  expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([200_000, 250_001, 450_000])
  expect(answered.calls.length).toBeLessThanOrEqual(400_001)
  expect([250_000, 250_001].map((seq) => answeredBy(answered, caller, `key-${seq}`, 0))).toEqual([undefined, 250_001])
})
