import { expect, test } from 'vitest'
import { once } from './once.ts'

test('work is done when first asked for, and once for all who ask', async () => {
  let done = 0
  const ask = once(async () => (done += 1))
  expect(done).toBe(0)
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  expect([await ask(), done]).toEqual([1, 1])
})

test('what failed is told to all who waited, and tried again for who asks next', async () => {
  let tries = 0
  const ask = once(async () => {
    tries += 1
    if (tries === 1) throw new Error('not now')
    return tries
  })
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([await ask(), await ask()]).toEqual([2, 2])
})
