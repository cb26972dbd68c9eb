import { describe, expect, onTestFinished, test } from 'vitest'
import { action, add, point, set, start } from '../../test/support/design-parts.ts'
import { serveGame } from '../../test/support/http.ts'
import type { ClientScope } from '../auth/clients.ts'
import { createClient, type Client } from '../client/client.ts'
import { emptyDesign } from '../game/design/source.ts'
import { showScores } from '../game/players/shown-scores.ts'
import { findPlayer } from '../game/players/state.ts'
import { readMetricTypes } from './score-reward.ts'
import { seedGame } from './seed.ts'

const design = {
  ...emptyDesign,
  metrics: [point('xp'), point('coins'), set('badges', ['Rookie', 'Helper'])],
  actions: [action('like', [add('xp', '1')])],
  bootstrap: { scores: [start(add('coins', '3'))] },
}

const players = [
  { id: 'neo' },
  { id: 'trinity', scores: { xp: '120', coins: '10', badges: { Rookie: '1' } } },
  { id: 'morpheus', scores: { coins: '3' } },
]
const seeds = { players, teams: [], processes: [] }
const ids = players.map(({ id }) => id)

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
    scores: (id: string) => {
      const shown = showScores(findPlayer(runtime.state.players, id)?.scores ?? {}, runtime.design, false)
      return Object.fromEntries(shown.map(({ metric, value }) => [metric.id, value]))
    },
  }
}

const full = { xp: '120', coins: '10', badges: { Rookie: { name: 'Rookie', count: '1' } } }

/** A client that is cut off before it gives any scores. */
const cutOff = (client: Client): Client => ({
  ...client,
  call: (name, input) => (name.startsWith('PATCH') ? Promise.reject(new Error('cut off')) : client.call(name, input)),
})

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
    await expect(seedGame(cutOff(client), seeds)).rejects.toThrow('cut off')
    expect(scores('trinity')).toEqual({ coins: '3' })
    const completed = { created: ['morpheus'], completed: ['trinity'], existing: ['neo'] }
    expect(await seedGame(client, seeds)).toMatchObject(completed)
    expect(scores('trinity')).toEqual(full)
    const before = seq()
    expect(await seedGame(client, seeds)).toMatchObject({ created: [], completed: [], existing: ids })
    expect(seq()).toBe(before)
  })

  test('whose scores are refused leaves the player there, told by name', async () => {
    const { client, scores } = await served('debug')
    const wrong = { ...seeds, players: [{ id: 'trinity', scores: { xpp: '1' } }] }
    await expect(seedGame(client, wrong)).rejects.toThrow("player 'trinity'")
    expect(scores('trinity')).toEqual({ coins: '3' })
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
