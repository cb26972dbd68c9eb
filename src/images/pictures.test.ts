import { expect, test, vi } from 'vitest'
import { renditionCache } from './pictures.ts'

const bytes = (length: number) => vi.fn(async () => Buffer.alloc(length))

test('what was rendered is kept', async () => {
  const cache = renditionCache(100)
  const render = bytes(10)
  const first = await cache.get('a', render)
  expect(await cache.get('a', render)).toBe(first)
  expect(render).toHaveBeenCalledTimes(1)
})

test('asked for at the same time, it is rendered once', async () => {
  const cache = renditionCache(100)
  const render = bytes(10)
  const [first, second] = await Promise.all([cache.get('a', render), cache.get('a', render)])
  expect(first).toBe(second)
  expect(render).toHaveBeenCalledTimes(1)
})

test('what was not asked for longest goes when there is no room', async () => {
  const cache = renditionCache(100)
  for (const key of ['a', 'b']) await cache.get(key, bytes(40))
  await cache.get('a', bytes(40))
  await cache.get('c', bytes(40))
  const again = bytes(40)
  await cache.get('a', again)
  await cache.get('c', again)
  expect(again).not.toHaveBeenCalled()
  await cache.get('b', again)
  expect(again).toHaveBeenCalledTimes(1)
})

test('what is larger than all the room is not kept, and drives nothing out', async () => {
  const cache = renditionCache(100)
  await cache.get('a', bytes(100))
  expect(await cache.get('b', bytes(101))).toHaveLength(101)
  const again = bytes(1)
  expect(await cache.get('a', again)).toHaveLength(100)
  expect(await cache.get('b', again)).toHaveLength(1)
})

test('neither a failure nor nothing is kept', async () => {
  const cache = renditionCache(100)
  await expect(cache.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cache.get('a', async () => undefined)).toBeUndefined()
  expect(await cache.get('a', bytes(3))).toHaveLength(3)
})
