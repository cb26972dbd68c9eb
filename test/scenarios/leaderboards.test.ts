import { expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { teamMade } from '../support/subject-events.ts'
import { newPlayer, played, scenarios, xp, type Step } from './scenario.ts'

const player = (id: string) => ({ id, alias: id })
const players = [newPlayer('neo'), newPlayer('trinity'), newPlayer('oracle')]
const guild = teamMade({
  id: 'zion',
  definition: 'guild',
  owner: 'neo',
  members: { neo: ['leader'], trinity: ['member'] },
})

/** Neo has 10, trinity 10 after that, oracle nothing. */
const started = [...players, { events: [guild] }, played('like', 'neo'), played('like', 'trinity')]

const page = (call: string, data: readonly object[], ask: Ask = {}, total = data.length) => ({
  call,
  ask: { as: 'neo', ...ask },
  body: { data, total },
})
/** The same read in both versions. */
const pages = (id: string, query: Ask['query'], data: readonly object[], total?: number) => ({
  v2: page(`GET /v2/runtime/leaderboards/${id}`, data, { query: query ?? {} }, total),
  v1: page(`GET /v1/leaderboards/${id}`, data, { query: query ?? {} }, total),
})

const neo = { player: player('neo'), score: '10', rank: 1 }
const trinity = { player: player('trinity'), score: '10', rank: 1 }
const like = { id: 'like', name: 'Like', count: 1, score: '10' }

const definition = (id: string, more: object = {}) => ({
  id,
  name: id,
  entity_type: 'players',
  metric: xp,
  scope: { type: 'game' },
  cycles: ['alltime', 'daily'],
  ...more,
})
const definitions = [
  definition('best', { scope: { type: 'custom' } }),
  definition('guilds', {
    entity_type: 'teams',
    scope: { type: 'team_definition', id: 'guild' },
    cycles: ['alltime'],
  }),
  definition('inside', { scope: { type: 'team_instance', id: 'guild' } }),
  definition('squads', { entity_type: 'teams', scope: { type: 'custom' } }),
  definition('top', { name: 'Top' }),
]

const register = (word: string, body: object): Step => ({
  call: `POST /v2/admin/leaderboards/best/${word}`,
  ask: { body },
})
const both = { entity_ids: ['trinity', 'neo'], scopes: ['a', 'best/b'] }
const registered = (event: string) => ({
  event,
  board: 'best',
  kind: 'players',
  entities: ['trinity', 'neo'],
  scopes: ['a', 'b'],
})

const points = [
  { date: '2030-01-05', rank: -1 },
  { date: '2030-01-06', score: '10', rank: 1 },
]
const trend = [
  { player: player('oracle'), data: [points[0], { date: '2030-01-06', rank: -1 }] },
  { player: player('trinity'), data: points },
]
const trendQuery = { entity_ids: 'oracle,trinity', start: '2030-01-05', end: '2030-12-31' }

scenarios([
  {
    name: 'the boards of the design are listed',
    given: players,
    v2: { call: 'GET /v2/runtime/leaderboards', ask: { as: 'neo' }, body: definitions },
    v1: { call: 'GET /v1/leaderboards', ask: { as: 'neo' }, body: definitions },
    events: [],
  },
  { name: 'a board ranks who has a score', given: started, ...pages('top', {}, [neo, trinity]), events: [] },
  {
    name: 'a page around a player has the rows next to it, and how many there are in all',
    given: started,
    ...pages('top', { entity_id: 'trinity', radius: '0', skip: '7' }, [trinity], 2),
    events: [],
  },
  {
    name: 'a page relative to the caller is around the caller',
    given: started,
    ...pages('top', { ranking: 'relative', radius: '0' }, [neo], 2),
    events: [],
  },
  {
    name: 'limit -1 shows all, in ascending order from the last',
    given: started,
    ...pages('top', { sort: 'ascending', limit: '-1', cycle: 'daily' }, [trinity, neo]),
    events: [],
  },
  {
    name: 'a day before the first score is empty',
    given: started,
    ...pages('top', { cycle: 'daily', timestamp: '2030-01-05' }, []),
    events: [],
  },
  {
    name: 'a board of teams ranks what members earned',
    given: started,
    ...pages('guilds', {}, [{ team: { id: 'zion', name: 'zion' }, score: '20', rank: 1 }]),
    events: [],
  },
  {
    name: 'a board within a team ranks its members',
    given: [...started, played('like', 'oracle')],
    ...pages('inside', { team_instance_id: 'zion' }, [neo, trinity]),
    events: [],
  },
  {
    name: 'details tell which actions gave the score; version 1 knows none',
    given: started,
    v2: page(
      'GET /v2/runtime/leaderboards/top',
      [{ ...neo, actions: [like] }],
      {
        query: { detailed: 'true', entity_id: 'neo', radius: '0' },
      },
      2,
    ),
    v1: page('GET /v1/leaderboards/top', [neo], { query: { detailed: 'true', entity_id: 'neo', radius: '0' } }, 2),
    events: [],
  },
  ...['merge', 'merge_with'].map((name) => ({
    name: `${name} shows scores of other boards`,
    given: [...started, played('like', 'neo', { scopes: [{ id: 'best/a', entity_id: 'trinity' }] })],
    v2: page(
      'GET /v2/runtime/leaderboards/top',
      [
        { player: player('neo'), score: ['top', '20', 'inside', '20', 'best', '0'], rank: 1 },
        { player: player('trinity'), score: ['top', '10', 'inside', '10', 'best', '10'], rank: 2 },
      ],
      { query: { [name]: 'inside|daily,best|alltime', team_instance_id: 'zion', scope_id: 'a' } },
    ),
    events: [],
  })),
  {
    name: 'a trend tells of each player how it stood',
    given: started,
    v2: { call: 'GET /v2/runtime/leaderboard/top/trend', ask: { as: 'neo', query: trendQuery }, body: trend },
    v1: { call: 'GET /v1/leaderboards/top/trend', ask: { as: 'neo', query: trendQuery }, body: trend },
    events: [],
  },
  {
    name: 'an operator puts players on a custom board',
    given: players,
    v2: { ...register('register', both), body: { ok: 1 } },
    events: [registered('leaderboard:registered')],
  },
  {
    name: 'an operator puts players on a custom board who are there',
    given: [...players, register('register', both)],
    v2: { ...register('register', both), body: { ok: 1 } },
    events: [],
  },
  {
    name: 'an operator takes players off a custom board',
    given: [...players, register('register', both)],
    v2: { ...register('deregister', both), body: { ok: 1 } },
    events: [registered('leaderboard:deregistered')],
  },
])

onEachStorage((storage) => {
  test('the control routes answer the same without a player', async () => {
    const { request, stop } = await serveGame({ storage, design: contractDesign })
    try {
      for (const id of ['neo', 'trinity']) {
        await request('POST', '/v2/admin/players', { body: { id } })
        await request('POST', '/v2/runtime/actions/like/play', { as: id, body: {} })
      }
      const twins: readonly (readonly [string, string, Ask['query']?])[] = [
        ['leaderboards', 'leaderboards'],
        ['leaderboards/top', 'leaderboards/top'],
        ['leaderboards/top', 'leaderboards/top', { entity_id: 'trinity', radius: '0', detailed: 'true' }],
        ['leaderboards/top/trend', 'leaderboard/top/trend', { entity_ids: 'neo' }],
      ]
      for (const [control, runtime, query = {}] of twins) {
        const { status, text } = await request('GET', `/_gamify/${control}`, { query })
        expect({ status, text }).toEqual({
          status: 200,
          text: (await request('GET', `/v2/runtime/${runtime}`, { as: 'neo', query })).text,
        })
      }
      const relative = await request('GET', '/_gamify/leaderboards/top', { query: { ranking: 'relative' } })
      expect(relative).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
      const aroundNeo = { query: { ranking: 'relative', player_id: 'neo', radius: '0' } }
      const { body } = await request('GET', '/_gamify/leaderboards/top', aroundNeo)
      expect(body.data).toMatchObject([{ player: { id: 'neo' } }])
    } finally {
      await stop()
    }
  })
})
