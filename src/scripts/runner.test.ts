import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { runScripts, type PlacedStep, type TimedResult } from './runner.ts'
import { readSteps } from './script-file.ts'

/** A service that takes everything. */
const willing: Client = {
  call: () => Promise.reject(new Error('no step calls this')),
  request: async () => ({ body: { done: 3, failed: [] }, text: '' }),
  close: async () => {},
} as never

test('the time of a call is that of its step, or shared by those that went in it', async () => {
  const like = { as: 'neo', action: 'like' }
  const steps = readSteps([like, like, like, { ...like, expect: {} }])
  if ('problems' in steps) throw new Error('wrong steps')
  const placed: PlacedStep[] = steps.map((step, i) => ({ ...step, line: i + 1, column: 1 }))
  let now = 0
  const times: (readonly [number, boolean])[] = []
  await runScripts(willing, [{ file: 'a.json', name: 'a', players: [], steps: placed }], {
    bail: false,
    keep: false,
    snapshotPrefix: 'play-script-0',
    signal: new AbortController().signal,
    now: () => (now += 6),
    reporter: {
      step: (_script, { elapsedMs, isShare }: TimedResult) => times.push([elapsedMs, isShare]),
      end: () => {},
    },
  })
  expect(times).toEqual([
    [2, true],
    [2, true],
    [2, true],
    [6, false],
  ])
})
