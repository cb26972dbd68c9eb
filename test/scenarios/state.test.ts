import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fault } from '../../src/game/kernel/fault.ts'
import type { ServerOptions } from '../../src/server/server.ts'
import { action, add, point } from '../support/design-parts.ts'
import { serveGame, type TestGame, type TestGameOptions } from '../support/http.ts'
import { onEachStorage, type StorageName } from '../support/storages.ts'

const design = {
  metrics: [point('xp')],
  actions: [action('like', [add('xp', '1')])],
  processes: [],
  teams: [],
  rules: [],
  leaderboards: [
    {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'xp', type: 'point' },
      cycles: ['alltime', 'daily'],
    },
  ],
  bootstrap: {},
}

const games: TestGame[] = []
afterEach(async () => {
  await Promise.all(games.splice(0).map((game) => game.stop()))
})

async function begun(options: Partial<TestGameOptions> = {}, server: Partial<ServerOptions> = {}): Promise<TestGame> {
  const game = await serveGame({ design, ...options }, server)
  games.push(game)
  return game
}

const create = (game: TestGame, id: string) => game.request('POST', '/v2/admin/players', { body: { id } })
const play = async (game: TestGame, as: string, times = 1): Promise<void> => {
  for (let i = 0; i < times; i += 1)
    expect((await game.request('POST', '/v2/runtime/actions/like/play', { as, body: {} })).status).toBe(200)
}
const tomorrow = (game: TestGame) => game.request('PATCH', '/_gamify/clock', { body: { advance: '1d' } })
const exported = async (game: TestGame, ask = {}): Promise<string> => {
  const reply = await game.request('GET', '/_gamify/state', ask)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  return reply.text
}
const put = (game: TestGame, raw: string | Uint8Array, ask = {}) =>
  game.request('PUT', '/_gamify/state', { raw, headers: { 'content-type': 'application/x-ndjson' }, ...ask })

/** Two players, three days. */
async function lived(game: TestGame): Promise<void> {
  for (const id of ['neo', 'trinity']) await create(game, id)
  for (let day = 0; day < 3; day += 1) {
    await play(game, 'neo', 3)
    await play(game, 'trinity', 2)
    await tomorrow(game)
  }
}

const shownBy = async (game: TestGame, client = 'gamify-staging'): Promise<unknown> => {
  const paths = ['/v2/admin/players/neo', '/_gamify/clock', '/_gamify/leaderboards/top?cycle=daily', '/_gamify/journal']
  const replies = await Promise.all(paths.map((path) => game.request('GET', path, { client })))
  return replies.map(({ status, text }) => [status, text])
}

onEachStorage((storage) => {
  const on = (options: Partial<TestGameOptions> = {}): Promise<TestGame> =>
    begun({ storage: storage as StorageName, ...options })

  test('a state that is imported is the game that was exported, and exports the same', async () => {
    const [one, other] = [await on(), await on()]
    await lived(one)
    const text = await exported(one)
    await create(other, 'smith')
    const { players, seq } = JSON.parse((await put(other, text)).text) as { players: number; seq: number }
    expect([players, seq]).toEqual([2, JSON.parse(text.slice(0, text.indexOf('\n'))).seq])
    expect(await exported(other)).toBe(text)
    expect(await shownBy(other)).toEqual(await shownBy(one))
    expect((await other.request('GET', '/v2/admin/players/smith')).status).toBe(404)
    for (const game of [one, other]) await play(game, 'neo', 2)
    expect(await exported(other)).toBe(await exported(one))
  })

  test('a state goes over into the other runtime', async () => {
    const game = await on()
    await lived(game)
    const client = 'gamify-production'
    expect((await put(game, await exported(game), { client })).body).toMatchObject({ players: 2 })
    expect(await shownBy(game, client)).toEqual(await shownBy(game))
    const [ours, theirs] = [await exported(game), await exported(game, { client })]
    expect(theirs).not.toBe(ours)
    expect(theirs.split('\n').slice(1, -2)).toEqual(ours.split('\n').slice(1, -2))
  })

  test('a state without its history brings no history', async () => {
    const game = await on()
    await lived(game)
    const before = (await game.request('GET', '/v2/admin/players/neo')).text
    const text = await exported(game, { query: { history: 'false' } })
    expect(text).not.toContain('"op":')
    expect((await put(game, text)).status).toBe(200)
    expect((await game.request('GET', '/v2/admin/players/neo')).text).toBe(before)
    expect((await game.request('GET', '/_gamify/journal')).text).toBe('')
    await play(game, 'neo')
    expect((await game.request('GET', '/_gamify/journal')).text).toContain('actions.play')
  })

  test('what cannot be imported changes nothing, whatever it is', async () => {
    const game = await on()
    await lived(game)
    const text = await exported(game)
    await play(game, 'neo')
    const before = await exported(game)
    const bad = [
      '',
      'hello',
      text.slice(0, text.length / 2),
      text.slice(0, -2),
      text.replace('"contract"', '"other"'),
      `${text}\n`,
    ]
    for (const raw of bad) {
      const reply = await put(game, raw)
      expect([reply.status, reply.body.error], raw.slice(0, 80)).toEqual([400, 'invalid_request'])
    }
    expect(await exported(game)).toBe(before)
    expect((await put(game, text, { headers: { 'content-encoding': 'gzip' } })).body.error_description).toContain(
      'gzip',
    )
    await play(game, 'neo')
  })

  test('a reset leaves the design, the clock and nobody', async () => {
    const game = await on()
    await lived(game)
    const clock = (await game.request('GET', '/_gamify/clock')).text
    expect((await game.request('DELETE', '/_gamify/state')).body).toEqual({
      seq: expect.any(Number) as number,
      players: 0,
      snapshot: expect.stringMatching(/^before-reset-/) as string,
    })
    expect((await game.request('GET', '/_gamify/clock')).text).toBe(clock)
    expect((await game.request('GET', '/v2/admin/players')).body.total).toBe(0)
    await create(game, 'neo')
    await play(game, 'neo')
  })
})

test('a reset brings seeds in, all or nothing', async () => {
  const files: { broken?: string } = {}
  const seeds: ServerOptions['seeds'] = async () =>
    files.broken === undefined
      ? async (game) => {
          const { createPlayer } = await import('../../src/game/players/administration.ts')
          await game.execute(createPlayer, { id: 'seeded' }, { client: 'test' })
        }
      : fault('invalid_request', { message: files.broken })
  const game = await begun({}, { seeds })
  await lived(game)
  const query = { seed: 'true' }
  expect((await game.request('DELETE', '/_gamify/state', { query })).body).toMatchObject({ players: 1 })
  expect((await game.request('GET', '/v2/admin/players')).body.data).toMatchObject([{ id: 'seeded' }])
  await create(game, 'neo')
  files.broken = 'seeds/a.json:1:1: expected a player'
  expect((await game.request('DELETE', '/_gamify/state', { query })).body).toEqual({
    error: 'invalid_request',
    error_description: files.broken,
  })
  expect((await game.request('GET', '/v2/admin/players')).body.total).toBe(2)
  expect((await game.request('DELETE', '/_gamify/state', { query: { seed: 'yes' } })).body.error).toBe(
    'invalid_request',
  )
})

test('who uploads slowly holds up nobody, and changes nothing by going away', async () => {
  const game = await begun()
  await lived(game)
  const text = await exported(game)
  await play(game, 'neo')
  const { hostname, port } = new URL(game.url)
  const socket = connect(Number(port), hostname)
  const head = `PUT /_gamify/state HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${await game.token('gamify-staging')}\r\n`
  socket.write(`${head}content-length: ${text.length}\r\n\r\n${text.slice(0, -10)}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  await play(game, 'neo', 3)
  expect((await put(game, text)).status).toBe(200)
  await play(game, 'trinity')
  const before = await exported(game)
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await exported(game)).toBe(before)
})

test('who waits to be asked for a state is asked', async () => {
  const game = await begun()
  const text = await exported(game)
  const { hostname, port } = new URL(game.url)
  const socket = connect(Number(port), hostname)
  const head = `PUT /_gamify/state HTTP/1.1\r\nhost: ${hostname}\r\nconnection: close\r\nauthorization: Bearer ${await game.token('gamify-staging')}\r\n`
  socket.write(`${head}expect: 100-continue\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`)
  const chunks: string[] = []
  for await (const chunk of socket.setEncoding('utf8')) {
    if (chunks.length === 0) socket.write(text)
    chunks.push(String(chunk))
  }
  expect(chunks[0]).toMatch(/^HTTP\/1.1 100 Continue/)
  expect(chunks.join('')).toContain('"players":0')
})

test('whoever sends much that is refused hears why', async () => {
  const game = await begun()
  const text = await exported(game)
  const [header = ''] = text.split('\n')
  const reply = await put(game, Buffer.concat([Buffer.from(`${header}\nno JSON\n`), Buffer.alloc(64 << 20, 'x')]))
  expect([reply.status, reply.body.error_description]).toEqual([400, 'Line 2 is not a JSON object'])
})

test('a server that stops waits for nobody who uploads', async () => {
  const game = await begun()
  const text = await exported(game)
  const { hostname, port } = new URL(game.url)
  const socket = connect(Number(port), hostname)
  const head = `PUT /_gamify/state HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${await game.token('gamify-staging')}\r\n`
  socket.write(`${head}content-length: ${text.length}\r\n\r\n${text.slice(0, -10)}`)
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())))
  await new Promise((resolve) => setTimeout(resolve, 100))
  games.splice(games.indexOf(game), 1)
  await game.stop()
  expect(await answered).toMatch(/^HTTP\/1.1 503 /)
  socket.destroy()
})
