import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { badges, from, newPlayer, NOON, played, rank, send, worth, xp } from './scenario.ts'

const START_S = Date.parse(NOON) / 1000

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
  })
  afterEach(() => game.stop())

  const read = async (path: string, ask: Ask = {}): Promise<{ event: string; id: string; timestamp: string }[]> => {
    const { status, body } = await game.request('GET', path, ask)
    expect(status).toBe(200)
    return body
  }
  const advance = (duration: string) => game.request('PATCH', '/_gamify/clock', { body: { advance: duration } })

  const own = ['/v2/runtime/activity', '/v1/activity']
  const ofNeo = ['/v2/admin/players/neo/activity', '/v1/game/players/neo/activity']
  const ofGame = ['/v2/admin/activity', '/v1/game/activity']

  test('a player is left out of its own feed; the game has levels and achievements, with their actor', async () => {
    const { body } = await send(game, played('like', 'neo'))
    const rewards = [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '1' }]
    await game.request('PATCH', '/v2/admin/players/neo/scores', { body: { rewards } })
    const [action, level, achievement] = [...body.events.local, ...body.events.global]
    const without = (event: object) => ({ ...event, actor: undefined })
    const score = {
      event: 'score',
      admin: true,
      changes: [from('10', xp, '11'), from('23', worth, '25')],
      id: expect.any(String),
      timestamp: NOON,
    }
    for (const path of own) {
      expect(await read(path, { as: 'neo' })).toEqual([without(action), without(level), without(achievement), score])
      expect(await read(path, { as: 'trinity' })).toEqual([])
    }
    for (const path of ofNeo)
      expect(await read(path)).toEqual([without(action), without(level), without(achievement), score])
    for (const path of ofGame) {
      expect(await read(path)).toEqual([
        {
          event: 'level',
          actor: { id: 'neo', alias: 'neo' },
          rule: { id: 'ladder' },
          changes: [from(null, rank, 'Novice')],
          id: level.id,
          timestamp: NOON,
        },
        {
          event: 'achievement',
          actor: { id: 'neo', alias: 'neo' },
          rule: { id: 'rookie' },
          changes: [{ metric: badges, delta: { Rookie: { old: null, new: '1' } } }],
          id: achievement.id,
          timestamp: NOON,
        },
      ])
    }
  })

  test('events carry the alias of their moment', async () => {
    await send(game, played('like', 'neo'))
    await game.request('PATCH', '/v2/runtime/player', { as: 'neo', body: { alias: 'The One' } })
    const [level] = (await read('/v2/admin/activity')) as unknown as { actor: { alias: string } }[]
    expect(level?.actor.alias).toBe('neo')
  })

  test('without a period a feed is of the last 24 hours, oldest first', async () => {
    await send(game, played('pour', 'neo'))
    await advance('1d')
    await send(game, played('pour', 'neo'))
    const times = async (): Promise<string[]> =>
      (await read('/v2/runtime/activity', { as: 'neo' })).map(({ timestamp }) => timestamp)
    expect(await times()).toEqual([NOON, '2030-01-07T12:00:00.000Z'])
    await advance('1ms')
    expect(await times()).toEqual(['2030-01-07T12:00:00.000Z'])
  })

  describe('a period', () => {
    /** Plays at noon, a millisecond after, and a day after noon. */
    beforeEach(async () => {
      for (const step of ['1ms', '86399999ms', '3d']) {
        await send(game, played('pour', 'neo'))
        await advance(step)
      }
    })

    const noonForms = [
      String(START_S),
      String(START_S * 1000),
      NOON,
      '2030-01-06T12:00:00Z',
      '2030-01-06T12:00',
      '2030-01-06 12:00:00',
      '2030-01-06T14:00:00+02:00',
      '2030-01-06T12:00:00.000000Z',
    ]

    test.each(noonForms)('of %s alone is an instant: both ends are inclusive', async (noon) => {
      for (const [paths, ask] of [
        [own, { as: 'neo' }],
        [ofNeo, {}],
      ] as const) {
        for (const path of paths) {
          const found = await read(path, { ...ask, query: { start: noon, end: noon } })
          expect(found.map(({ timestamp }) => timestamp)).toEqual([NOON])
        }
      }
    })

    test.each([
      { query: { start: '2030-01-06', end: '2030-01-07' }, plays: 2 },
      { query: { start: '2030-01-07', end: '2030-01-08' }, plays: 1 },
      { query: { start: '2030-01-06' }, plays: 3 },
      { query: { start: `${START_S * 1000 + 1}` }, plays: 2 },
      { query: { end: '2030-01-07T12:00:00Z' }, plays: 3 },
      { query: { end: '2030-01-07T12:00:00.001Z' }, plays: 2 },
      { query: { end: '2030-01-06' }, plays: 0 },
      { query: { start: '2031-01-01' }, plays: 0 },
      { query: { start: '2030-01-08', end: '2030-01-06' }, plays: 0 },
      { query: { start: '0', end: '9999-12-31' }, plays: 3 },
      { query: {}, plays: 0 },
    ])('$query has $plays plays', async ({ query, plays }) => {
      for (const path of own) expect(await read(path, { as: 'neo', query })).toHaveLength(plays)
      for (const path of ofNeo) expect(await read(path, { query })).toHaveLength(plays)
      for (const path of ofGame) expect(await read(path, { query })).toEqual([])
    })
  })
})
