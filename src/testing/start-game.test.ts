import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../server/server.ts'
import type { DesignParts, Game, StartOptions } from './game.ts'
import { startGame } from './start-game.ts'

const reward = { metric: { id: 'xp', type: 'point' }, verb: 'add', value: '10' }
const design: DesignParts = {
  metrics: [{ id: 'xp', name: 'XP', type: 'point' }],
  actions: [
    { id: 'like', name: 'Like', rules: [{ rewards: [reward], requires: {} }] },
    { id: 'wheel', name: 'Wheel', rules: [{ rewards: [{ ...reward, probability: 0.5 }], requires: {} }] },
  ],
  bootstrap: { scores: [{ metric: { id: 'xp', type: 'point' }, value: '0' }] },
}
const now = '2030-01-06T12:00:00Z'

const credentials = {
  client_id: 'gamify-staging',
  client_secret: 'gamify-dev-secret',
  grant_type: 'client_credentials',
}

/** A game in which neo plays, ended with the test. */
async function started(options: StartOptions = {}): Promise<Game> {
  const game = await startGame({ design, now, frozen: true, ...options })
  onTestFinished(() => game.stop())
  await game.client.call('POST /v2/admin/players', { body: { id: 'neo', alias: 'Neo' } })
  return game
}

const play = (game: Game, action_id = 'like') =>
  game.client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id }, as: 'neo', body: {} })

/** What goes round in itself. */
function cycle(): object {
  const value: { self?: object } = {}
  value.self = value
  return value
}

async function xp(game: Game): Promise<unknown> {
  const { body } = await game.client.call('GET /v2/runtime/player', { as: 'neo' })
  return body.scores[0]?.value
}

test('a game without options is an empty one, at the present time', async () => {
  const before = Date.now()
  const game = await startGame()
  onTestFinished(() => game[Symbol.asyncDispose]())
  expect((await game.clock.now()).getTime()).toBeGreaterThanOrEqual(before)
  expect((await game.client.call('GET /v2/admin/players', {})).body).toMatchObject({ total: 0 })
  expect(game.url).toBe('http://gamify.localhost')
})

test('a game says of itself what it is told to', async () => {
  const game = await started({ game: { id: 'matrix', title: 'The Matrix' } })
  const { body: token } = await game.client.request('POST', '/auth/token', { body: credentials })
  const authorization = `Bearer ${(token as { readonly access_token: string }).access_token}`
  const state = await (await game.fetch('/_gamify/state', { headers: { authorization } })).text()
  expect(JSON.parse(state.split('\n')[0] ?? '')).toMatchObject({ game: 'matrix' })
})

describe('the clock', () => {
  test('stands where it is told to, and moves when it is told to', async () => {
    const { clock } = await started()
    expect(await clock.now()).toEqual(new Date(now))
    expect(await clock.advance('1d12h')).toEqual(new Date('2030-01-08T00:00:00Z'))
    expect(await clock.advance(1000)).toEqual(new Date('2030-01-08T00:00:01Z'))
    const resumed = await clock.resume()
    await expect.poll(() => clock.now()).not.toEqual(resumed)
    const frozen = await clock.freeze()
    expect(await clock.now()).toEqual(frozen)
  })

  test.each([new Date(now), now, Date.parse(now)])('begins at %s', async (at) => {
    const { clock } = await started({ now: at })
    expect(await clock.now()).toEqual(new Date(now))
  })

  test.each([
    ['soon', /'soon' is not a valid duration/],
    [0.5, /'0.5' is not a valid duration/],
    [-1000, /'-1000' is not a valid duration/],
    ['-1d', /'-1d' is not a valid duration/],
  ])('does not advance by %s', async (by, words) => {
    const { clock } = await started()
    await expect(clock.advance(by)).rejects.toThrow(words)
    expect(await clock.now()).toEqual(new Date(now))
  })
})

describe('points to come back to', () => {
  test('a game is what it was, clock included', async () => {
    const game = await started()
    await play(game)
    expect(await game.snapshot('after a play'.replaceAll(' ', '-'))).toBe('after-a-play')
    await play(game)
    await game.clock.advance('1d')
    await game.restore('after-a-play')
    expect(await xp(game)).toBe('10')
    expect(await game.clock.now()).toEqual(new Date(now))
  })

  test('without a name the last one counts, as often as wanted', async () => {
    const game = await started()
    await game.snapshot()
    await play(game)
    await game.snapshot()
    for (let i = 0; i < 3; i += 1) {
      await play(game)
      expect(await xp(game)).toBe('20')
      await game.restore()
      expect(await xp(game)).toBe('10')
    }
  })

  test('a name is taken once, and one that is not there is told of', async () => {
    const game = await started()
    await game.snapshot('x')
    await expect(game.snapshot('x')).rejects.toMatchObject({ status: 409, code: 'snapshot_exists' })
    await expect(game.restore('y')).rejects.toMatchObject({ status: 404, code: 'snapshot_not_found' })
  })

  test('what is no text is no name', async () => {
    const game = await started()
    for (const name of [5, null, {}] as never[]) {
      await expect(game.snapshot(name)).rejects.toMatchObject({ status: 400, code: 'validation_exception' })
      await expect(game.restore(name)).rejects.toMatchObject({
        code: 'validation_exception',
        text: expect.stringMatching(/"path":"name","message":"expected string, found/),
      })
    }
  })

  test('there is none to come back to before the first', async () => {
    const game = await started()
    await expect(game.restore()).rejects.toMatchObject({
      status: 404,
      code: 'snapshot_not_found',
      description: 'No snapshot has been taken; call game.snapshot() first',
    })
  })

  test('what is asked for at once is done in turn', async () => {
    const game = await started()
    const [, saved] = await Promise.all([game.snapshot(), game.snapshot()])
    await play(game)
    await Promise.all([game.snapshot(), game.restore(), game.snapshot('x'), game.restore('x')])
    expect(await xp(game)).toBe('10')
    await expect(game.restore(saved)).rejects.toMatchObject({ code: 'snapshot_not_found' })
  })
})

describe('steps of a script', () => {
  test('are played, and what must hold is looked at', async () => {
    const game = await started()
    await game.play([
      { as: 'neo', action: 'like', count: 2 },
      { advance: '1d' },
      { expect: { player: 'neo', scores: { xp: '20' } } },
    ])
    expect(await game.clock.now()).toEqual(new Date('2030-01-07T12:00:00Z'))
  })

  test('that come out otherwise are told of, and nothing is played after them', async () => {
    const game = await started()
    const steps = [
      { as: 'neo', action: 'like' },
      { expect: { player: 'neo', scores: { xp: '99' } } },
      { as: 'neo', action: 'like' },
    ]
    await expect(game.play(steps)).rejects.toThrow(
      /^Step 2 did not go as expected: neo has xp 99\n {2}scores\.xp\n {4}wanted {2}99\n {4}got {5}10$/,
    )
    expect(await xp(game)).toBe('10')
  })

  test('that are none are told of before anything is played', async () => {
    const game = await started()
    const steps = [
      { as: 'neo', action: 'like' },
      { as: 'neo', acton: 'like' },
    ] as never
    await expect(game.play(steps)).rejects.toThrow(
      /^The steps are not valid:\n {2}step 2: acton: .*did you mean 'action'/,
    )
    expect(await xp(game)).toBe('0')
  })

  test.each<[string, unknown, RegExp]>([
    ['no list', undefined, /^The steps are not valid:\n {2}expected a list of steps$/],
    ['no step', [undefined], /step 1: expected a step/],
    ['a bigint', [{ advance: '1d' }, { as: 'neo', action: 'like', variables: { x: 5n } }], /step 2: .*BigInt/],
    ['a cycle', [{ request: 'POST /v2/admin/players', body: cycle() }], /step 1: .*circular structure[^\n]*$/],
  ])('of which one is %s', async (_, steps, words) => {
    const game = await started()
    const played = game.play(steps as never)
    await expect(played).rejects.toThrow(words)
    await expect(played).rejects.toThrow('The steps are not valid')
    expect(await game.clock.now()).toEqual(new Date(now))
  })
})

test('a call needs no input where its route needs none', async () => {
  const game = await started()
  expect((await game.client.call('GET /v2/admin/players')).body).toMatchObject({ total: 1 })
  // @ts-expect-error What has an id in its path needs it.
  await expect(game.client.call('GET /v2/admin/players/:player_id')).rejects.toMatchObject({ status: 400 })
})

test('games share nothing', async () => {
  const [one, other] = await Promise.all([started(), started()])
  await play(one)
  await one.clock.advance('1d')
  await one.snapshot('x')
  expect(await xp(other)).toBe('0')
  expect(await other.clock.now()).toEqual(new Date(now))
  await expect(other.restore('x')).rejects.toThrow('snapshot_not_found')
  await one.stop()
  expect(await xp(other)).toBe('0')
})

test('what is drawn follows from the seed', async () => {
  const fate = async (randomSeed: string): Promise<string> => {
    const game = await started({ randomSeed })
    const drawn: unknown[] = []
    for (let i = 0; i < 20; i += 1) {
      await play(game, 'wheel')
      drawn.push(await xp(game))
    }
    return drawn.join()
  }
  expect(await fate('a')).toBe(await fate('a'))
  expect(await fate('a')).not.toBe(await fate('b'))
})

describe('a game that has stopped', () => {
  test('fails every call in words, and stops once', async () => {
    const game = await started({ port: 0 })
    await Promise.all([game.stop(), game.stop()])
    await expect(game.fetch('/_gamify/health')).rejects.toMatchObject({ cause: new Error('The game has stopped') })
    await expect(play(game)).rejects.toThrow(`no answer from ${game.url}`)
    await expect(game.clock.now()).rejects.toThrow('The game has stopped')
    await expect(game.snapshot()).rejects.toThrow('The game has stopped')
    await expect(fetch(`${game.url}/_gamify/health`)).rejects.toThrow()
  })

  test('has answered what was under way', async () => {
    const game = await startGame({ design, now, frozen: true })
    const created = game.client.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const body = Promise.withResolvers<Uint8Array>()
    const slow = game.fetch('/auth/token', {
      method: 'POST',
      body: new ReadableStream({ pull: async (controller) => controller.enqueue(await body.promise) }),
      duplex: 'half',
    } as RequestInit)
    expect((await created).body).toMatchObject({ id: 'neo' })
    await game.stop()
    expect(await (await slow).json()).toMatchObject({ error: 'storage_failed' })
  })
})

describe('a game that cannot start says why', () => {
  test.each<[string, unknown, RegExp]>([
    ['an unknown option', { desing: 'design' }, /^The options.*\n {2}desing: unknown field 'desing'.*'design'/],
    ['a time that is none', { now: 'tomorrow' }, /now: expected a time such as/],
    ['a port that is none', { port: 70_000 }, /port: expected/],
    ['a zone that is none', { game: { timezone: 'Europe/Berlyn' } }, /game\.timezone: unknown time zone/],
    ['no options', null, /^The options of startGame are not valid:\n {2}expected object, found null$/],
    ['a design that is none', { design: 5 }, /design: expected a directory, or an object of the parts of a design$/],
    ['a list of designs', { design: [] }, /design: expected a directory, or an object/],
    ['a bigint', { design: { metrics: [{ id: 5n }] } }, /^The design is broken:\n {2}.*BigInt/],
    ['a cycle', { design: { metrics: [cycle()] } }, /^The design is broken:\n {2}.*circular structure[^\n]*$/],
    ['a kind that is none', { design: { metric: [] } }, /design\.metric: unknown field 'metric'.*'metrics'/],
    ['no directory', { design: 'no/such' }, /^The design directory does not exist:\n {2}\/.*no\/such$/],
    [
      'a broken component',
      {
        design: {
          metrics: [
            { id: 'xp', name: 'XP', type: 'points' },
            { name: 'Nameless', type: 'point' },
          ],
        },
      },
      /^The design is broken:\n {2}metrics\/xp type: expected one of .*\n {2}metrics\/1 id: missing/,
    ],
  ])('%s', async (_, options, words) => {
    const start = startGame(options as StartOptions)
    await expect(start).rejects.toThrow(words)
    await expect(start).rejects.toMatchObject({ name: 'StartRefused' })
  })

  test('a broken file, by line and column', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gamify-design-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    await mkdir(join(directory, 'metrics'))
    await writeFile(join(directory, 'metrics', 'xp.json'), '{ "id": "xp",\n  "name": "XP", "type": "points" }')
    await expect(startGame({ design: directory })).rejects.toThrow(/metrics\/xp\.json:2:25: type: expected one of/)
    await writeFile(join(directory, 'metrics', 'xp.json'), '{ "id": "xp",\n  "name": "XP", "type": "point" }')
    await mkdir(join(directory, 'images'))
    await writeFile(join(directory, 'images', 'logo.png'), 'no picture')
    await expect(startGame({ design: directory })).rejects.toThrow(
      /^The images of the design are broken:\n {2}.*images\/logo\.png:1:1: /,
    )
  })

  test('a port that is taken', async () => {
    const taken = createServer()
    onTestFinished(() => void taken.close())
    const port = await listen(taken, '127.0.0.1', 0)
    await expect(startGame({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
