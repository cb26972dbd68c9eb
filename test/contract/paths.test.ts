import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentedRoutes, fill, thingsFor } from './documented-routes.ts'
import { errors, expectError } from './error-case.ts'
import { openWorld, type World } from './world.ts'

// Nothing here comes as far as to the storage.
describe('what leads to no route', () => {
  let world: World
  let before: string
  let answers: string
  beforeAll(async () => {
    world = await openWorld('in memory')
    before = await world.stateprint()
    answers = await world.fingerprint()
  })
  afterAll(() => world.stop())

  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const others = [
    { path: '/auth', known: ['GET', 'POST'] },
    { path: '/auth/token', known: ['POST'] },
    { path: '/auth/picture', known: ['GET'] },
    { path: '/logout', known: ['GET'] },
    { path: '/v2/runtime/notifications/events', known: ['GET'] },
    { path: '/_gamify/openapi.json', known: ['GET'] },
    { path: '/_gamify/docs', known: ['GET'] },
    { path: '/_gamify/changes', known: ['GET'] },
    { path: '/_gamify/studio', known: ['GET'] },
    { path: '/_gamify/studio/players', known: ['GET'] },
    { path: '/_gamify/studio/session', known: ['POST', 'DELETE'] },
    { path: '/_gamify/studio/token', known: ['POST'] },
    { path: '/_gamify/health', known: ['GET'] },
    { path: '/_gamify/live', known: ['GET'] },
    { path: '/_gamify/ready', known: ['GET'] },
    { path: '/_gamify/metrics', known: ['GET'] },
    { path: '/_gamify/clock', known: ['GET', 'PATCH'] },
    { path: '/_gamify/journal', known: ['GET'] },
    { path: '/_gamify/design', known: ['GET'] },
  ]
  const documented = Map.groupBy(documentedRoutes, ({ path }) => path)
  const paths = [
    ...[...documented].map(([path, routes]) => ({ path, known: routes.map(({ method }) => method) })),
    ...others,
  ]

  describe('a method that a path does not know', () => {
    for (const { path, known } of paths) {
      test(path, async () => {
        const filled = fill(path, thingsFor(path))
        // Path and method are looked at before the token, and before anything else. 5.2.
        for (const method of methods.filter((each) => !known.includes(each))) {
          const reply = await world.request(method, filled, {
            client: null,
            raw: '{',
            headers: { 'content-type': 'text/json' },
          })
          expectError(reply, { status: 405, error: 'method_not_allowed' }, method)
          const allowed = (reply.headers['allow'] ?? '').split(', ').filter((each) => each !== 'HEAD')
          expect(allowed.toSorted()).toEqual(known.toSorted())
        }
        expect(await world.stateprint()).toBe(before)
      })
    }
  })

  const unknown = [
    '/',
    '/v1',
    '/v2',
    '/v3/runtime/player',
    '/v2/player',
    '/v1/runtime/player',
    '/V2/runtime/player',
    '/v2/Runtime/player',
    '/v2/runtime/player/neo',
    '/v2/runtime/actions//play',
    '/v2/runtime/actions/like/play/more',
    '/v2/runtime/actions/a/b/play',
    '/v2/admin/players/neo/tour',
    '/v2/admin/players/neo/scores/xp',
    '/auth/nobody',
    '/auth/tokens',
    '/_gamify',
    '/_gamify/nothing',
    '/favicon.ico',
    '/__proto__',
    '/v2/constructor',
    '/v2/runtime/%70layer%',
    '/..%2f..%2fetc/passwd',
    `/${'n'.repeat(10_000)}`,
  ]

  describe('a path that there is not', () => {
    for (const path of unknown) {
      test(path.slice(0, 60), async () => {
        for (const method of methods) {
          expectError(await world.request(method, path, { client: null, raw: '{' }), errors.noRoute, method)
          expectError(await world.request(method, path, { as: 'neo', body: {} }), errors.noRoute, method)
        }
        expect(await world.stateprint()).toBe(before)
      })
    }
  })

  describe('a host that is not ours (6.3)', () => {
    test.each(['example.com', '10.0.0.1:4040', 'localhost.example.com', 'gamify', ''])('%s', async (host) => {
      for (const path of ['/v2/runtime/player', '/v2/admin/', '/_gamify/health', '/nothing']) {
        expectError(await world.request('GET', path, { as: 'neo', headers: { host } }), {
          status: 403,
          error: 'forbidden_host',
        })
      }
      const ask = { as: 'neo', body: {}, headers: { host } }
      expectError(await world.request('POST', '/v2/runtime/actions/like/play', ask), {
        status: 403,
        error: 'forbidden_host',
      })
      expect(await world.stateprint()).toBe(before)
    })

    test.each(['localhost', '127.0.0.1', 'game.localhost:1', '[::1]:4040', 'LOCALHOST.'])(
      '%s is ours',
      async (host) => {
        const { status } = await world.request('GET', '/v2/runtime/player', { as: 'neo', headers: { host } })
        expect(status).toBe(200)
      },
    )
  })

  test('every path answers the preflight of a page', async () => {
    for (const path of ['/v2/runtime/player', '/v1/action/play', '/auth/token', '/_gamify/clock', '/nothing']) {
      const { status, headers } = await world.request('OPTIONS', path, {
        client: null,
        headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      })
      expect(status).toBe(204)
      expect(headers['access-control-allow-methods']).toContain('POST')
      expect(headers['access-control-allow-headers']).toContain('content-type')
    }
  })

  test('after all of them every GET answers as it did', async () => {
    expect(await world.fingerprint()).toBe(answers)
  })
})
