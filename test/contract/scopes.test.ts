import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient, ClientScope } from '../../src/auth/clients.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { documentedRoutes, fill, nameOf, thingsFor, type DocumentedRoute } from './documented-routes.ts'
import { errors, expectError } from './error-case.ts'
import { contractDesign } from './game-design.ts'

/** Sorts of calls, as far as scopes tell them apart: resource, reading or writing, gated by game or debug or not. 5.1, 2, 6.6. */
const sorts = [
  'runtime reads',
  'runtime writes',
  'admin reads',
  'admin writes',
  'gated reads',
  'gated writes',
  'design reads',
  'design writes',
  'control',
] as const
type Sort = (typeof sorts)[number]

/** What a client of each kind of scopes may do; everything else is denied. */
const matrix: readonly { readonly scopes: readonly ClientScope[] | undefined; readonly may: readonly Sort[] }[] = [
  { scopes: undefined, may: sorts },
  { scopes: [], may: [] },
  { scopes: ['runtime:r'], may: ['runtime reads'] },
  { scopes: ['runtime:w'], may: ['runtime writes'] },
  { scopes: ['runtime:rw'], may: ['runtime reads', 'runtime writes'] },
  { scopes: ['admin:r'], may: ['admin reads'] },
  { scopes: ['admin:w'], may: ['admin writes'] },
  { scopes: ['admin:rw'], may: ['admin reads', 'admin writes'] },
  { scopes: ['design:r'], may: ['design reads'] },
  { scopes: ['design:w'], may: ['design writes'] },
  { scopes: ['design:rw'], may: ['design reads', 'design writes'] },
  { scopes: ['game'], may: [] },
  { scopes: ['debug'], may: ['control'] },
  { scopes: ['game', 'runtime:rw'], may: ['runtime reads', 'runtime writes'] },
  { scopes: ['game', 'admin:r'], may: ['admin reads', 'gated reads'] },
  { scopes: ['game', 'admin:w'], may: ['admin writes', 'gated writes'] },
  { scopes: ['debug', 'admin:r'], may: ['admin reads', 'gated reads', 'control'] },
  { scopes: ['debug', 'admin:rw'], may: ['admin reads', 'admin writes', 'gated reads', 'gated writes', 'control'] },
]

const idOf = (scopes: readonly string[] | undefined): string => (scopes ? `may ${scopes.join(' ')}` : 'may all')
const clients = matrix.map(({ scopes }): ApiClient => ({
  client_id: idOf(scopes),
  client_secret: 'secret',
  runtime: 'staging',
  type: 'client',
  ...(scopes ? { scopes } : {}),
}))

const sortOf = ({ method, resource, gated }: DocumentedRoute): Sort =>
  `${gated ? 'gated' : resource} ${method === 'GET' ? 'reads' : 'writes'}`

const calls: readonly { readonly sort: Sort; readonly method: string; readonly path: string }[] = [
  // Nobody, nothing and no body: where the client may call, the call ends in an error of its own or only reads.
  ...documentedRoutes.map((route) => ({
    sort: sortOf(route),
    method: route.method,
    path: fill(route.path, thingsFor(route.path, 'nothing')),
  })),
  { sort: 'control', method: 'GET', path: '/_gamify/clock' },
  { sort: 'control', method: 'PATCH', path: '/_gamify/clock' },
  { sort: 'control', method: 'GET', path: '/_gamify/journal' },
  { sort: 'control', method: 'GET', path: '/_gamify/design' },
]

onEachStorage((storage) => {
  let game: TestGame
  beforeAll(async () => {
    game = await serveGame({ storage, design: contractDesign, clients })
  })
  afterAll(() => game.stop())

  describe('a client with the scopes', () => {
    for (const { scopes, may } of matrix) {
      test(scopes?.join(', ') ?? 'of one that lists none', async () => {
        const { seq } = game.emulator.runtime('staging').state
        for (const { sort, method, path } of calls) {
          const reply = await game.request(method, path, { client: idOf(scopes) })
          if (may.includes(sort)) expect([200, 400, 404], `${method} ${path}`).toContain(reply.status)
          else expectError(reply, errors.routeDenied, `${method} ${path}`)
        }
        expect(game.emulator.runtime('staging').state.seq).toBe(seq)
      })
    }
  })

  test('every documented route is of one sort', () => {
    expect(documentedRoutes.map(sortOf).filter((sort) => !sorts.includes(sort))).toEqual([])
    expect(new Set(documentedRoutes.map(nameOf)).size).toBe(documentedRoutes.length)
  })

  test('a client with scopes of reading may ask for the head of an answer', async () => {
    const { status, text } = await game.request('HEAD', '/v2/admin/rules', { client: idOf(['admin:r']) })
    expect([status, text]).toEqual([200, ''])
    const denied = await game.request('HEAD', '/v2/admin/rules', { client: idOf(['runtime:r']) })
    expect(denied.status).toBe(401)
  })

  test('health needs neither token nor scope', async () => {
    for (const client of [null, idOf([])]) {
      const { status, body } = await game.request('GET', '/_gamify/health', { client })
      expect([status, body]).toEqual([200, { status: 'ready', name: 'gamify', version: 'test' }])
    }
  })

  test("without authentication a call without a token is the staging client's, and a wrong token is still wrong (6.3)", async () => {
    const open = await serveGame({ storage, design: contractDesign }, { noAuth: true })
    try {
      expect((await open.request('POST', '/v2/admin/players', { client: null, body: { id: 'neo' } })).status).toBe(200)
      expect((await open.request('GET', '/_gamify/clock', { client: null })).status).toBe(200)
      const wrong = await open.request('GET', '/v2/admin/', { client: null, query: { access_token: 'nope' } })
      expectError(wrong, errors.invalidToken)
      const foreign = await open.request('GET', '/_gamify/clock', {
        client: null,
        headers: { origin: 'http://example.com' },
      })
      expectError(foreign, { status: 403, error: 'forbidden_origin' })
    } finally {
      await open.stop()
    }
  })
})
