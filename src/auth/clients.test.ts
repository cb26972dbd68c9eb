import { expect, test } from 'vitest'
import { type ApiClient, type ClientScope, DEVELOPMENT_SECRET, knownClients, permissionsOf } from './clients.ts'
const client = (scopes?: readonly ClientScope[]): ApiClient => ({
  client_id: 'app',
  client_secret: 'hush',
  runtime: 'production',
  type: 'client',
  scopes,
})

test('the development clients stand beside those listed, one for each runtime', () => {
  const clients = knownClients([client()])
  expect(clients.map(({ client_id, runtime }) => [client_id, runtime])).toEqual([
    ['gamify-staging', 'staging'],
    ['gamify-production', 'production'],
    ['app', 'production'],
  ])
  expect(clients[0]?.client_secret).toBe(DEVELOPMENT_SECRET)
})

test('a game may do without the development clients', () => {
  expect(knownClients([client()], false)).toEqual([client()])
})

test('no scopes mean all of them', () => {
  const all = ['game', 'debug', 'runtime:r', 'runtime:w', 'admin:r', 'admin:w', 'design:r', 'design:w']
  expect([...permissionsOf(client())]).toEqual(all)
})

test('reading and writing are granted apart, and an empty list grants nothing', () => {
  const permissions = permissionsOf(client(['runtime:r', 'admin:w', 'design:rw', 'game']))
  expect([...permissions]).toEqual(['runtime:r', 'admin:w', 'design:r', 'design:w', 'game'])
  expect(permissionsOf(client([])).size).toBe(0)
})
