import { describe, expect, test } from 'vitest'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { fakeServer } from '../../../test/support/fake-server.ts'
import type { ApiClient } from '../../auth/clients.ts'
import type { HistoryEntry } from '../../emulator/history/history-range.ts'
import type { Call } from '../call.ts'
import { healthRoutes } from './health.ts'

const noFiles = { directory: null, loaded: [], problems: [] }

describe('GET /_gamify/health', () => {
  test.each([
    ['ready', 200],
    ['starting', 503],
    ['storage_failed', 503],
  ] as const)('tells %s with %i, and asks for no token', async (state, status) => {
    const { game, call } = await fakeServer()
    game.state = state
    const reply = await call('GET /_gamify/health?')
    expect(reply).toMatchObject({ status, body: { status: state, name: 'gamify', version: '1.2.3' } })
    expect(reply.body).not.toHaveProperty('data')
  })

  test('tells the data directory of a game that has one', async () => {
    const { game, call } = await fakeServer()
    Object.assign(game.settings, { data: { directory: '/games/one/.gamify' } })
    expect(await call('GET /_gamify/health?')).toMatchObject({ body: { data: '/games/one/.gamify' } })
  })
})

test.each([
  ['the design', [], 'The design stopped after a failed write'],
  ['both runtimes', ['staging', 'production'], 'Both runtimes stopped after a failed write'],
])('GET /_gamify/ready says that %s stopped', async (_, failed, message) => {
  const { game, call } = await fakeServer()
  game.state = 'storage_failed'
  for (const runtime of failed) game.failed.add(runtime)
  expect(await call('GET /_gamify/ready?')).toMatchObject({
    status: 503,
    body: { status: 'storage_failed', message: expect.stringContaining(message) as string },
  })
})

test('a game that stops is live and not ready', async () => {
  const stopping = AbortSignal.abort()
  const routes = healthRoutes({ game: fakeGame(), version: '1', stopping, designFiles: () => noFiles, node: undefined })
  const answers = await Promise.all(routes.map(async ({ endpoint }) => endpoint({} as Call)))
  expect(routes.map(({ path }, i) => [path, answers[i]?.status])).toEqual([
    ['/_gamify/health', 200],
    ['/_gamify/live', 200],
    ['/_gamify/ready', 503],
  ])
  expect(JSON.parse(answers[2]?.body as string)).toEqual({
    status: 'stopping',
    message: 'The emulator is stopping, and accepts no more connections.',
  })
})

test('control routes take a token with scope debug', async () => {
  const client: ApiClient = {
    client_id: 'game',
    client_secret: 's',
    runtime: 'staging',
    type: 'client',
    scopes: ['game', 'admin:rw'],
  }
  const { call, token } = await fakeServer({ game: fakeGame([client]) })
  const requests = ['GET /_gamify/clock', 'PATCH /_gamify/clock', 'GET /_gamify/journal', 'GET /_gamify/design']
  for (const request of requests) {
    const body = request.startsWith('GET') ? undefined : '{"'
    expect(await call(`${request}?`, body)).toMatchObject({ status: 401, body: { error: 'invalid_access_token' } })
    expect(await call(`${request}?access_token=${await token('game', 's')}`, body)).toMatchObject({
      status: 401,
      body: { error: 'access_denied' },
    })
  }
})

test('control routes wait for the game to be loaded', async () => {
  const { call, game } = await fakeServer()
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(game, { state: 'starting', ready: promise })
  let answered = false
  const reply = call('GET /_gamify/clock').finally(() => (answered = true))
  await new Promise((wait) => setTimeout(wait, 100))
  expect(answered).toBe(false)
  resolve()
  expect(await reply).toMatchObject({ status: 200 })
})

test('a game that waits for its design refuses calls, and its health lists the problems', async () => {
  const problem = {
    file: '/game/design/metrics/xp.json',
    line: 3,
    column: 1,
    kind: 'metrics',
    id: 'xp',
    path: '',
    message: 'not JSON',
  }
  const files = { directory: '/game/design', loaded: [], problems: [problem] }
  const { call, game } = await fakeServer({ designFiles: () => files })
  game.state = 'waiting'
  for (const request of ['GET /_gamify/clock', 'GET /_gamify/design', 'GET /v2/runtime/player'])
    expect(await call(request)).toMatchObject({ status: 503, body: { error: 'not_ready' } })
  const { line, column, message } = problem
  expect(await call('GET /_gamify/health?')).toMatchObject({
    status: 503,
    body: {
      status: 'waiting',
      name: 'gamify',
      version: '1.2.3',
      problems: [{ file: 'metrics/xp.json', line, column, message }],
    },
  })
})

test('an unknown control route is one like any other', async () => {
  const { call } = await fakeServer()
  expect(await call('GET /_gamify/nothing')).toMatchObject({ status: 404, body: { error: 'route_not_found' } })
  expect(await call('DELETE /_gamify/clock')).toMatchObject({ status: 405 })
})

describe('/_gamify/clock', () => {
  const change = async (body: unknown) => {
    const { call } = await fakeServer()
    return call('PATCH /_gamify/clock', body)
  }

  test('shows game time', async () => {
    const { call } = await fakeServer()
    expect(await call('GET /_gamify/clock')).toMatchObject({
      status: 200,
      body: { now: '2030-01-01T00:00:00.000Z', frozen: false },
    })
  })

  test.each([
    [{ advance: '1d' }, '2030-01-02T00:00:00.000Z', false],
    [{ advance: 'PT90M', frozen: true }, '2030-01-01T01:30:00.000Z', true],
    [{ now: '2031-01-01' }, '2031-01-01T00:00:00.000Z', false],
    [{ now: 1_925_000_000 }, '2031-01-01T02:13:20.000Z', false],
    [{ frozen: true }, '2030-01-01T00:00:00.000Z', true],
    [{}, '2030-01-01T00:00:00.000Z', false],
  ])('takes %j', async (body, now, frozen) => {
    expect(await change(body)).toMatchObject({ status: 200, body: { now, frozen } })
  })

  test.each([{ now: 'tomorrow' }, { now: '2029-12-31' }, { now: -5 }])('cannot be set to %j', async (body) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { error: 'invalid_date' } })
  })

  test.each([
    [{ advance: '-1d' }, 'advance'],
    [{ advance: 5 }, 'advance'],
    [{ advance: '1d', now: '2031-01-01' }, 'advance'],
    [{ now: true }, 'now'],
    [{ frozen: 'yes' }, 'frozen'],
    [{ advnace: '1d' }, 'advnace'],
  ])('refuses %j', async (body, path) => {
    const errors = [{ path, message: expect.any(String) }]
    expect(await change(body)).toMatchObject({ status: 400, body: { error: 'validation_exception', data: { errors } } })
  })

  test('is shown once what it shows is kept', async () => {
    const { call, game } = await fakeServer()
    const { promise, resolve } = Promise.withResolvers<void>()
    game.kept = promise
    let answered = false
    const reply = call('GET /_gamify/clock').finally(() => (answered = true))
    await new Promise((wait) => setTimeout(wait, 100))
    expect(answered).toBe(false)
    resolve()
    expect(await reply).toMatchObject({ status: 200, body: { now: '2030-01-01T00:00:00.000Z' } })
  })

  test('is the clock of the token’s runtime', async () => {
    const { call, token } = await fakeServer()
    await call('PATCH /_gamify/clock', { advance: '1d' })
    const production = `access_token=${await token('gamify-production')}`
    expect(await call(`GET /_gamify/clock?${production}`)).toMatchObject({ body: { now: '2030-01-01T00:00:00.000Z' } })
  })
})

describe('GET /_gamify/design', () => {
  test('tells what the token’s runtime runs, and what there is of the files, as it is at the time', async () => {
    const xp = { kind: 'metrics', id: 'xp', file: '/game/design/metrics/xp.json' }
    const designFiles = { directory: '/game/design', loaded: [xp], problems: [{ ...at(3), message: 'not JSON' }] }
    const { call, token } = await fakeServer({ designFiles: () => designFiles })
    const problems = [{ ...at(3), path: '', message: 'not JSON' }]
    const body = { directory: '/game/design', hash: 'hash of staging', loaded: [xp], problems }
    expect(await call('GET /_gamify/design')).toMatchObject({ status: 200, body })
    const production = `GET /_gamify/design?access_token=${await token('gamify-production')}`
    expect((await call(production)).body).toEqual({ ...body, hash: null })
    designFiles.problems = []
    expect((await call('GET /_gamify/design')).body).toEqual({ ...body, problems: [] })
  })

  test('tells of a component what is wrong where in it', async () => {
    const problem = { ...at(7), kind: 'metrics', id: 'xp', path: 'name', message: 'name: missing' }
    const { call } = await fakeServer({ designFiles: () => ({ directory: '/d', loaded: [], problems: [problem] }) })
    expect((await call('GET /_gamify/design')).body).toMatchObject({ problems: [problem] })
  })

  test('tells of no files where there are none', async () => {
    const { call } = await fakeServer()
    expect((await call('GET /_gamify/design')).body).toMatchObject({ directory: null, loaded: [], problems: [] })
  })

  const at = (line: number) => ({ file: '/game/design/metrics/xp.json', line, column: 1 })
})

describe('GET /_gamify/journal', () => {
  const DAY_MS = 86_400_000
  const entry = (seq: number, player = 'neo'): HistoryEntry => ({
    seq,
    at: Date.UTC(2030, 0, 1) + seq * DAY_MS,
    op: 'actions.play',
    caller: { client: 'gamify-staging', player },
    input: { id: 'like' },
    events: [{ event: 'action' }],
  })
  const filled = async () => {
    const server = await fakeServer({ noAuth: true })
    for (const seq of [1, 2, 3, 4]) server.game.append(entry(seq, seq === 3 ? 'trinity' : 'neo'))
    return server
  }
  const linesOf = (text: string): HistoryEntry[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))

  test('is the history, an entry a line', async () => {
    const { url } = await filled()
    const response = await fetch(`${url}/_gamify/journal`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const [first, ...others] = linesOf(await response.text())
    expect(first).toEqual({ ...entry(1), at: '2030-01-02T00:00:00.000Z' })
    expect(others).toHaveLength(3)
  })

  test.each([
    ['since=3', [3, 4]],
    ['until=2', [1, 2]],
    ['since=2&until=3', [2, 3]],
    ['since=2030-01-03T00:00:00Z', [2, 3, 4]],
    ['until=2030-01-03', [1, 2]],
    [`since=${Date.UTC(2030, 0, 4) / 1000}`, [3, 4]],
    ['player_id=trinity', [3]],
    ['since=9', []],
    ['follow=false', [1, 2, 3, 4]],
  ])('takes %s', async (query, seqs) => {
    const { url } = await filled()
    const text = await (await fetch(`${url}/_gamify/journal?${query}`)).text()
    expect(linesOf(text).map(({ seq }) => seq)).toEqual(seqs)
  })

  test.each([
    ['since=soon', 'invalid_date'],
    ['until=2030-13-01', 'invalid_date'],
    ['follow=maybe', 'invalid_request'],
  ])('refuses %s', async (query, error) => {
    const { call } = await filled()
    expect(await call(`GET /_gamify/journal?${query}`)).toMatchObject({ status: 400, body: { error } })
  })

  test('followed, shows what is and then what comes, until the caller goes', async () => {
    const { url, game } = await filled()
    const going = new AbortController()
    const response = await fetch(`${url}/_gamify/journal?since=4&follow=true`, { signal: going.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(linesOf((await reader?.read())?.value ?? '')).toMatchObject([{ seq: 4 }])
    game.append(entry(5))
    expect(linesOf((await reader?.read())?.value ?? '')).toMatchObject([{ seq: 5 }])
    expect(game.followers).toBe(1)
    going.abort()
    await reader?.closed.catch(() => {})
    await expect.poll(() => game.followers).toBe(0)
  })

  test('followed up to an entry, ends with the history', async () => {
    const { url } = await filled()
    const response = await fetch(`${url}/_gamify/journal?since=2&until=3&follow=true`)
    expect(linesOf(await response.text()).map(({ seq }) => seq)).toEqual([2, 3])
  })

  test('followed, begins before anything has happened', async () => {
    const { url } = await fakeServer({ noAuth: true })
    const going = new AbortController()
    expect(await fetch(`${url}/_gamify/journal?follow=1`, { signal: going.signal })).toMatchObject({ status: 200 })
    going.abort()
  })

  test('is read no faster than the caller takes it', async () => {
    const { url, game } = await fakeServer({ noAuth: true })
    const big = 'x'.repeat(100_000)
    for (let seq = 1; seq <= 400; seq++) game.append({ ...entry(seq), input: big })
    const going = new AbortController()
    const response = await fetch(`${url}/_gamify/journal`, { signal: going.signal })
    await expect.poll(() => game.given).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(game.given).toBeLessThan(300)
    expect(linesOf(await response.text())).toHaveLength(400)
  })
})
