import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OpenStreams } from './open-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stream = () => ({ end: vi.fn<() => void>(), cut: vi.fn<() => void>() })

test('a stop ends all that are open, and soon cuts off those that stay', async () => {
  const stopping = new AbortController()
  const open = new OpenStreams(stopping.signal)
  const [gone, quick, stuck] = [stream(), stream(), stream()]
  open.add(gone)()
  const quickLeaves = open.add(quick)
  open.add(stuck)
  stopping.abort()
  quickLeaves()
  expect([gone, quick, stuck].map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 1])
  expect(stuck.cut).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect([gone, quick, stuck].map(({ cut }) => cut.mock.calls.length)).toEqual([0, 0, 1])
})

test('who comes during a stop is ended at once', () => {
  const stopping = new AbortController()
  const open = new OpenStreams(stopping.signal)
  stopping.abort()
  const late = stream()
  open.add(late)
  expect(late.end).toHaveBeenCalledTimes(1)
})
