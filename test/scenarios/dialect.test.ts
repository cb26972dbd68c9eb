import { describe, expect, onTestFinished, test } from 'vitest'
import { emptyDesign } from '../../src/game/design/source.ts'
import { profile } from '../../src/game/players/answer-schema.ts'
import { routes } from '../../src/game/routes.ts'
import { dialects, type Dialect } from '../../src/interface/dialect.ts'
import { action, add, become, compound, point, set, state } from '../support/design-parts.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { newPlayer, NOON, played, send, type Step } from './scenario.ts'

const design = {
  ...emptyDesign,
  metrics: [
    set('badges', [{ name: 'Rookie', description: 'Liked something' }, 'Fan', { name: 'Spy', hidden: true }]),
    compound('double', '$scores.xp * 2'),
    state('mood', { name: 'happy', description: 'All is well' }, 'sad'),
    point('xp'),
  ],
  actions: [action('like', [add('xp', '10'), add('badges', { Rookie: '1' }), become('mood', 'happy')])],
  processes: [{ id: 'walk', name: 'Walk', activities: [{ id: 'step', name: 'Step', type: 'task' }] }],
  teams: [{ id: 'crew', name: 'Crew' }],
}

/** A game that speaks a dialect, in which neo has earned something and is in a process and a team. */
async function speaking(dialect: Dialect): Promise<TestGame> {
  const game = await serveGame({ design, dialect })
  onTestFinished(() => game.stop())
  const given: readonly Step[] = [
    newPlayer('neo'),
    played('like', 'neo'),
    { call: 'POST /v2/runtime/processes', ask: { as: 'neo', body: { id: 'stroll', definition: 'walk' } } },
    { call: 'POST /v2/runtime/teams', ask: { as: 'neo', body: { id: 'nebu', definition: 'crew' } } },
  ]
  for (const step of given) expect((await send(game, step)).status, step.call).toBe(200)
  return game
}

async function answer(game: TestGame, step: Step): Promise<unknown> {
  const { status, body } = await send(game, step)
  expect(status, step.call).toBe(200)
  return body
}

const get = (path: string, query = {}): Step => ({ call: `GET ${path}`, ask: { as: 'neo', query } })
const metric = (id: string, type: string) => ({ id, name: id, type })
const happy = { name: 'happy', description: 'All is well' }
const rookie = { name: 'Rookie', description: 'Liked something', count: '1' }

const profileWith = (badges: unknown) => ({
  id: 'neo',
  alias: 'neo',
  created: NOON,
  enabled: expect.any(Boolean),
  scores: [
    { metric: metric('badges', 'set'), value: badges },
    { metric: metric('double', 'compound'), value: '20' },
    { metric: metric('mood', 'state'), value: happy },
    { metric: metric('xp', 'point'), value: '10' },
  ],
  teams: [{ id: 'nebu', name: expect.any(String), definition: { id: 'crew', name: 'Crew' }, roles: expect.any(Array) }],
})

/** Every way to see the profile of neo in version 2, but a reset, after which it has no scores. */
const profiles: readonly Step[] = [
  get('/v2/runtime/player'),
  { call: 'PATCH /v2/runtime/player', ask: { as: 'neo', body: {} } },
  get('/v2/runtime/processes/neo%2Fstroll/performers/neo'),
  get('/v2/runtime/teams/nebu/members/neo'),
  { call: 'GET /v2/admin/players/neo' },
  { call: 'PUT /v2/admin/players/neo/disable' },
  { call: 'PUT /v2/admin/players/neo/enable' },
  { call: 'PATCH /v2/admin/players/neo/scores', ask: { body: { rewards: [] } } },
]

const rewards = [
  { metric: metric('xp', 'point'), verb: 'add', value: '10', probability: 1 },
  { metric: metric('badges', 'set'), verb: 'add', value: { Rookie: '1' }, probability: 1 },
  { metric: metric('mood', 'state'), verb: 'set', value: 'happy', probability: 1 },
]
const like = { id: 'like', name: 'like', count: 1, variables: [] }

/** The whole answers of one dialect. */
const shapes = {
  documented: {
    badges: { Rookie: rookie },
    detailed: { Rookie: rookie, Fan: { name: 'Fan', count: '0' } },
    metrics: [
      { ...metric('badges', 'set'), items: ['Rookie', 'Fan', 'Spy'] },
      { ...metric('double', 'compound'), formula: '$scores.xp * 2' },
      { ...metric('mood', 'state'), states: [{ name: 'happy' }, { name: 'sad' }] },
      metric('xp', 'point'),
    ],
    actions: [{ ...like, actions: rewards, rewards }],
  },
  recorded: {
    badges: [rookie],
    detailed: [rookie, { name: 'Fan', count: '0' }],
    metrics: [
      { ...metric('badges', 'set'), items: { Rookie: { description: 'Liked something' }, Fan: {}, Spy: {} } },
      { ...metric('double', 'compound'), formula: '$scores.xp * 2' },
      { ...metric('mood', 'state'), states: { happy: { description: 'All is well' }, sad: {} } },
      metric('xp', 'point'),
    ],
    actions: [{ ...like, rewards }],
  },
} satisfies Record<Dialect, unknown>

describe.each(dialects)('a game that speaks the %s dialect', (dialect) => {
  const shape = shapes[dialect]

  test('shows the items of a set in its own shape wherever version 2 shows a profile', async () => {
    const game = await speaking(dialect)
    for (const step of profiles) expect(await answer(game, step), step.call).toEqual(profileWith(shape.badges))
    const detailed = get('/v2/runtime/player', { detailed: 'true' })
    expect(await answer(game, detailed)).toEqual(profileWith(shape.detailed))
  })

  test('tells the items and states of metrics, and the rewards of actions, in its own shape', async () => {
    const game = await speaking(dialect)
    expect(await answer(game, get('/v2/runtime/definitions/metrics'))).toEqual(shape.metrics)
    expect(await answer(game, get('/v2/runtime/actions'))).toEqual(shape.actions)
  })

  test('answers version 1, and plays, as every other', async () => {
    const game = await speaking(dialect)
    expect(await answer(game, get('/v1/player'))).toEqual(profileWith(shapes.documented.badges))
    expect(await answer(game, get('/v1/definitions/metrics'))).toEqual(shapes.recorded.metrics)
    expect(await answer(game, get('/v1/definitions/actions'))).toEqual([{ ...like, actions: rewards }])
    expect(await answer(game, played('like', 'neo'))).toMatchObject({ actions: [{ id: 'like', count: 2, rewards }] })
  })
})

test('every row of version 2 that shows a profile has its recorded shape, and no row of version 1 has any', () => {
  const recorded = routes.filter((row) => 'recorded' in row)
  expect(new Set(recorded.map(({ api }) => api))).toEqual(new Set(['v2']))
  const showing = routes.filter(({ api, out }) => api === 'v2' && out !== 'image' && out() === profile)
  expect(showing).toHaveLength(profiles.length + 1)
  expect(showing.filter((row) => !('recorded' in row))).toEqual([])
})
