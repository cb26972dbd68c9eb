import { expect, test } from 'vitest'
import { fakeIo } from '../../../test/support/fake-io.ts'
import { listenForEnd } from './serve.ts'

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('the first signal asks for the end, %s as the second ends with %i', async (signal, code) => {
  let now = 0
  const io = fakeIo({ now: () => now })
  const ended = listenForEnd(io)
  io.signal('SIGTERM')
  await ended
  now = 50
  expect(io.exits).toEqual([])
  io.signal(signal)
  expect(io.exits).toEqual([code])
})

test.each([
  ['one that signals a process and its group', {}, 50],
  ['npm', { npm_lifecycle_event: 'start' }, 250],
  ['an older Node', { GAMIFY_RELAUNCHED: '1' }, 250],
])('under %s the echo of a signal is no second one', async (_, env, echoMs) => {
  let now = 0
  const io = fakeIo({ env, now: () => now })
  const ended = listenForEnd(io)
  io.signal('SIGINT')
  now = echoMs - 1
  io.signal('SIGINT')
  await ended
  expect(io.exits).toEqual([])
  now = echoMs
  io.signal('SIGINT')
  expect(io.exits).toEqual([130])
})
