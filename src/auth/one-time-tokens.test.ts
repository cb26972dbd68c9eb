import { expect, test } from 'vitest'
import { oneTimeTokens } from './one-time-tokens.ts'

test('no more tokens are used up at once than can be remembered, and all are forgotten in time', () => {
  let nowMs = 1_700_000_000_000
  const tokens = oneTimeTokens('stream', 60, () => nowMs)
  const claims = (id: number) => {
    const nowS = nowMs / 1000
    return { id: `token ${id}`, client: 'app', login: 'one login', issuedAtS: nowS, expiresAtS: nowS + 60 }
  }
  for (let id = 0; id < 100_000; id++)
    if (tokens.spend(claims(id)) !== 'now') throw new Error(`the token ${id} was refused`)
  expect(tokens.spend(claims(100_000))).toBe('never')
  expect(tokens.spend(claims(0))).toBe('before')
  nowMs += 59_999
  expect(tokens.spend(claims(100_000))).toBe('never')
  nowMs += 1
  expect(tokens.spend(claims(100_000))).toBe('now')
  expect(tokens.spend(claims(100_000))).toBe('before')
})
