import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { fakeServer, refusal, replyOf, type FakeServer } from '../../../test/support/fake-server.ts'
import type { RequestRecord } from '../request-log.ts'

const PLAY = 'POST /v2/runtime/actions/like/play'

/** A rule that is in force, with the id it was given. */
async function ruleFor(server: FakeServer, rule: object): Promise<string> {
  const { status, body } = await server.call('POST /_gamify/faults', rule)
  expect(status).toBe(200)
  return (body as { id: string }).id
}

/** The statuses of so many plays, one after the other; 0 for a connection that was cut off. */
async function plays(server: FakeServer, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i += 1)
    statuses.push(
      await server.call(PLAY).then(
        ({ status }) => status,
        () => 0,
      ),
    )
  return statuses
}

const onDemand = (id: string, status: number, error: string): object => ({
  status,
  body: { error, error_description: `Fault on demand: the rule '${id}' applied to this call` },
})

describe('a call that a rule hits', () => {
  test('fails for a moment, and does nothing', async () => {
    const server = await fakeServer()
    const id = await ruleFor(server, { route: PLAY, rate: 1 })
    expect(await server.call(PLAY)).toMatchObject(onDemand(id, 408, 'temporary_failure'))
    expect(server.game.runs).toEqual([])
    expect((await server.call('GET /v2/runtime/player')).status).toBe(200)
  })

  test.each([
    [{ error: 'rate_limit_exceeded' }, 429, 'rate_limit_exceeded'],
    [{ error: 'player_not_found', status: 410 }, 410, 'player_not_found'],
    [{ status: 503 }, 503, 'temporary_failure'],
  ])('is answered what the rule says: %j', async (what, status, error) => {
    const server = await fakeServer()
    const id = await ruleFor(server, { route: '* /v2/runtime/**', rate: 1, ...what })
    expect(await server.call(PLAY)).toMatchObject(onDemand(id, status, error))
  })

  test('has the body of its error, whole', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: PLAY, rate: 1, error: 'validation_exception' })
    expect((await server.call(PLAY)).body).toMatchObject({ data: { valid: false, errors: [] } })
  })

  test('is cut off', async () => {
    const records: RequestRecord[] = []
    const server = await fakeServer({ onRequest: (record) => records.push(record) })
    await ruleFor(server, { route: PLAY, rate: 1, drop: true })
    const cut = { cause: { code: 'ECONNRESET' } }
    await expect(server.call(PLAY)).rejects.toMatchObject(cut)
    await expect(server.call(PLAY.replace('like', 'l%69ke'))).rejects.toMatchObject(cut)
    expect(server.game.runs).toEqual([])
    expect(records.at(-1)).toMatchObject({ method: 'POST', status: 444 })
  })

  test('waits, and is answered then', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: PLAY, rate: 1, delay_ms: 150 })
    const start = performance.now()
    expect((await server.call(PLAY)).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(140)
    expect(server.game.runs).toHaveLength(1)
  })

  test('waits for one rule and fails by the next', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: PLAY, rate: 1, delay_ms: 100 })
    const id = await ruleFor(server, { route: PLAY, rate: 1, status: 500, error: 'internal_error' })
    const start = performance.now()
    expect(await server.call(PLAY)).toMatchObject(onDemand(id, 500, 'internal_error'))
    expect(performance.now() - start).toBeGreaterThan(90)
  })

  test('has done nothing where its caller goes away while it waits', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: PLAY, rate: 1, delay_ms: 60_000 })
    const token = await server.token()
    const socket = connect(server.port, '127.0.0.1')
    const head = `POST /v2/runtime/actions/like/play?player_id=neo&access_token=${token} HTTP/1.1`
    socket.write(`${head}\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`)
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    await once(socket, 'close')
    await server.stop()
    expect(server.game.runs).toEqual([])
  })

  test('is answered at once where the server stops', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: 'GET /v2/runtime/player', rate: 1, delay_ms: 60_000 })
    const read = server.call('GET /v2/runtime/player')
    await new Promise((resolve) => setTimeout(resolve, 100))
    const start = performance.now()
    await server.stop()
    expect((await read).status).toBe(200)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('a rule hits', () => {
  test('so many calls and no more', async () => {
    const server = await fakeServer()
    const id = await ruleFor(server, { route: PLAY, rate: 1, times: 2 })
    expect(await plays(server, 4)).toEqual([408, 408, 200, 200])
    const { body } = await server.call('GET /_gamify/faults')
    expect(body).toEqual({ data: [{ id, route: PLAY, rate: 1, times: 2, hits: 2 }], total: 1 })
  })

  test('a part of the calls, the same ones once more', async () => {
    const server = await fakeServer()
    const rule = { route: PLAY, rate: 0.3 }
    await ruleFor(server, rule)
    const first = await plays(server, 60)
    const failed = first.filter((status) => status === 408).length
    expect(failed).toBeGreaterThan(5)
    expect(failed).toBeLessThan(35)
    await server.call('DELETE /_gamify/faults')
    await ruleFor(server, rule)
    expect(await plays(server, 60)).toEqual(first)
    await server.call('DELETE /_gamify/faults')
    await ruleFor(server, { ...rule, drop: true })
    expect((await plays(server, 60)).map((status) => status === 200)).not.toEqual(first.map((status) => status === 200))
  })

  test('none at rate 0', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: '* /**', rate: 0 })
    expect(await plays(server, 3)).toEqual([200, 200, 200])
  })

  test('calls by clients of its own runtime', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: '* /**', rate: 1 })
    const production = await server.token('gamify-production')
    const get = (path: string) => fetch(`${server.url}${path}player_id=neo&access_token=${production}`).then(replyOf)
    expect((await get('/v2/runtime/player?')).status).toBe(200)
    expect((await get('/_gamify/faults?')).body).toEqual({ data: [], total: 0 })
  })

  test('who asks for a token, by the client that is named', async () => {
    const server = await fakeServer()
    const staging = await server.token()
    await ruleFor(server, { route: 'POST /auth/token', rate: 1, error: 'storage_failed' })
    expect(await server.token('gamify-production')).toEqual(expect.any(String))
    const ask = async (init: RequestInit) =>
      (await replyOf(await fetch(`${server.url}/auth/token`, { method: 'POST', ...init }))).status
    const fields = { client_id: 'gamify-staging', client_secret: 'gamify-dev-secret', grant_type: 'client_credentials' }
    expect(await ask({ body: JSON.stringify(fields) })).toBe(503)
    expect(await ask({ body: new URLSearchParams(fields) })).toBe(503)
    expect(await ask({ body: '{' })).toBe(400)
    expect(await ask({ body: JSON.stringify({ ...fields, client_id: 'nobody' }) })).toBe(401)
    const head = { headers: { authorization: `Bearer ${staging}` } }
    expect((await fetch(`${server.url}/v2/runtime/player?player_id=neo`, head)).status).toBe(200)
  })

  test('no call of a control route, of none, or with a wrong token', async () => {
    const server = await fakeServer()
    const token = await server.token()
    await ruleFor(server, { route: '* /**', rate: 1 })
    const statusOf = async (path: string, bearer = token) =>
      (await server.call(`GET ${path}?player_id=neo&access_token=${bearer}`)).status
    expect(await statusOf('/_gamify/clock')).toBe(200)
    expect(await statusOf('/_gamify/health')).toBe(200)
    expect(await statusOf('/v2/nowhere')).toBe(404)
    expect(await statusOf('/v2/runtime/player', 'nope')).toBe(401)
    expect(await statusOf('/v2/runtime/player')).toBe(408)
  })

  test.each(['* /**', 'POST /auth/token'])(
    '%s, and who made the rule still gets a token that takes it out',
    async (route) => {
      const server = await fakeServer()
      await ruleFor(server, { route, rate: 1, error: 'forbidden' })
      const ask = (headers: Record<string, string>) =>
        fetch(`${server.url}/auth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{"client_id":"gamify-staging","client_secret":"gamify-dev-secret","grant_type":"client_credentials"}',
        })
      expect((await ask({})).status).toBe(403)
      const { access_token: token } = (await (await ask({ 'x-gamify-control': 'true' })).json()) as {
        access_token: string
      }
      const cleared = await fetch(`${server.url}/_gamify/faults?access_token=${token}`, { method: 'DELETE' })
      expect(await cleared.json()).toMatchObject({ total: 1 })
      expect((await ask({})).status).toBe(200)
    },
  )

  test('calls whose answer is a stream, before it begins', async () => {
    const server = await fakeServer()
    const token = await server.token()
    await ruleFor(server, { route: 'GET /v2/runtime/**', rate: 1, drop: true })
    const stream = `/v2/runtime/notifications/events?player_id=neo&access_token=${token}`
    await expect(fetch(server.url + stream)).rejects.toThrow('fetch failed')
  })

  test('calls without a token where they are taken', async () => {
    const server = await fakeServer({ noAuth: true })
    await ruleFor(server, { route: PLAY, rate: 1 })
    const { status } = await fetch(`${server.url}/v2/runtime/actions/like/play?player_id=neo`, { method: 'POST' })
    expect(status).toBe(408)
  })

  test('calls whose path is written otherwise, and those for the head alone', async () => {
    const server = await fakeServer()
    await ruleFor(server, { route: 'GET /v2/runtime/player', rate: 1 })
    const token = await server.token()
    const call = (method: string, path: string) =>
      fetch(`${server.url}${path}?player_id=neo&access_token=${token}`, { method }).then(({ status }) => status)
    expect(await call('HEAD', '/v2/runtime/player')).toBe(408)
    expect(await call('GET', '/v2/runtime/player/')).toBe(408)
  })
})

describe('rules', () => {
  test('are listed, and taken out one by one or all', async () => {
    const server = await fakeServer()
    const first = await ruleFor(server, { route: PLAY, rate: 0.5, delay_ms: 5 })
    const second = await ruleFor(server, { route: '* /v1/**', rate: 1, drop: true })
    expect(first).not.toBe(second)
    const shown = [
      { id: first, route: PLAY, rate: 0.5, delay_ms: 5, hits: 0 },
      { id: second, route: '* /v1/**', rate: 1, drop: true, hits: 0 },
    ]
    expect((await server.call('GET /_gamify/faults')).body).toEqual({ data: shown, total: 2 })
    expect(await server.call(`DELETE /_gamify/faults/${first}`)).toMatchObject({ status: 200, body: shown[0] })
    expect(await server.call(`DELETE /_gamify/faults/${first}`)).toMatchObject(refusal(404, 'fault_not_found'))
    expect((await server.call('DELETE /_gamify/faults')).body).toEqual({ data: [shown[1]], total: 1 })
    expect((await server.call('GET /_gamify/faults')).body).toEqual({ data: [], total: 0 })
  })

  test('of the other runtime are not seen, nor taken out', async () => {
    const server = await fakeServer()
    const id = await ruleFor(server, { route: PLAY, rate: 1 })
    const token = await server.token('gamify-production')
    const call = (method: string, path = '') =>
      fetch(`${server.url}/_gamify/faults${path}?access_token=${token}`, { method }).then(replyOf)
    expect((await call('GET')).body).toEqual({ data: [], total: 0 })
    expect((await call('DELETE')).body).toEqual({ data: [], total: 0 })
    expect(await call('DELETE', `/${id}`)).toMatchObject(refusal(404, 'fault_not_found'))
    expect(await plays(server, 1)).toEqual([408])
  })

  test('are a hundred at most', async () => {
    const server = await fakeServer()
    for (let i = 0; i < 100; i += 1) await ruleFor(server, { route: PLAY, rate: 0 })
    const refused = await server.call('POST /_gamify/faults', { route: PLAY, rate: 0 })
    expect(refused).toMatchObject(refusal(400, 'invalid_request'))
    await server.call('DELETE /_gamify/faults')
    await ruleFor(server, { route: PLAY, rate: 0 })
  })

  test.each<[object, string, string | RegExp]>([
    [{ rate: 1 }, 'route', /^missing/],
    [{ route: PLAY }, 'rate', /^missing/],
    [{ route: '/v2/runtime/**', rate: 1 }, 'route', /METHOD \/path/],
    [{ route: 'POST /v2/runtme/**', rate: 1 }, 'route', /no route of the service/],
    [{ route: '* /_gamify/**', rate: 1 }, 'route', /never apply/],
    [{ route: PLAY, rate: 1.5 }, 'rate', 'expected a number of at most 1'],
    [{ route: PLAY, rate: -0.1 }, 'rate', 'expected a number of at least 0'],
    [{ route: PLAY, rate: '1' }, 'rate', /expected number/],
    [{ route: PLAY, rate: 1, status: 200 }, 'status', /at least 400/],
    [{ route: PLAY, rate: 1, status: 600 }, 'status', /at most 599/],
    [{ route: PLAY, rate: 1, status: 404.5 }, 'status', /whole number/],
    [{ route: PLAY, rate: 1, error: 'rate_limit_exceded' }, 'error', /did you mean 'rate_limit_exceeded'/],
    [{ route: PLAY, rate: 1, error: '__proto__' }, 'error', "unknown error '__proto__'"],
    [{ route: PLAY, rate: 1, delay_ms: 120_001 }, 'delay_ms', /at most 120000/],
    [{ route: PLAY, rate: 1, delay_ms: -1 }, 'delay_ms', /at least 0/],
    [{ route: PLAY, rate: 1, times: 0 }, 'times', /at least 1/],
    [{ route: PLAY, rate: 1, drop: 'yes' }, 'drop', /expected boolean/],
    [{ route: PLAY, rate: 1, drop: true, error: 'temporary_failure' }, 'drop', /a dropped call gets no answer/],
    [{ route: PLAY, rate: 1, delay: '2s' }, 'delay', /unknown field 'delay'/],
  ])('that are none are refused: %j', async (rule, path, words) => {
    const server = await fakeServer()
    const { status, body } = await server.call('POST /_gamify/faults', rule)
    const message = typeof words === 'string' ? words : (expect.stringMatching(words) as string)
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'validation_exception' } })
    expect((body as { data: { errors: object[] } }).data.errors).toEqual([{ path, message }])
    expect((await server.call('GET /_gamify/faults')).body).toEqual({ data: [], total: 0 })
  })
})
