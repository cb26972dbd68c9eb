import { expect, test } from 'vitest'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { fakeServer } from '../../../test/support/fake-server.ts'
import type { LiveState } from '../../interface/control-answers.ts'

test('how far the game is comes at once, and after changes, at most ten times a second', async () => {
  const game = fakeGame()
  let seq = 1
  const live = { ...game.runtime('staging'), look: () => ({ seq, design: 'd', generation: 1, players: 2, plays: seq }) }
  const { url, token, stop } = await fakeServer({ game: { ...game, runtime: () => live } })
  const response = await fetch(`${url}/_gamify/changes`, { headers: { authorization: `Bearer ${await token()}` } })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const changing = setInterval(() => (seq += 1), 5)
  const startedAt = performance.now()
  const states: LiveState[] = []
  let stopped: Promise<void> | undefined
  for await (const chunk of response.body ?? []) {
    for (const [, json = ''] of Buffer.from(chunk)
      .toString()
      .matchAll(/data: (.*)\n\n/g))
      states.push(JSON.parse(json) as LiveState)
    if (states.length > 5) stopped ??= stop()
  }
  clearInterval(changing)
  await stopped
  expect(states[0]).toEqual({
    seq: 1,
    design: 'd',
    working: expect.any(String) as string,
    generation: 1,
    players: 2,
    plays: 1,
    problems: 0,
    now: '2030-01-01T00:00:00.000Z',
    frozen: false,
  })
  const numbers = states.map((state) => state.seq)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(performance.now() - startedAt).toBeGreaterThan(450)
})

test('nothing comes while nothing changes', async () => {
  const { url, token } = await fakeServer()
  const headers = { authorization: `Bearer ${await token()}` }
  const signal = AbortSignal.timeout(600)
  const response = await fetch(`${url}/_gamify/changes`, { headers, signal })
  let text = ''
  const reading = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })()
  await expect(reading).rejects.toThrow()
  expect(text.match(/data:/g)).toHaveLength(1)
})
