import { expect, test } from 'vitest'
import { permissionsOf, stagingClient } from '../auth/clients.ts'
import type { Grant } from '../auth/grant.ts'
import { fakeGame, fakeRows } from './fake-game.ts'
import { rowEndpoint } from './row-endpoint.ts'

const call = {
  method: 'GET',
  path: '/v2/runtime/player',
  search: 'player_id=smith',
  params: {},
  header: () => undefined,
  body: () => Promise.resolve(''),
  signal: () => new AbortController().signal,
}
const row = fakeRows.find(({ api, path }) => api === 'v2' && path === '/runtime/player')

test.each([
  ['nobody', 404],
  ['neo', 200],
])('a token that stands for the player %s acts as that one, whomever the query names', async (player, status) => {
  if (!row) throw new Error('the row is gone')
  const grant: Grant = { client: stagingClient, permissions: permissionsOf(stagingClient), player }
  const auth = { authenticate: () => grant, token: () => grant as never }
  const endpoint = rowEndpoint(row, { game: fakeGame(), auth, checkAnswers: true })
  expect(await endpoint(call)).toMatchObject({ status })
})
