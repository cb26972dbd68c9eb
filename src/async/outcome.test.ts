import { expect, test } from 'vitest'
import { Outcome } from './outcome.ts'

test('can be waited for again, until the promise resolves', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const outcome = new Outcome(promise)
  expect(await outcome.isSettledBefore(Promise.resolve())).toBe(false)
  expect(() => outcome.value).toThrow('still pending')
  const settled = outcome.isSettledBefore(new Promise(() => {}))
  resolve(7)
  expect(await settled).toBe(true)
  expect(await outcome.isSettledBefore(new Promise(() => {}))).toBe(true)
  expect(outcome.value).toBe(7)
})

test('throws what the promise rejects with, and only to the one who asks', async () => {
  const outcome = new Outcome(Promise.reject(new Error('no')))
  expect(await outcome.isSettledBefore(new Promise(() => {}))).toBe(true)
  expect(() => outcome.value).toThrow('no')
})
