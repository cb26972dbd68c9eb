import { describe, expect, test } from 'vitest'
import { fakeGame } from '../../test/support/fake-game.ts'
import { fakeServer, refusal, replyOf } from '../../test/support/fake-server.ts'
import type { ApiClient } from '../auth/clients.ts'

const play = '/v2/runtime/actions/like/play'

describe('an answer', () => {
  test('is JSON with its length, and any page may read it', async () => {
    const { call } = await fakeServer()
    const { status, headers, body } = await call(`POST ${play}`, { count: 2 })
    expect({ status, body }).toEqual({ status: 200, body: { action: { action_id: 'like' }, body: { count: 2 } } })
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length))
  })

  test('comes from the runtime of the token’s client, as the player of the query', async () => {
    const { game, call, token } = await fakeServer()
    await call(`POST ${play}?access_token=${await token('gamify-production')}&player_id=neo`, {})
    const caller = { client: 'gamify-production', player: 'neo' }
    expect(game.runs).toEqual([
      { runtime: 'production', op: 'actions.play', input: { action: { action_id: 'like' }, body: {} }, caller },
    ])
  })

  test('of an operator route is for the client alone, a player_id ignored', async () => {
    const { game, call } = await fakeServer()
    expect(await call('GET /v2/admin/')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(game.runs[0]?.caller).toEqual({ client: 'gamify-staging' })
  })

  test.each(['/v2/admin', '/v2/admin/', '/v2/runtime/player', '/v2/runtime/player/', '/v1/player'])(
    'is found with and without a final slash: %s',
    async (path) => {
      const { call } = await fakeServer()
      expect(await call(`GET ${path}`)).toMatchObject({ status: 200 })
    },
  )

  test('to HEAD has the headers of GET and no body', async () => {
    const { url, call } = await fakeServer()
    const get = await call('GET /v2/runtime/player')
    const head = await call('HEAD /v2/runtime/player')
    expect(head).toMatchObject({ status: 200, body: undefined })
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    expect(await fetch(`${url}/v2/runtime/player`, { method: 'HEAD' })).toMatchObject({ status: 401 })
  })
})

describe('what is looked at first decides', () => {
  const noScopes: ApiClient = {
    client_id: 'none',
    client_secret: 's',
    runtime: 'staging',
    type: 'client',
    scopes: ['runtime:r', 'admin:rw'],
  }

  test('the path, before anything else', async () => {
    const { call } = await fakeServer()
    for (const path of [
      '/',
      '/v2',
      '/v2/nothing',
      '/v3/runtime/player',
      '/v2/runtime/player/x',
      '//v2/runtime/player',
    ]) {
      expect(await call(`PUT ${path}?x=1`, '{"')).toMatchObject(refusal(404, 'route_not_found'))
    }
  })

  test('then the method, and the answer tells those that there are', async () => {
    const { call } = await fakeServer()
    const reply = await call('PUT /v2/admin/players?x=1', '{"')
    expect(reply).toMatchObject(refusal(405, 'method_not_allowed'))
    expect(reply.headers.get('allow')).toBe('GET, HEAD, POST')
    expect((await call('GET /auth/token?x=1')).headers.get('allow')).toBe('POST')
  })

  test('then the token', async () => {
    const { call } = await fakeServer()
    expect(await call(`POST ${play}?player_id=nobody`, '{"')).toMatchObject(refusal(401, 'invalid_access_token'))
    expect(await call(`POST ${play}?access_token=x.y`, '{"')).toMatchObject(refusal(401, 'invalid_access_token'))
  })

  test('then the scope', async () => {
    const { call, token } = await fakeServer({ game: fakeGame([noScopes]) })
    const access = `access_token=${await token('none', 's')}`
    const denied = {
      status: 401,
      body: { error: 'access_denied', error_description: 'You are not allowed to access this api route' },
    }
    expect(await call(`POST ${play}?${access}`, '{"')).toMatchObject(denied)
    expect(await call(`GET /v2/runtime/player?${access}&player_id=neo`)).toMatchObject({ status: 200 })
    expect(await call(`HEAD /v2/runtime/player?${access}&player_id=neo`)).toMatchObject({ status: 200 })
    expect(await call(`GET /v2/admin/players?${access}`)).toMatchObject(denied)
    expect(await call(`GET /v2/admin/players/neo?${access}`)).toMatchObject({ status: 200 })
  })

  test('then the player', async () => {
    const { call, token } = await fakeServer()
    const access = `access_token=${await token()}`
    for (const query of [access, `${access}&player_id=`]) {
      expect(await call(`POST ${play}?${query}`, '{"')).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_player',
          error_description: "The 'player_id' parameter should be specified in the query",
        },
      })
    }
    expect(await call(`POST ${play}?${access}&player_id=nobody`, '{"')).toMatchObject(refusal(404, 'player_not_found'))
    expect(await call(`POST ${play}?${access}&player_id=smith`, '{"')).toMatchObject(refusal(401, 'access_denied'))
  })

  test('then body and parameters, and only then the operation', async () => {
    const { call, game } = await fakeServer()
    expect(await call(`POST ${play}`, '{"')).toMatchObject(refusal(400, 'invalid_json'))
    expect(await call('GET /v2/admin/players/:neo')).toMatchObject({
      status: 400,
      body: { error: 'validation_exception' },
    })
    expect(game.runs).toEqual([])
    game.execute = async () => ({ fault: 'action_not_found', facts: { id: 'like' } })
    expect(await call(`POST ${play}`, {})).toMatchObject({
      status: 404,
      body: { error: 'action_not_found', error_description: "The action 'like' does not exist" },
    })
  })
})

describe('POST /auth/token', () => {
  const fields = { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', grant_type: 'client_credentials' }
  const post = async (url: string, body: string | URLSearchParams, headers: Record<string, string> = {}) =>
    replyOf(await fetch(`${url}/auth/token`, { method: 'POST', body, headers }))
  const answer = { access_token: expect.any(String), token_type: 'Bearer', expires_in: 86_400 }

  test('takes JSON and forms', async () => {
    const { url } = await fakeServer()
    const json = await post(url, JSON.stringify(fields), { 'content-type': 'application/json' })
    expect(json).toMatchObject({ status: 200, body: answer })
    expect(json.headers.get('cache-control')).toBe('no-store')
    expect(await post(url, new URLSearchParams(fields))).toMatchObject({ status: 200, body: answer })
  })

  test('takes either from a caller who does not say which it is', async () => {
    const { url } = await fakeServer()
    const untyped = (text: string) =>
      // Bytes have no type of their own.
      fetch(`${url}/auth/token`, { method: 'POST', body: new TextEncoder().encode(text) }).then(replyOf)
    for (const text of [JSON.stringify(fields), ` ${JSON.stringify(fields)}`, String(new URLSearchParams(fields))])
      expect(await untyped(text)).toMatchObject({ status: 200, body: answer })
    expect(await untyped('{"client_id')).toMatchObject(refusal(400, 'invalid_json'))
    expect(await untyped('[5]')).toMatchObject(refusal(400, 'validation_exception'))
  })

  test('tells what is wrong', async () => {
    const { url } = await fakeServer()
    expect(await post(url, '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Missing: client_id, client_secret, grant_type' },
    })
    expect(await post(url, 'client_id=a')).toMatchObject(refusal(400, 'invalid_json'))
    expect(await post(url, '[5]')).toMatchObject(refusal(400, 'validation_exception'))
    expect(await post(url, new URLSearchParams({ ...fields, client_secret: 'no' }))).toMatchObject({
      status: 401,
      body: { error: 'client_auth_fail', error_description: 'Client authentication failed' },
    })
    expect(await post(url, new URLSearchParams({ ...fields, grant_type: 'password' }))).toMatchObject({ status: 400 })
  })
})

describe('what is the emulator’s own fault', () => {
  test('is 500 with an id that the log has too', async () => {
    const defects: { id: string; error: unknown }[] = []
    const { call, game } = await fakeServer({ onDefect: (defect) => defects.push(defect) })
    game.execute = () => Promise.reject(new TypeError('oops'))
    const { status, body, headers } = await call(`POST ${play}`, {})
    expect({ status, body }).toMatchObject(refusal(500, 'internal_error'))
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(defects).toMatchObject([{ isStorage: false, method: 'POST', path: play, error: { message: 'oops' } }])
    expect(JSON.stringify(body)).toContain(defects[0]?.id)
    expect(JSON.stringify(body)).not.toContain('oops')
  })

  const storageError = (message: string): Error => Object.assign(new Error(message), { name: 'StorageError' })

  test('is 503 where the journal cannot be written, and the log is told once', async () => {
    const defects: unknown[] = []
    const { call, game } = await fakeServer({ onDefect: (defect) => defects.push(defect) })
    const failure = storageError('disk full')
    game.state = 'storage_failed'
    game.execute = () => Promise.reject(failure)
    for (let again = 0; again < 2; again++) {
      expect(await call(`POST ${play}`, {})).toMatchObject({
        status: 503,
        body: { error: 'storage_failed', error_description: expect.stringContaining('disk full') },
      })
    }
    expect(defects).toMatchObject([{ isStorage: true, method: 'POST', path: play, error: failure }])
  })

  test('is 503 for the calls that need a file which cannot be read, and the log is told once', async () => {
    const defects: { error: unknown }[] = []
    const { call, game } = await fakeServer({ onDefect: (defect) => defects.push(defect) })
    game.execute = () => Promise.reject(storageError('the design v1 is missing'))
    for (let again = 0; again < 2; again++) {
      expect(await call(`POST ${play}`, {})).toMatchObject({
        status: 503,
        body: { error: 'storage_failed', error_description: 'the design v1 is missing' },
      })
    }
    expect(defects).toMatchObject([{ error: { message: 'the design v1 is missing' } }])
    game.execute = undefined
    expect(await call(`POST ${play}`, {})).toMatchObject({ status: 200 })
  })

  test('is 503 on every route of a runtime that has stopped, whatever else is wrong with the call', async () => {
    const { call, game, token } = await fakeServer()
    game.failed.add('staging')
    for (const request of [
      `POST ${play}`,
      'POST /v2/admin/players',
      'PATCH /_gamify/clock',
      'DELETE /v2/admin/players/:',
    ]) {
      expect(await call(request, '{"')).toMatchObject(refusal(503, 'storage_failed'))
    }
    expect(await call('GET /_gamify/journal')).toMatchObject(refusal(503, 'storage_failed'))
    expect(await call(`POST ${play}?player_id=nobody&access_token=x.y`)).toMatchObject({ status: 401 })
    const elsewhere = `access_token=${await token('gamify-production')}&player_id=neo`
    expect(await call(`POST ${play}?${elsewhere}`, {})).toMatchObject({ status: 200 })
    expect(game.runs).toMatchObject([{ runtime: 'production' }])
  })

  test('is a call that waits for a game which cannot be loaded', async () => {
    const { call, game } = await fakeServer()
    game.state = 'starting'
    game.ready = Promise.reject(storageError('damaged'))
    game.ready.catch(() => {})
    expect(await call(`POST ${play}?x=1`, {})).toMatchObject(refusal(503, 'storage_failed'))
  })

  test.each([
    ['too many fields', { id: 'neo', extra: 1 }],
    ['too few', {}],
    ['one of another type', { id: 5 }],
  ])('is an answer with %s, where answers are checked', async (_what, answer) => {
    const { z } = await import('zod')
    const { fakeRows } = await import('../../test/support/fake-game.ts')
    const out = z.object({ id: z.string() })
    const routes = fakeRows.map((row) => ({ ...row, out: () => out }))
    const strict = await fakeServer({ routes })
    strict.game.execute = async () => answer
    expect(await strict.call('GET /v2/runtime/player')).toMatchObject(refusal(500, 'internal_error'))
    const lax = await fakeServer({ routes, checkAnswers: false })
    lax.game.execute = async () => answer
    expect(await lax.call('GET /v2/runtime/player')).toMatchObject({ status: 200, body: answer })
  })
})

describe('without authentication', () => {
  test('a call without a token is the staging client’s', async () => {
    const { call, game } = await fakeServer({ noAuth: true })
    expect(await call(`POST ${play}?player_id=neo`, {})).toMatchObject({ status: 200 })
    expect(game.runs).toMatchObject([{ runtime: 'staging', caller: { client: 'gamify-staging', player: 'neo' } }])
    expect(await call(`POST ${play}?player_id=neo&access_token=wrong`, {})).toMatchObject({ status: 401 })
  })
})

test('a log is told every request, and no secret', async () => {
  const records: { path: string }[] = []
  const { call, token, url } = await fakeServer({ onRequest: (record) => records.push(record) })
  const access = await token()
  await call(`POST ${play}?player_id=neo&access_token=${access}&jwt=a:b&%61ccess_token=c`, {})
  await call(`GET /nowhere?client_secret=d&x=1`)
  await fetch(`${url}/v2/runtime/player`, { headers: { authorization: `Bearer ${access}` } })
  expect(records).toEqual([
    { at: expect.any(Number), method: 'POST', path: '/auth/token', status: 200, ms: expect.any(Number) },
    {
      at: expect.any(Number),
      method: 'POST',
      path: `${play}?player_id=neo&access_token=***&jwt=***&%61ccess_token=***`,
      status: 200,
      runtime: 'staging',
      ms: expect.any(Number),
    },
    expect.objectContaining({ path: '/nowhere?client_secret=***&x=1', status: 404, error: 'route_not_found' }),
    expect.objectContaining({ path: '/v2/runtime/player', status: 400, error: 'invalid_player' }),
  ])
  expect(JSON.stringify(records)).not.toContain(access)
})
