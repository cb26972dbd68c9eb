import { expect, test } from 'vitest'
import { fakeGame, fakePicture, fakeRows } from '../../../test/support/fake-game.ts'
import { createFetch } from '../fetch.ts'
import { createHandler } from '../handler.ts'

const PLAY = '/v2/runtime/actions/like/play?player_id=neo'

/** A game that is called without a socket, under one rule for plays. */
async function under(rule: object) {
  const game = fakeGame()
  const stopping = new AbortController()
  const routes = [...fakeRows, fakePicture]
  const options = { emulator: game, routes, version: '1.2.3', noAuth: true, onDefect: () => {} }
  const { fetch } = createFetch(createHandler(options, { host: 'localhost', secure: false, stopping: stopping.signal }))
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new Request(`http://localhost${path}`, { method: 'POST', ...init }))
  const body = JSON.stringify({ route: 'POST /v2/runtime/actions/*/play', rate: 1, ...rule })
  expect((await call('/_gamify/faults', { body })).status).toBe(200)
  return { game, call }
}

test('a call without a socket that a rule hits is answered an error', async () => {
  const { game, call } = await under({ error: 'rate_limit_exceeded' })
  const answer = await call(PLAY)
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 429,
    body: { error: 'rate_limit_exceeded' },
  })
  expect(game.runs).toEqual([])
})

test('one that is cut off rejects', async () => {
  const { game, call } = await under({ drop: true })
  await expect(call(PLAY)).rejects.toThrow('fetch failed')
  expect(game.runs).toEqual([])
})

test('one that waits for no time at all goes on', async () => {
  const { game, call } = await under({ delay_ms: 0 })
  expect((await call(PLAY)).status).toBe(200)
  expect(game.runs).toHaveLength(1)
})

test('one that waits goes on then, and one that is given up has done nothing', async () => {
  const { game, call } = await under({ delay_ms: 100 })
  const start = performance.now()
  expect((await call(PLAY)).status).toBe(200)
  expect(performance.now() - start).toBeGreaterThan(90)
  await expect(call(PLAY, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout|aborted/)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(game.runs).toHaveLength(1)
})
