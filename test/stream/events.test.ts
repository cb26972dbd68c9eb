import fc from 'fast-check'
import { EventSource } from 'undici'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../src/auth/clients.ts'
import { contractDesign } from '../contract/game-design.ts'
import { runs, TIMEOUT_MS } from '../properties/runs.ts'
import { newPlayer, played, send } from '../scenarios/scenario.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import { happening } from '../support/subject-events.ts'
import { newsOf } from '../support/subject-news.ts'
import { eventsPath, openEvents, type ServedEvent } from './event-reader.ts'
import { listed, newToken, rewarded, streamToken } from './stream-client.ts'

const secret = 'a secret for tests'
const clients: readonly ApiClient[] = [
  { client_id: 'writer', client_secret: secret, runtime: 'staging', type: 'client', scopes: ['runtime:w'] },
]

let game: TestGame
beforeEach(async () => {
  game = await serveGame({ design: contractDesign, clients })
  for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
})
afterEach(() => game.stop())

/** So many events of a stream, from an event on where one is named. */
async function read(as: string, count: number, after?: string): Promise<ServedEvent[]> {
  const reader = await openEvents(game, as, after)
  const events: ServedEvent[] = []
  while (events.length < count) {
    const event = await reader.next()
    if (event) events.push(event)
    else break
  }
  await reader.leave()
  return events
}

test('notifications come as they happen, as the list has them', async () => {
  const reader = await openEvents(game, 'neo')
  await send(game, played('like', 'neo'))
  await rewarded(game, 'trinity')
  await rewarded(game, 'neo')
  const list = await listed(game, 'neo')
  expect(list.length).toBeGreaterThan(2)
  for (const notification of list)
    expect(await reader.next()).toEqual({ event: 'notification', id: notification.id, data: notification })
  await reader.leave()
})

test('the answer is what browsers expect', async () => {
  const going = new AbortController()
  const token = await streamToken(game, 'neo')
  const { status, headers } = await fetch(`${game.url}${eventsPath}?token=${token}`, { signal: going.signal })
  expect({ status, type: headers.get('content-type'), cache: headers.get('cache-control') }).toEqual({
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    cache: 'no-store',
  })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  going.abort()
})

test('a published client goes on after the event that it names', async () => {
  const token = await game.token('gamify-staging')
  const source = new EventSource(`${game.url}${eventsPath}?player_id=neo&access_token=${token}`)
  const ids: string[] = []
  source.addEventListener('notification', (event) => void ids.push((event as MessageEvent).lastEventId))
  await expect.poll(() => source.readyState).toBe(EventSource.OPEN)
  await rewarded(game, 'neo')
  const idsListed = async () => (await listed(game, 'neo')).map(({ id }) => id)
  const first = await idsListed()
  await expect.poll(() => ids).toEqual(first)
  source.close()
  await rewarded(game, 'neo')
  const again = new EventSource(
    `${game.url}${eventsPath}?player_id=neo&access_token=${token}&last_event_id=${first.at(-1)}`,
  )
  again.addEventListener('notification', (event) => void ids.push((event as MessageEvent).lastEventId))
  await expect.poll(async () => ids.length === (await idsListed()).length).toBe(true)
  expect(ids).toEqual(await idsListed())
  again.close()
})

describe('what was missed', () => {
  test('comes first, with whether it was seen', async () => {
    for (let i = 0; i < 4; i += 1) await rewarded(game, 'neo')
    const [first, second, ...rest] = await listed(game, 'neo')
    await game.request('POST', '/v2/runtime/notifications', { as: 'neo', body: { ids: [second?.id] } })
    const events = await read('neo', rest.length + 1, first?.id)
    expect(events.map(({ data }) => data)).toEqual([{ ...second, seen: true }, ...rest])
  })

  test('comes whole, where it is very much', async () => {
    const start = (await rewarded(game, 'neo'), (await listed(game, 'neo')).at(-1))
    const guild = newsOf({ kind: 'team', id: 'guild' })
    const invite = guild.event('invite', 'trinity', {
      roles: {},
      state: 'PENDING',
      invitee: { id: 'neo', alias: 'neo' },
    })
    const runtime = game.emulator.runtime('staging')
    await runtime.execute(happening, { events: [guild.created('trinity', ['leader'], 'guild')] }, { client: 'test' })
    for (let i = 0; i < 7; i += 1)
      await runtime.execute(happening, { events: Array.from({ length: 100 }, () => invite) }, { client: 'test' })
    const list = (await listed(game, 'neo')).slice(-700)
    expect((await read('neo', 700, start?.id)).map(({ id }) => id)).toEqual(list.map(({ id }) => id))
  })

  test.each([
    ['no id', 'nonsense'],
    ['an id of no event', '01898000-0000-7000-8000-000000000000'],
  ])('is not known after %s', async (_what, id) => {
    await rewarded(game, 'neo')
    for (const ask of [{ headers: { 'last-event-id': id } }, { query: { last_event_id: id } }]) {
      const { status, body } = await game.request('GET', eventsPath, { as: 'neo', ...ask })
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' })
    }
  })

  test("is not known after another's notification", async () => {
    await rewarded(game, 'trinity')
    const [first] = await listed(game, 'trinity')
    const { status, body } = await game.request('GET', eventsPath, {
      as: 'neo',
      query: { last_event_id: first?.id ?? '' },
    })
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_request' })
  })
})

describe('the stream is refused', () => {
  test.each<[what: string, ask: () => Promise<Ask> | Ask, status: number, error: string]>([
    ['without a token', () => ({ client: null, as: 'neo' }), 401, 'invalid_access_token'],
    ['for a wrong stream token', () => ({ client: null, query: { token: 'x' } }), 401, 'invalid_access_token'],
    [
      'for a stream token that was used',
      async () => {
        const token = await streamToken(game, 'neo')
        const going = new AbortController()
        await fetch(`${game.url}${eventsPath}?token=${token}`, { signal: going.signal })
        going.abort()
        return { client: null, query: { token } }
      },
      401,
      'invalid_access_token',
    ],
    ['to a client that may not read', () => ({ client: 'writer', as: 'neo' }), 401, 'access_denied'],
    ['where no player is named', () => ({}), 400, 'invalid_player'],
    ['for a player who is not there', () => ({ as: 'smith' }), 404, 'player_not_found'],
  ])('%s', async (_what, ask, status, error) => {
    const reply = await game.request('GET', eventsPath, await ask())
    expect({ status: reply.status, error: reply.body.error }).toEqual({ status, error })
  })

  test('for another method, and HEAD is answered without it', async () => {
    const { status, headers } = await game.request('POST', eventsPath, { as: 'neo' })
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' })
    const head = await game.request('HEAD', eventsPath, { as: 'neo' })
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
  })
})

test('without authentication a page of another site needs a token, as everywhere', async () => {
  const open = await serveGame({ design: contractDesign }, { noAuth: true })
  await send(open, newPlayer('neo'))
  const statusOf = async (query: string, origin: string): Promise<number> => {
    const going = new AbortController()
    const { status } = await fetch(`${open.url}${eventsPath}?${query}`, { headers: { origin }, signal: going.signal })
    going.abort()
    return status
  }
  expect(await statusOf('player_id=neo', 'http://localhost:3000')).toBe(200)
  expect(await statusOf('player_id=neo', 'https://evil.example')).toBe(403)
  expect(await statusOf(`token=${await streamToken(open, 'neo')}`, 'https://shop.example')).toBe(200)
  await open.stop()
})

test.each(['the access token', 'a stream token that it gave'])(
  'a stream that %s opened ends with the logout of that token, and no other does',
  async (by) => {
    const other = await openEvents(game, 'neo')
    const access = await newToken(game)
    const bearer = { authorization: `Bearer ${access}` }
    const opener =
      by === 'the access token' ? `access_token=${access}` : `token=${await streamToken(game, 'neo', bearer)}`
    const response = await fetch(`${game.url}${eventsPath}?player_id=neo&${opener}`)
    expect(response.status).toBe(200)
    await game.request('POST', '/v2/logout', { client: null, headers: bearer })
    await rewarded(game, 'neo')
    expect(await response.text()).toBe('')
    const [notification] = await listed(game, 'neo')
    expect((await other.next())?.id).toBe(notification?.id)
    await other.leave()
  },
)

test(
  'everything comes exactly once and in order, however often the reader goes away',
  async () => {
    const what = fc.oneof(
      { weight: 6, arbitrary: fc.constant('reward' as const) },
      { weight: 1, arbitrary: fc.constant('reward another' as const) },
      { weight: 3, arbitrary: fc.constant('leave' as const) },
      { weight: 2, arbitrary: fc.constant('read' as const) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(what, { maxLength: 25 }), async (steps) => {
        await rewarded(game, 'neo')
        const before = await listed(game, 'neo')
        let last = before.at(-1)?.id
        let reader = await openEvents(game, 'neo', last)
        const ids: string[] = []
        let sent = 0
        const sending: Promise<unknown>[] = []
        // What could not be sent never comes: it ends the wait for it.
        const { promise: refused, reject: refuse } = Promise.withResolvers<never>()
        const reward = (player: string): void => {
          sending.push(rewarded(game, player).catch(refuse))
        }
        const take = async (): Promise<void> => {
          const event = await Promise.race([reader.next(), refused])
          if (event) ids.push((last = event.id))
          // A stream may end, as that of a slow reader: who reads it comes again and goes on, as browsers do.
          else reader = await openEvents(game, 'neo', last)
        }
        for (const step of steps) {
          if (step === 'reward') {
            sent += 1
            reward('neo')
          } else if (step === 'reward another') reward('trinity')
          else if (step === 'read' && ids.length < sent) await take()
          else if (step === 'leave') {
            await reader.leave()
            reader = await openEvents(game, 'neo', last)
          }
        }
        await Promise.race([Promise.all(sending), refused])
        const expected = (await listed(game, 'neo')).slice(before.length).map(({ id }) => id)
        while (ids.length < expected.length) await take()
        await reader.leave()
        expect(ids).toEqual(expected)
      }),
      runs(25),
    )
  },
  TIMEOUT_MS,
)
