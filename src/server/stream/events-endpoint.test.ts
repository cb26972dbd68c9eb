import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { createAuth } from '../../auth/auth.ts'
import { sendAnswer } from '../node-answer.ts'
import { nodeCall, splitAddress } from '../node-call.ts'
import { eventsEndpoint } from './events-endpoint.ts'
import { OpenStreams, StreamSlots } from './open-streams.ts'
test('a stream of events has a place while it is open, and is refused where there is none', async () => {
  const { signal } = new AbortController()
  const slots = new StreamSlots()
  for (let i = 1; i < 30_000; i += 1) slots.take({})
  const game = fakeGame()
  const auth = createAuth({ clients: game.settings.clients, secret: game.secret, noAuth: true })
  const { endpoint } = eventsEndpoint({ game, auth, open: new OpenStreams(signal), slots, noAuth: true })
  const http = createServer((req, res) => {
    const call = nodeCall(req, res, { ...splitAddress(req.url ?? ''), params: {} }, signal)
    void Promise.resolve(endpoint(call)).then((answer) => sendAnswer(res, answer))
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  const open = async () => {
    const going = new AbortController()
    const at = `http://127.0.0.1:${(http.address() as AddressInfo).port}/?player_id=neo`
    const answer = await fetch(at, { signal: going.signal })
    return { answer, leave: () => going.abort() }
  }
  const first = await open()
  expect(first.answer.status).toBe(200)
  const refused = await open()
  expect({ status: refused.answer.status, ...((await refused.answer.json()) as object) }).toEqual({
    status: 429,
    error: 'rate_limit_exceeded',
    error_description: '30000 streams are open; try again later',
  })
  first.leave()
  await expect.poll(() => slots.full()).toBeUndefined()
  http.closeAllConnections()
  http.close()
})
