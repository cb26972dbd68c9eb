import { expect, test } from 'vitest'
import { fakeIo } from '../../../../test/support/fake-io.ts'
import { listenForEnd } from './ending.ts'

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('the first %s asks for the end, the second ends with %i', async (signal, code) => {
  const io = fakeIo()
  const ended = listenForEnd(io)
  io.signal('SIGTERM')
  await ended
  expect(io.exits).toEqual([])
  io.signal(signal)
  expect(io.exits).toEqual([code])
})

test.each([
  ['npm', { npm_lifecycle_event: 'start' }],
  ['an older Node', { GAMIFY_RELAUNCHED: '1' }],
])('under %s the echo of a signal is no second one', async (_, env) => {
  let now = 0
  const io = fakeIo({ env, now: () => now })
  const ended = listenForEnd(io)
  io.signal('SIGINT')
  now = 249
  io.signal('SIGINT')
  await ended
  expect(io.exits).toEqual([])
  now = 250
  io.signal('SIGINT')
  expect(io.exits).toEqual([130])
})
