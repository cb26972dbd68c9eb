import { expect, test } from 'vitest'
import { fakeServer } from '../../test/support/fake-server.ts'
import { createFetch } from './fetch.ts'

test('tells when all that was asked has been answered', async () => {
  const { handler, game, token } = await fakeServer()
  const { fetch, answered } = createFetch(handler)
  await answered()
  const authorization = `Bearer ${await token()}`
  const loaded = Promise.withResolvers<void>()
  Object.assign(game, { state: 'starting', ready: loaded.promise })
  const asked = fetch(new Request('http://localhost/_gamify/clock', { headers: { authorization } }))
  let isOver = false
  const over = answered().then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(isOver).toBe(false)
  loaded.resolve()
  expect((await asked).status).toBe(200)
  await over
})

test('a defect is 500, and an answer that breaks off on its way is an error', async () => {
  const defects: unknown[] = []
  const { handler, game, token } = await fakeServer({ onDefect: (defect) => defects.push(defect) })
  const headers = { authorization: `Bearer ${await token()}` }
  const { fetch } = createFetch(handler)
  const broken = async function* () {
    yield { seq: 1, at: 0, op: 'x', caller: { client: 'x' }, input: {}, events: [] }
    throw new Error('torn')
  }
  Object.assign(game.runtime('staging'), { history: broken })
  const answer = await fetch(new Request('http://localhost/_gamify/journal', { headers }))
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('torn')
  Object.assign(game.runtime('staging'), {
    history: () => {
      throw new Error('no history')
    },
  })
  expect((await fetch(new Request('http://localhost/_gamify/journal', { headers }))).status).toBe(500)
  expect(defects).toMatchObject([{ error: new Error('torn') }, { error: new Error('no history') }])
})
