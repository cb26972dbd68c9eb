import { expect, test } from 'vitest'
import { turns } from './turns.ts'

test('at most so many tasks at a time, in the order they came', async () => {
  const inTurn = turns(2)
  const begun: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const done = ends.map(({ promise }, index) =>
    inTurn(async () => {
      begun.push(index)
      await promise
      return index
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve()
  await done[1]
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  expect(await Promise.all(done)).toEqual([0, 1, 2, 3])
})

test('a failed task gives its turn on, and its failure to who asked', async () => {
  const inTurn = turns(1)
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(async () => 'next')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await inTurn(async () => 'later')).toBe('later')
})
