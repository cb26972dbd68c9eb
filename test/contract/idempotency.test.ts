import { afterEach, describe, expect, test } from 'vitest'
import { serveGame, START_MS, type Ask, type Reply, type TestGame, type TestGameOptions } from '../support/http.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { contractDesign } from './game-design.ts'
import { askOf, pathOf } from './success-case.ts'
import { successCases } from './success-cases.ts'
import { prepare } from './success-run.ts'
import { openWorld } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const keyed = (ask: Ask, key: string): Ask => ({ ...ask, headers: { ...ask.headers, 'idempotency-key': key } })

const isRepeat = ({ headers }: Reply): boolean => headers['idempotent-replayed'] === 'true'

/** Ends the login of the token that it carries, so that a repeat has no right to an answer. */
const LOGOUT = 'POST /v2/logout'

describe('a repeat with the same key gets the first answer, and changes nothing', () => {
  for (const each of successCases)
    for (const route of each.routes.filter((name) => !name.startsWith('GET ') && name !== LOGOUT))
      test([route, each.when ?? []].flat().join(': '), async () => {
        const world = await openWorld('in memory')
        expect(await prepare(world, each)).toBeUndefined()
        const call = () => {
          const [method = ''] = route.split(' ')
          return world.request(method, pathOf(each, route, world.facts), keyed(askOf(each, route, world.facts), 'once'))
        }
        const first = await call()
        expect(first.status, first.text).toBe(200)
        expect(isRepeat(first)).toBe(false)
        const before = await world.stateprint()
        const second = await call()
        expect(second.text).toBe(first.text)
        expect(isRepeat(second)).toBe(true)
        expect(await world.stateprint()).toBe(before)
        await world.stop()
      })
})

const games: TestGame[] = []
afterEach(async () => {
  for (const game of games.splice(0)) await game.stop()
})

async function gameOf(options: Partial<TestGameOptions> = {}): Promise<TestGame> {
  const game = await serveGame({ design: contractDesign, ...options })
  games.push(game)
  return game
}

async function gameWithNeo(options: Partial<TestGameOptions> = {}): Promise<TestGame> {
  const game = await gameOf(options)
  for (const id of ['neo', 'trinity']) await game.request('POST', '/v2/admin/players', { body: { id } })
  return game
}

const like = (game: TestGame, key: string, ask: Ask = {}): Promise<Reply> =>
  game.request('POST', '/v2/runtime/actions/like/play', keyed({ as: 'neo', body: {}, ...ask }, key))

const seqOf = (game: TestGame): number => game.emulator.runtime('staging').state.seq

test('a key is of one caller and one call', async () => {
  const game = await gameWithNeo()
  const first = await like(game, 'a')
  const others = await like(game, 'a', { as: 'trinity' })
  expect([others.status, isRepeat(others), others.text === first.text]).toEqual([200, false, false])
  const before = seqOf(game)
  const wrong = [
    await like(game, 'a', { body: { count: 2 } }),
    await game.request('POST', '/v2/runtime/actions/visit/play', keyed({ as: 'neo', body: {} }, 'a')),
    await game.request('POST', '/v1/action/play', keyed({ as: 'neo', body: { id: 'like' } }, 'a')),
  ]
  for (const reply of wrong)
    expect([reply.status, reply.body]).toEqual([
      422,
      {
        error: 'idempotency_key_reused',
        error_description: "The idempotency key 'a' was already used for another call",
      },
    ])
  expect(seqOf(game)).toBe(before)
  expect(isRepeat(await like(game, 'a'))).toBe(true)
})

test('a key for a change of the design stays free if it is refused, and then cannot be used for another one', async () => {
  const game = await gameOf()
  const metrics = '/v2/design/versions/latest/metrics'
  const create = (id: string) => game.request('POST', metrics, keyed({ body: { id, name: id, type: 'point' } }, 'm'))
  await game.request('POST', metrics, { body: { id: 'taken', name: 'Taken', type: 'point' } })
  expect((await create('taken')).body).toMatchObject({ error: 'metric_exists' })
  expect((await create('gems')).status).toBe(200)
  expect((await create('stars')).body).toMatchObject({ error: 'idempotency_key_reused' })
  expect(isRepeat(await create('gems'))).toBe(true)
})

test.each([
  ['', 400],
  ['x'.repeat(256), 400],
  ['caf\u00e9', 400],
  ['x'.repeat(255), 200],
  ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', 200],
  ['__proto__', 200],
  ['a, b', 200],
])('the key %j is answered with %i', async (key, status) => {
  const game = await gameWithNeo()
  const before = seqOf(game)
  const reply = await like(game, key)
  expect(reply.status, reply.text).toBe(status)
  expect(seqOf(game)).toBe(before + (status === 200 ? 1 : 0))
  if (status === 400)
    expect(reply.body).toEqual({
      error: 'invalid_request',
      error_description: "The header 'Idempotency-Key' must have 1 to 255 characters of ASCII",
    })
})

test('reads ignore a key', async () => {
  const game = await gameWithNeo()
  const read = () => game.request('GET', '/v2/runtime/player', keyed({ as: 'neo' }, 'r'))
  const first = await read()
  await like(game, 'r')
  const second = await read()
  expect([isRepeat(second), second.text === first.text]).toEqual([false, false])
})

test('a refused call leaves its key free', async () => {
  const game = await gameOf()
  const create = (id: string) => game.request('POST', '/v2/admin/players', keyed({ body: { id } }, 'c'))
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  expect((await create('neo')).status).toBe(409)
  expect((await create('trinity')).status).toBe(200)
})

test('a call that changed nothing is not decided again when it would', async () => {
  const game = await gameWithNeo()
  const rename = (name: string, key: string) =>
    game.request('PATCH', '/v2/runtime/player', keyed({ as: 'neo', body: { alias: name } }, key))
  await rename('Neo', 'first')
  const nothing = await rename('Neo', 'nothing')
  await rename('The One', 'second')
  expect((await rename('Neo', 'nothing')).text).toBe(nothing.text)
  const { body } = await game.request('GET', '/v2/runtime/player', { as: 'neo' })
  expect(body.alias).toBe('The One')
})

test('of two at once, one is decided', async () => {
  const game = await gameWithNeo()
  const before = seqOf(game)
  const replies = await Promise.all(Array.from({ length: 20 }, () => like(game, 'at once')))
  expect(seqOf(game)).toBe(before + 1)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.filter(isRepeat)).toHaveLength(19)
})

test('of two at once that wait for earlier entries, one is decided', async () => {
  const game = await gameWithNeo()
  const { body } = await like(game, 'like')
  const revert = () =>
    game.request('POST', '/v2/admin/players/neo/revert', keyed({ body: { event_ids: [body.events.local[0].id] } }, 'r'))
  const replies = await Promise.all([revert(), revert(), revert()])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.filter(isRepeat)).toHaveLength(2)
})

test('a key is free again after 24 hours of game time', async () => {
  const game = await gameWithNeo()
  const { clock } = game.emulator.runtime('staging')
  await like(game, 'day')
  await clock.change({ now: START_MS + DAY_MS - 1 })
  expect(isRepeat(await like(game, 'day'))).toBe(true)
  await clock.change({ now: START_MS + DAY_MS })
  expect(isRepeat(await like(game, 'day'))).toBe(false)
  expect(isRepeat(await like(game, 'day'))).toBe(true)
})

test.each([
  ['the entries', false],
  ['a checkpoint', true],
])('a key survives a restart from %s', async (_, isStopped) => {
  const files = new SimulatedFileSystem()
  const game = await gameWithNeo({ data: dataOn(files) })
  const first = await like(game, 'kept')
  const left = isStopped ? files : files.crash('none')
  const stopped = games.pop()?.stop()
  if (isStopped) await stopped
  // Its files are gone.
  else await expect(stopped).rejects.toThrow('the program was stopped')
  const again = await gameOf({ data: dataOn(left, 2) })
  const second = await like(again, 'kept')
  expect([second.text, isRepeat(second)]).toEqual([first.text, true])
})

test('a rewind to before a call frees its key; a restore brings it back', async () => {
  const game = await gameWithNeo()
  const runtime = game.emulator.runtime('staging')
  const { seq } = runtime.state
  await like(game, 'again')
  await runtime.snapshots.save('liked')
  await runtime.rewind({ seq })
  await runtime.snapshots.restore('liked')
  expect(isRepeat(await like(game, 'again'))).toBe(true)
  await runtime.rewind({ seq })
  expect(isRepeat(await like(game, 'again'))).toBe(false)
})

test('an imported game knows the keys of the one that was exported', async () => {
  const game = await gameWithNeo()
  const first = await like(game, 'moved')
  const { text } = await game.request('GET', '/_gamify/state')
  const other = await gameOf()
  expect((await other.request('PUT', '/_gamify/state', { raw: text })).status).toBe(200)
  const second = await like(other, 'moved')
  expect([second.text, isRepeat(second)]).toEqual([first.text, true])
})

test('the history shows neither keys nor answers, and a search does not find them', async () => {
  const game = await gameWithNeo()
  await like(game, 'secret-key')
  const found = (text: string) => game.request('GET', '/_gamify/journal', { query: { text } })
  expect((await found('secret-key')).text).toBe('')
  const { text } = await found('actions.play')
  expect(text).toContain('"op":"actions.play"')
  expect(text).not.toContain('secret-key')
})
