import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ApiClient } from '../../src/auth/clients.ts'
import { fakeGame } from '../support/fake-game.ts'
import { fakeServer } from '../support/fake-server.ts'
import { openGame, serve, serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { visitorOf } from '../support/sign-in-visitor.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { controlErrors } from './control-errors.ts'
import { expectDescribed } from './described.ts'
import { contractDesign } from './game-design.ts'

const BACK = 'http://app.test/back'
const clients: readonly ApiClient[] = [
  { client_id: 'coder', client_secret: 'hush', runtime: 'staging', type: 'code', redirect_uris: [BACK] },
  { client_id: 'writer', client_secret: 'hush', runtime: 'staging', type: 'client', scopes: ['runtime:w'] },
]
const EVENTS = '/v2/runtime/notifications/events'
const SIGN_IN = `/auth?${new URLSearchParams({ response_type: 'code', client_id: 'coder', redirect_uri: BACK }).toString()}`
const elsewhere = { origin: 'https://example.com' }

let game: TestGame
beforeAll(async () => {
  game = await serveGame({ design: contractDesign, clients })
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
})
afterAll(() => game.stop())

/** An answer that may be a page. */
async function fetched(
  url: string,
  headers: Record<string, string> = {},
): Promise<Pick<Reply, 'status' | 'body' | 'headers'>> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  }
}

test.each<[status: number, what: string, ask: Ask]>([
  [400, 'an event that is not there', { as: 'neo', query: { last_event_id: 'nonsense' } }],
  [400, 'nobody', {}],
  [401, 'a wrong stream token', { client: null, query: { token: 'x' } }],
  [401, 'a client that may not read', { client: 'writer', as: 'neo' }],
  [403, 'another host', { as: 'neo', headers: { host: 'example.com' } }],
  [404, 'a player who is not there', { as: 'smith' }],
])('a stream of events answers %d for %s as the document has it', async (status, _what, ask) => {
  const reply = await game.request('GET', EVENTS, ask)
  expect(reply.status).toBe(status)
  expectDescribed(`GET ${EVENTS}`, reply)
})

test('a page to sign in on is as the document has it', async () => {
  for (const [status, path, headers] of [
    [200, SIGN_IN, {}],
    [400, '/auth', {}],
    [403, SIGN_IN, elsewhere],
  ] as const) {
    const reply = await fetched(`${game.url}${path}`, headers)
    expect(reply.status).toBe(status)
    expectDescribed('GET /auth', reply)
  }
})

test('a page to sign in on that cannot be made is as the document has it', async () => {
  const fake = fakeGame(clients)
  const { url } = await fakeServer({ game: fake })
  const unreadable = Object.assign(new Error('no space left'), { name: 'StorageError' })
  const defect = new Error('a defect')
  for (const [status, error] of [
    [503, unreadable],
    [500, defect],
  ] as const) {
    const staging = fake.runtime('staging')
    fake.runtime = () => ({ ...staging, people: { ...staging.people, find: () => Promise.reject(error) } })
    const reply = await fetched(`${url}${SIGN_IN}`)
    expect(reply.status).toBe(status)
    expectDescribed('GET /auth', reply)
  }
  const staging = fake.runtime('staging')
  fake.runtime = () => ({ ...staging, failed: true })
  const stopped = await fetched(`${url}${SIGN_IN}`)
  expect([stopped.status, stopped.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expectDescribed('GET /auth', stopped)
})

test('errors of asking for a token are as the document has them', async () => {
  for (const { routes, ask } of controlErrors) {
    const route = 'POST /auth/token'
    if (!routes.includes(route) || typeof ask === 'function') continue
    expectDescribed(route, await game.request('POST', '/auth/token', ask))
  }
})

test('a code that comes again, and cannot be ended, is answered as the document has it', async () => {
  const files = new SimulatedFileSystem()
  const emulator = await openGame({ data: dataOn(files), design: contractDesign, clients })
  await emulator.ready
  const kept = await serve(emulator)
  onTestFinished(() => kept.stop())
  await kept.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const visitor = visitorOf(kept.url)
  const { hidden } = await visitor.open(SIGN_IN)
  const { location } = await visitor.open('/auth', { ...hidden, player_id: 'neo' })
  const code = new URL(location ?? '').searchParams.get('code')
  const body = { client_id: 'coder', client_secret: 'hush', grant_type: 'authorization_code', code, redirect_uri: BACK }
  const exchange = () => kept.request('POST', '/auth/token', { client: null, body })
  const first = await exchange()
  files.fault = { at: files.operations + 1, kind: 'ENOSPC' }
  const again = await exchange()
  expect([first.status, again.status]).toEqual([200, 503])
  for (const reply of [first, again]) expectDescribed('POST /auth/token', reply)
})
