import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoticeQueue, MAX_WAITING_CHARS } from './notice-queue.ts'
const notice = (id: string, json = '{}') => ({ id, json })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const queue = () => {
  const overflow = vi.fn<() => void>()
  return { overflow, made: new NoticeQueue(overflow) }
}

test('all that waits is taken at once, in order', async () => {
  const { made } = queue()
  made.notify(notice('a'))
  made.notify(notice('b'))
  expect(await made.take(1000)).toEqual([notice('a'), notice('b')])
})

test('who waits gets what comes first, or nothing when the time is up', async () => {
  const { made } = queue()
  const first = made.take(1000)
  made.notify(notice('a'))
  expect(await first).toEqual([notice('a')])
  const second = made.take(1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await second).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test('what waited at the end is taken still, and nothing after it', async () => {
  const { made } = queue()
  made.notify(notice('a'))
  made.end()
  made.notify(notice('b'))
  expect(await made.take(1000)).toEqual([notice('a')])
  expect(await made.take(1000)).toBeUndefined()
})

test('an end wakes who waits', async () => {
  const { made } = queue()
  const waiting = made.take(1000)
  made.end()
  expect(await waiting).toBeUndefined()
})

test('it overflows once, and holds nothing then', async () => {
  const { made, overflow } = queue()
  made.notify(notice('a', 'x'.repeat(MAX_WAITING_CHARS - 1)))
  made.notify(notice('b', 'x'.repeat(1000)))
  expect(overflow).not.toHaveBeenCalled()
  made.notify(notice('c'))
  made.notify(notice('d'))
  expect(overflow).toHaveBeenCalledTimes(1)
  expect(await made.take(1000)).toBeUndefined()
})

test('what was taken makes room', async () => {
  const { made, overflow } = queue()
  for (let i = 0; i < 5; i += 1) {
    made.notify(notice('a', 'x'.repeat(MAX_WAITING_CHARS)))
    await made.take(1000)
  }
  expect(overflow).not.toHaveBeenCalled()
})
