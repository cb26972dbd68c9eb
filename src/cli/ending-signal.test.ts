import { expect, test } from 'vitest'
import { fakeIo } from '../../test/support/fake-io.ts'
import { untilSignal } from './ending-signal.ts'

test('a signal that is sent on by who has started us is no second one, a later one ends the program', async () => {
  let now = 0
  const io = fakeIo({ env: { GAMIFY_RELAUNCHED: '1' }, now: () => now })
  const ending = new AbortController()
  const ended = untilSignal(io, ending)
  expect(ending.signal.aborted).toBe(false)
  io.signal('SIGINT')
  io.signal('SIGINT')
  expect(await ended).toBe(130)
  expect({ aborted: ending.signal.aborted, exits: io.exits }).toEqual({ aborted: true, exits: [] })
  now = 250
  io.signal('SIGTERM')
  expect(io.exits).toEqual([143])
})

test('one that comes when all has ended ends the program', () => {
  const io = fakeIo()
  const ending = new AbortController()
  void untilSignal(io, ending)
  ending.abort()
  io.signal('SIGTERM')
  expect(io.exits).toEqual([143])
})
