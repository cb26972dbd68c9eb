import { describe, expect, onTestFinished, test } from 'vitest'
import { action, add, point, set, start } from '../../test/support/design-parts.ts'
import { serveGame } from '../../test/support/http.ts'
import { container, task } from '../../test/support/process-parts.ts'
import type { ClientScope } from '../auth/clients.ts'
import type { Client } from '../client/client.ts'
import { createClient } from '../client/create-client.ts'
import { emptyDesign } from '../game/design/source.ts'
import { showScores } from '../game/players/show.ts'
import { findPlayer } from '../game/players/state.ts'
import { readMetricTypes } from './score-reward.ts'
import { SeedError, seedGame } from './seed.ts'

const design = {
  ...emptyDesign,
  metrics: [point('xp'), point('coins'), set('badges', ['Rookie', 'Helper'])],
  actions: [action('like', [add('xp', '1')])],
  teams: [
    {
      id: 'crew',
      name: 'Crew',
      permissions: [
        ['hand', {}],
        ['head', {}],
      ],
    },
  ],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest', default: true }, { name: 'guide' }],
      ...container([task('walk', { lane: 'guest' })]),
    },
  ],
  bootstrap: { scores: [start(add('coins', '3'))] },
}

const players = [
  { id: 'neo' },
  { id: 'trinity', scores: { xp: '120', coins: '10', badges: { Rookie: '1' } } },
  { id: 'morpheus', scores: { coins: '3' } },
]
const seeds = { players, teams: [], processes: [] }
const ids = players.map(({ id }) => id)

const roles = { neo: ['hand'], trinity: ['hand', 'head'] }
const lanes = { neo: { guest: 'player', guide: 'observer' }, trinity: { guide: 'player' } } as const
const groups = {
  players,
  teams: [{ id: 'zion', definition: 'crew', owner: 'trinity', members: roles }],
  processes: [{ id: 'neo/tour', definition: 'tour', owner: 'neo', performers: lanes }],
}
/** Three players, the scores of two, a team with an owner and a member, a process with a role and a performer. */
const WRITES = 3 + 2 + 3 + 3

/** A game that is served, and a client of it that may do what the scopes tell. */
async function served(...scopes: readonly ClientScope[]) {
  const seeder = { client_id: 'seeder', client_secret: 's', runtime: 'staging', type: 'client' } as const
  const game = await serveGame({
    design,
    clients: [{ ...seeder, scopes: ['game', 'runtime:rw', 'admin:rw', ...scopes] }],
  })
  onTestFinished(game.stop)
  const client = createClient({ url: game.url, clientId: 'seeder', clientSecret: 's' })
  onTestFinished(() => client.close())
  const runtime = game.emulator.runtime('staging')
  return {
    client,
    play: (as: string) => game.request('POST', '/v2/runtime/actions/like/play', { as, body: {} }),
    later: (advance: string) => game.request('PATCH', '/_gamify/clock', { body: { advance } }),
    create: (id: string) => game.request('POST', '/v2/admin/players', { body: { id } }),
    seq: () => runtime.state.seq,
    /** The players, the team and the process, as an operator sees them. */
    shown: async () => {
      const paths = [...ids.map((id) => `players/${id}`), 'teams/zion', 'processes/neo%2Ftour']
      const members = ['runtime/teams/zion/members', 'runtime/processes/neo%2Ftour']
      return [
        ...(await Promise.all(paths.map(async (path) => (await game.request('GET', `/v2/admin/${path}`)).body))),
        ...(await Promise.all(
          members.map(async (path) => (await game.request('GET', `/v2/${path}`, { as: 'trinity' })).body),
        )),
      ]
    },
    scores: (id: string) => {
      const shown = showScores(findPlayer(runtime.state.players, id)?.scores ?? {}, runtime.design, false)
      return Object.fromEntries(shown.map(({ metric, value }) => [metric.id, value]))
    },
  }
}

const full = { xp: '120', coins: '10', badges: { Rookie: { name: 'Rookie', count: '1' } } }

/** A client that is cut off after so many changes of the game; of those that travel together, some arrive. */
function cutOff(client: Client, changes: number): Client {
  let left = changes
  const spend = (): void => {
    if (left === 0) throw new Error('cut off')
    left -= 1
  }
  return {
    ...client,
    call: async (name, input) => {
      if (!name.startsWith('GET')) spend()
      return client.call(name, input)
    },
    request: async (method, path, parts) => {
      if (method === 'GET') return client.request(method, path, parts)
      if (!path.endsWith('/commands')) {
        spend()
        return client.request(method, path, parts)
      }
      const lines = (await Array.fromAsync(parts?.stream?.pieces() ?? [])).join('').trimEnd().split('\n')
      const arriving = lines.slice(0, left)
      const pieces = async function* () {
        yield arriving.join('\n')
      }
      const answer = await client.request(method, path, { stream: { type: 'application/x-ndjson', pieces } })
      if (arriving.length < lines.length) throw new Error('cut off')
      left -= arriving.length
      return answer
    },
  }
}

describe('a seed', () => {
  test('brings players in with their scores, and a second one changes nothing', async () => {
    const { client, seq, scores } = await served('debug')
    expect(await seedGame(client, seeds)).toMatchObject({ created: ids, completed: [], existing: [] })
    expect(scores('trinity')).toEqual(full)
    const before = seq()
    expect(await seedGame(client, seeds)).toMatchObject({ created: [], completed: [], existing: ids })
    expect(seq()).toBe(before)
  })

  test('that was cut off between a player and its scores is completed by the next, and once only', async () => {
    const { client, seq, scores } = await served('debug')
    await expect(seedGame(cutOff(client, 2), seeds)).rejects.toMatchObject({
      cause: new Error('cut off'),
      progress: { done: 0, of: 3, isExact: false },
    })
    expect(scores('trinity')).toEqual({ coins: '3' })
    const completed = { created: ['morpheus'], completed: ['trinity'], existing: ['neo'] }
    expect(await seedGame(client, seeds)).toMatchObject(completed)
    expect(scores('trinity')).toEqual(full)
    const before = seq()
    expect(await seedGame(client, seeds)).toMatchObject({ created: [], completed: [], existing: ids })
    expect(seq()).toBe(before)
  })

  test('that is cut off after any change comes to the same when it is run again', async () => {
    const whole = await served('debug')
    const complete = await seedGame(whole.client, groups)
    expect(complete).toMatchObject({
      created: ids,
      teams: { created: ['zion'] },
      processes: { created: ['neo/tour'] },
    })
    const wanted = await whole.shown()
    for (let changes = 0; ; changes++) {
      const { client, shown, seq } = await served('debug')
      const first = await seedGame(cutOff(client, changes), groups).catch((error: unknown) => error)
      if (!(first instanceof SeedError)) return expect([changes, first]).toEqual([WRITES, complete])
      await seedGame(client, groups)
      expect([changes, await shown()]).toEqual([changes, wanted])
      const before = seq()
      await seedGame(client, groups)
      expect([changes, seq()]).toEqual([changes, before])
    }
  })

  test('whose scores are refused tells whose, and that all others who were sent with it took effect', async () => {
    const { client, scores } = await served('debug')
    const wrong = { ...seeds, players: [...players.slice(0, 1), { id: 'cypher', scores: { xpp: '1' } }, players[1]!] }
    const refused = {
      message: "player 'cypher'",
      kind: 'players',
      id: 'cypher',
      progress: { done: 2, of: 3, isExact: false },
    }
    await expect(seedGame(client, wrong)).rejects.toMatchObject(refused)
    expect([scores('cypher'), scores('trinity')]).toEqual([{ coins: '3' }, full])
  })

  test('tells how far it is, and at a player that cannot be created that nothing else took effect', async () => {
    const { client } = await served('debug')
    const heard: unknown[] = []
    await seedGame(client, groups, (progress) => heard.push(progress))
    expect(heard).toEqual([3, 4, 5].map((done) => ({ done, of: 5 })))
    const wrong = { ...seeds, players: [...players, { id: '' }] }
    await expect(seedGame(client, wrong)).rejects.toMatchObject({ progress: { done: 3, of: 4, isExact: true } })
  })

  const present = { badges: { Rookie: { name: 'Rookie', count: '1' } }, coins: '3' }

  test('leaves what a player has who has played, and gives what it has no entry of', async () => {
    const { client, create, play, scores } = await served('debug')
    await create('trinity')
    await play('trinity')
    expect(await seedGame(client, seeds)).toMatchObject({ completed: ['trinity'] })
    expect(scores('trinity')).toEqual({ ...present, xp: '1' })
  })

  test.each([
    ['was made more than a day ago', 'debug', '25h'],
    ['cannot be told from an old one, for want of the clock', undefined, '0s'],
  ] as const)('takes a player for a finished one who %s', async (_what, scope, age) => {
    const { client, create, later, scores } = await served(...(scope ? [scope] : []))
    await create('trinity')
    await later(age)
    await seedGame(client, seeds)
    expect(scores('trinity')).toEqual({ ...present, xp: '120' })
  })
})

test('the types of metrics are those that the first player sees who may act, however many may not', async () => {
  const skips: string[] = []
  const call = async (name: string, { query, as }: { query?: { skip: string }; as?: string }) => {
    if (name === 'GET /v2/runtime/definitions/metrics') return { body: [{ id: `seen by ${as}`, type: 'set' }] }
    skips.push(query?.skip ?? '')
    const data =
      query?.skip === '0' ? Array(1000).fill({ id: 'smith', enabled: false }) : [{ id: 'neo', enabled: true }]
    return { body: { data } }
  }
  expect(await readMetricTypes({ call } as unknown as Client)).toEqual(new Map([['seen by neo', 'set']]))
  expect(skips).toEqual(['0', '1000'])
})
