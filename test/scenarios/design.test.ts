import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kinds } from '../../src/game/design/source.ts'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'

/** A component of each kind, with every reference in it good, and a change of it. */
const samples: Readonly<Record<(typeof kinds)[number], { component: Record<string, unknown>; change: object }>> = {
  metrics: {
    component: { id: 'apple', name: 'Apple', type: 'point', constraints: { max: '10' } },
    change: { constraints: { max: '20' } },
  },
  actions: {
    component: { id: 'apple', name: 'Apple', rules: [{ rewards: [], requires: {} }] },
    change: { probability: 0.5 },
  },
  processes: {
    component: {
      id: 'apple',
      name: 'Apple',
      lanes: [{ name: 'left' }],
      activities: [{ id: 'study', name: 'Study', type: 'task', lane: 'left' }],
    },
    change: { settings: { access: ['PUBLIC'] } },
  },
  teams: {
    component: { id: 'apple', name: 'Apple', permissions: [['member', { leave: true }]] },
    change: { creator_roles: ['member'] },
  },
  rules: {
    component: {
      id: 'apple',
      name: 'Apple',
      type: 'level',
      base_metric: 'xp',
      level_metric: { id: 'rank' },
      levels: [{ rank: 'Novice', threshold: '5' }, { rank: 'Bronze' }],
    },
    change: { levels: [{ rank: 'Silver' }] },
  },
  leaderboards: {
    component: {
      id: 'apple',
      name: 'Apple',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'xp', type: 'point' },
    },
    change: { cycles: ['daily', 'alltime'] },
  },
}

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
  })
  afterEach(() => game.stop())

  const at = (path: string, version = 'latest'): string => `/v2/design/versions/${version}/${path}`
  const production: Ask = { client: 'gamify-production' }

  async function ok(method: string, path: string, ask?: Ask): Promise<Reply['body']> {
    const reply = await game.request(method, path, ask)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200)
    return reply.body
  }
  const get = (path: string, version?: string): Promise<Reply['body']> => ok('GET', at(path, version))
  const ids = async (path: string, ask?: Ask): Promise<string[]> =>
    (await ok('GET', at(path), ask)).map(({ id }: { id: string }) => id)
  const deploy = (ask?: Ask, version?: string): Promise<Reply['body']> => ok('POST', at('deploy', version), ask)
  const patch = (path: string, body: unknown): Promise<Reply['body']> => ok('PATCH', at(path), { body })
  const rename = (name: string): Promise<Reply['body']> => patch('metrics/xp', { name })
  const code = async (method: string, path: string, ask?: Ask): Promise<string> =>
    (await game.request(method, path, ask)).body.error

  describe.each(kinds)('%s', (kind) => {
    const { component, change } = samples[kind]
    const one = `${kind}/apple`

    test('are created, listed in order of id, read, changed and deleted', async () => {
      const before = await get(kind)
      expect(before).toEqual(contractDesign[kind].toSorted(byId))
      expect(await ok('POST', at(kind), { body: component })).toEqual(component)
      expect(await get(kind)).toEqual([...before, component].toSorted(byId))
      expect(await get(one)).toEqual(component)
      expect(await patch(one, change)).toEqual({ ...component, ...change })
      expect(await get(one)).toEqual({ ...component, ...change })
      const name = { metrics: 'metric', actions: 'action', processes: 'process', teams: 'team', rules: 'rule' }
      expect(await ok('DELETE', at(one))).toEqual({
        message: `The ${{ ...name, leaderboards: 'leaderboard' }[kind]} 'apple' has been deleted successfully`,
      })
      expect(await get(kind)).toEqual(before)
    })

    test('take back whatever GET has answered, with what an editor left in it, and with or without the id', async () => {
      await ok('POST', at(kind), { body: { ...component, _errors: ['old'] } })
      expect(await get(one)).toEqual(component)
      const { id: _, ...rest } = await get(one)
      for (const body of [component, rest, { ...rest, _errors: [{ any: 'thing' }] }, {}, { _errors: null }])
        expect(await patch(one, body)).toEqual(component)
      expect(await get(one)).toEqual(component)
    })

    test('are checked whole when they are changed', async () => {
      await ok('POST', at(kind), { body: component })
      for (const body of [{ id: 'pear' }, { name: null }, { name: 5 }, { colour: 'red' }]) {
        const reply = await game.request('PATCH', at(one), { body })
        const { error, data } = reply.body
        expect([reply.status, error, data.errors.map(({ path }: { path: string }) => path)]).toEqual([
          400,
          'validation_exception',
          Object.keys(body),
        ])
      }
      expect(await get(one)).toEqual(component)
    })

    test('show the fields that are asked for', async () => {
      await ok('POST', at(kind), { body: component })
      const shown = await ok('GET', at(kind), { query: { fields: 'id,nothing' } })
      expect(shown).toEqual((await get(kind)).map(({ id }: { id: string }) => ({ id })))
    })

    test('of the stash are those of the last save that no deploy has taken', async () => {
      await ok('POST', at(kind), { body: component })
      const stash = await ok('GET', at(kind), { query: { source: 'stash' } })
      expect(stash).toEqual(await get(kind))
      expect(await ok('GET', at(one), { query: { source: 'stash' } })).toEqual(component)
    })

    test('of a frozen version can be read and not changed', async () => {
      await ok('POST', at(kind), { body: component })
      expect((await deploy()).version).toBe('v1')
      expect(await get(one, 'v1')).toEqual(component)
      for (const [method, path, body] of [
        ['POST', kind, { ...component, id: 'pear' }],
        ['POST', kind, component],
        ['PATCH', one, change],
        ['PATCH', one, {}],
        ['DELETE', one, undefined],
      ] as const)
        expect(await code(method, at(path, 'v1'), { body }), method).toBe('version_frozen')
      await patch(one, change)
      expect(await get(one, 'v1')).toEqual(component)
    })
  })

  test('fields reach into what a component holds, lists included', async () => {
    const shown = await ok('GET', at('metrics'), { query: { fields: 'id, constraints.items.name,name.first' } })
    const named = (name: string) => shown.find(({ id }: { id: string }) => id === name)
    expect(named('badges')).toEqual({
      id: 'badges',
      constraints: { items: [{ name: 'Rookie' }, { name: 'constructor' }, { name: '__proto__' }, { name: 'Secret' }] },
    })
    expect(named('coins')).toEqual({ id: 'coins', constraints: {} })
    expect(named('xp')).toEqual({ id: 'xp' })
    const whole = await ok('GET', at('metrics'), { query: { fields: 'constraints.max,constraints,constraints.min' } })
    expect(whole[1]).toEqual({ constraints: { default: '0', min: '0', max: '100' } })
    expect(await ok('GET', at('metrics'), { query: { fields: ',' } })).toEqual(await get('metrics'))
  })

  describe('the bootstrap', () => {
    const scores = [{ metric: { id: 'xp', type: 'point' }, value: '7' }]

    test('is read and changed field by field', async () => {
      expect(await get('bootstrap')).toEqual(contractDesign.bootstrap)
      const teams = [{ definition: 'guild', id: 'all', roles: ['member'] }]
      expect(await patch('bootstrap', { teams, _errors: [] })).toEqual({
        ...(contractDesign.bootstrap as object),
        teams,
      })
      expect(await patch('bootstrap', await get('bootstrap'))).toEqual(await get('bootstrap'))
      expect(await ok('GET', at('bootstrap'), { query: { source: 'stash' } })).toEqual(await get('bootstrap'))
    })

    test('reaches players who come after its deployment, and no others', async () => {
      await ok('POST', '/v2/admin/players', { body: { id: 'neo' } })
      await patch('bootstrap', { scores })
      await ok('POST', '/v2/admin/players', { body: { id: 'trinity' } })
      await deploy()
      await ok('POST', '/v2/admin/players', { body: { id: 'morpheus' } })
      const xpOf = async (id: string) =>
        (await ok('GET', `/v2/admin/players/${id}`)).scores.find(
          ({ metric }: { metric: { id: string } }) => metric.id === 'xp',
        )?.value
      expect(await Promise.all(['neo', 'trinity', 'morpheus'].map(xpOf))).toEqual([undefined, undefined, '7'])
    })
  })

  describe('versions', () => {
    test('are frozen when a runtime begins to run a design that none has yet', async () => {
      expect(await code('GET', at('metrics', 'v1'))).toBe('version_not_found')
      expect(await deploy()).toEqual({ status: 'simulated', version: 'v1', issues: [] })
      expect(await deploy()).toEqual({ status: 'simulated', version: 'v1', issues: [] })
      expect(await deploy(production)).toEqual({ status: 'launched', version: 'v1', issues: [] })
      await rename('Points')
      expect(await get('metrics/xp', 'v1')).toMatchObject({ name: 'XP' })
      expect(await ok('POST', at('simulate'))).toEqual({ status: 'simulated', version: 'v2', issues: [] })
      expect(await get('metrics/xp', 'v2')).toMatchObject({ name: 'Points' })
      expect(await ok('POST', at('simulate'), production)).toMatchObject({ status: 'upgraded', version: 'v2' })
      expect(await code('GET', at('metrics', 'v3'))).toBe('version_not_found')
    })

    test('can be run again, each under its own label', async () => {
      await deploy()
      await rename('Points')
      await deploy()
      expect(await deploy({}, 'v1')).toMatchObject({ version: 'v1' })
      const named = (await ok('GET', '/v1/definitions/metrics', { as: await player() })) as {
        id: string
        name: string
      }[]
      expect(named.find(({ id }) => id === 'xp')?.name).toBe('XP')
      expect(await get('metrics/xp')).toMatchObject({ name: 'Points' })
      await rename('XP')
      expect(await deploy()).toMatchObject({ version: 'v1' })
    })

    test('that are saved and not deployed play no part yet', async () => {
      const neo = await player()
      await patch('actions/like', { rules: [] })
      expect((await ok('POST', '/v2/runtime/actions/like/play', { as: neo })).events.local[0].changes).not.toEqual([])
      await deploy()
      expect((await ok('POST', '/v2/runtime/actions/like/play', { as: neo })).events.local[0].changes).toEqual([])
    })

    test('keep the stash when something else is deployed, and give it up when it is', async () => {
      const stashed = async () => (await ok('GET', at('metrics/xp'), { query: { source: 'stash' } })).name
      await deploy()
      await rename('One')
      await deploy({}, 'v1')
      expect(await stashed()).toBe('One')
      await deploy()
      await rename('Two')
      expect(await stashed()).toBe('Two')
      expect((await ok('GET', at('metrics/xp', 'v2'), { query: { source: 'stash' } })).name).toBe('One')
    })
  })

  async function player(id = 'neo'): Promise<string> {
    await ok('POST', '/v2/admin/players', { body: { id } })
    return id
  }

  describe('deployment', () => {
    test('refuses what refers to something absent, tells all of it, and changes nothing', async () => {
      await deploy()
      await ok('DELETE', at('metrics/coins'))
      await ok('POST', at('leaderboards'), { body: samples.leaderboards.component })
      await patch('leaderboards/apple', { scope: { type: 'team_definition', id: 'nobodies' } })
      await patch('bootstrap', { processes: [{ definition: 'nowhere', id: 'tour' }] })
      const reply = await game.request('POST', at('deploy'))
      expect([reply.status, reply.body.error, reply.body.error_description]).toEqual([
        400,
        'validation_exception',
        'Invalid request',
      ])
      const coins = "unknown metric 'coins'"
      expect(reply.body.data.valid).toBe(false)
      expect(reply.body.data.errors).toEqual([
        { kind: 'metrics', id: 'worth', path: 'constraints.formula', message: coins },
        { kind: 'actions', id: 'visit', path: 'rules.0.rewards.0.metric.id', message: coins },
        { kind: 'rules', id: 'welcome', path: 'rules.0.rewards.0.metric.id', message: coins },
        { kind: 'leaderboards', id: 'apple', path: 'scope.id', message: "unknown team 'nobodies'" },
        { kind: 'bootstrap', path: 'scores.0.metric.id', message: coins },
        { kind: 'bootstrap', path: 'processes.0.definition', message: "unknown process 'nowhere'" },
      ])
      expect(await code('GET', at('metrics', 'v2'))).toBe('version_not_found')
      const { body } = await game.request('POST', '/v2/runtime/actions/visit/play', { as: await player() })
      expect(body.events.local[0].changes[0].metric.id).toBe('coins')
    })

    test('of production waits for its issues; deploying again completes the upgrade', async () => {
      await deploy(production)
      await ok('POST', '/v2/admin/players', { ...production, body: { id: 'zoe' } })
      await ok('POST', '/v2/runtime/actions/like/play', { ...production, as: 'zoe' })
      for (const path of ['rules/rookie', 'metrics/badges']) await ok('DELETE', at(path))
      const { status, version, issues } = await deploy(production)
      expect([status, version, issues.length]).toEqual(['issues', 'latest', 1])
      expect(await ok('GET', '/v2/design/issues', production)).toEqual(issues)
      expect(await ok('GET', '/v2/design/issues', { ...production, query: { type: 'metric' } })).toEqual(issues)
      expect(await ok('GET', '/v2/design/issues', { ...production, query: { type: 'team' } })).toEqual([])
      const [{ id, apply }] = issues
      expect(issues[0]).toMatchObject({ code: 'metric_removed', is_resolved: false, fixes: [{ id: apply }, {}] })
      expect(await code('POST', '/v2/design/upgrade', production)).toBe('unresolved_issues')
      const fixed = await ok('POST', `/v2/design/issues/${id}`, { ...production, body: { apply } })
      expect(fixed).toEqual({ ...issues[0], is_resolved: true })
      expect(await ok('GET', `/v2/design/issues/${id}`, production)).toEqual(fixed)
      expect(await deploy(production)).toEqual({ status: 'upgraded', version: 'v2', issues: [fixed] })
      expect(await code('POST', '/v2/design/upgrade', production)).toBe('invalid_request')
    })

    test('of production is completed by an upgrade too', async () => {
      await deploy(production)
      await ok('POST', '/v2/admin/players', { ...production, body: { id: 'zoe' } })
      await ok('POST', '/v2/runtime/actions/like/play', { ...production, as: 'zoe' })
      for (const path of ['rules/rookie', 'metrics/badges']) await ok('DELETE', at(path))
      const { issues } = await deploy(production)
      // What is saved meanwhile waits for a deploy of its own.
      await rename('Later')
      for (const { id, apply } of issues)
        await ok('POST', `/v2/design/issues/${id}`, { ...production, body: { apply } })
      expect(await ok('POST', '/v2/design/upgrade', production)).toMatchObject({ status: 'upgraded', version: 'v2' })
      expect(await get('metrics/xp', 'v2')).toMatchObject({ name: 'XP' })
      expect(await code('GET', at('metrics/badges', 'v2'))).toBe('metric_not_found')
    })

    test('on staging settles what it drops at once', async () => {
      const neo = await player()
      await ok('POST', '/v2/runtime/actions/like/play', { as: neo })
      for (const path of ['rules/rookie', 'metrics/badges']) await ok('DELETE', at(path))
      const { status, issues } = await deploy()
      expect([status, issues]).toEqual([
        'simulated',
        [expect.objectContaining({ code: 'metric_removed', is_resolved: true })],
      ])
      expect(await ok('GET', '/v2/design/issues')).toEqual(issues)
      expect(await ok('GET', '/v2/design/issues', production)).toEqual([])
    })

    test('many at once are run one after the other', async () => {
      await rename('Points')
      const [first, second, third] = await Promise.all([deploy(), deploy(production), deploy()])
      expect([first, second, third]).toMatchObject([
        { status: 'simulated', version: 'v1' },
        { status: 'launched', version: 'v1' },
        { status: 'simulated', version: 'v1' },
      ])
      const edits = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          ok('POST', at('metrics'), { body: { id: `m${i}`, name: 'M', type: 'point' } }),
        ),
      )
      expect(edits).toHaveLength(20)
      expect(await ids('metrics')).toHaveLength(contractDesign.metrics.length + 20)
    })
  })

  test('changes of the design give no entry of a runtime, and a save without a change none of anything', async () => {
    const { state } = game.emulator.runtime('staging')
    const { seq } = state
    await rename('Points')
    const { latest } = game.emulator.designs
    await rename('Points')
    expect(game.emulator.designs.latest).toBe(latest)
    expect(state.seq).toBe(seq)
  })
})

const byId = (a: unknown, b: unknown): number => ((a as { id: string }).id < (b as { id: string }).id ? -1 : 1)
