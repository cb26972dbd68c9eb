import { expect, test } from 'vitest'
import { untilSignal } from '../../src/cli/ending-signal.ts'
import { fakeIo } from './fake-io.ts'

test('a signal that is sent before anybody listens is told to who does so first, once', async () => {
  const io = fakeIo()
  io.signal('SIGTERM')
  expect(await untilSignal(io, new AbortController())).toBe(143)
  const later: string[] = []
  io.onSignal((signal) => later.push(signal))
  expect(later).toEqual([])
})
