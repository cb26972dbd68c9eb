import { expect, test } from 'vitest'
import { type FakeGame, fakeGame, fakeRows } from '../../test/support/fake-game.ts'
import type { Auth } from '../auth/auth.ts'
import { permissionsOf, stagingClient } from '../auth/clients.ts'
import type { Grant } from '../auth/credentials.ts'
import type { Endpoint } from './call.ts'
import { RecentAnswers } from './idempotency.ts'
import { rowEndpoint } from './row-endpoint.ts'
import { openUploads } from './upload.ts'

const call = {
  method: 'GET',
  path: '/v2/runtime/player',
  search: 'player_id=smith',
  query: { player_id: 'smith' },
  authorization: undefined,
  params: {},
  header: () => undefined,
  body: () => Promise.resolve(''),
  stream: () => {
    throw new Error('the row takes no stream')
  },
  upload: () => Promise.reject(new Error('the row takes no image')),
  handOver: () => Promise.reject(new Error('the row answers by itself')),
  cutOff: () => {},
  signal: () => new AbortController().signal,
}
const row = fakeRows.find(({ api, path }) => api === 'v2' && path === '/runtime/player')

const auth = (player: string): Auth => {
  const grant: Grant = { client: stagingClient, permissions: permissionsOf(stagingClient), player }
  const never = (): never => {
    throw new Error('a row asks for nothing but who calls')
  }
  return {
    authenticate: () => grant,
    findSession: never,
    watch: never,
    token: never,
    signIn: never,
    logout: never,
    streamToken: never,
    takeStreamToken: never,
  }
}

function endpointAs(player: string, game: FakeGame): Endpoint {
  if (!row) throw new Error('the row is gone')
  const uploads = openUploads(new AbortController().signal)
  return rowEndpoint(row, { game, auth: auth(player), checkAnswers: true, uploads, answers: new RecentAnswers() })
}

test.each([
  ['nobody', 404],
  ['neo', 200],
])('a token that stands for the player %s acts as that one, whomever the query names', async (player, status) => {
  expect(await endpointAs(player, fakeGame())(call)).toMatchObject({ status })
})

test('a player is refused only once what refuses it is kept', async () => {
  const game = fakeGame()
  const { promise, resolve } = Promise.withResolvers<void>()
  game.kept = promise
  let answered = false
  const answer = Promise.resolve(endpointAs('smith', game)(call)).finally(() => (answered = true))
  await new Promise(setImmediate)
  expect(answered).toBe(false)
  resolve()
  expect(await answer).toMatchObject({ status: 401, error: 'access_denied' })
  expect(game.runs).toEqual([])
})

test('a player who may act waits for nothing', async () => {
  const game = fakeGame()
  const answer = endpointAs('neo', game)(call)
  expect(game.runs).toHaveLength(1)
  expect(await answer).toMatchObject({ status: 200 })
})
