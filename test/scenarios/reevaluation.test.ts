import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDesign, type DesignSource } from '../../src/game/design/source.ts'
import { achievement, action, add, levels, played, point, put, set, start, state } from '../support/design-parts.ts'
import { serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'

const ladderTo = (threshold: string) => levels('ladder', 'xp', 'rank', ['Bronze', threshold], ['Silver'])

const design = {
  ...emptyDesign,
  metrics: [point('xp'), state('rank', 'Bronze', 'Silver'), set('badges', ['Fan'])],
  actions: [action('like', [add('xp', '1')])],
  rules: [ladderTo('100')],
  bootstrap: { scores: [start(put('xp', '72'))] },
} as unknown as DesignSource

const all = { players: 2, changes: [{ rule: 'ladder', from: 'Bronze', to: 'Silver', players: 2 }] }
const none = { players: 0, changes: [] }
const failed = { players: 0, error_description: null }

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design })
    for (const id of ['ana', 'ben']) await ok('POST', '/v2/admin/players', { body: { id } })
    await ok('POST', '/v2/runtime/actions/like/play', { as: 'ana', body: {} })
    const at = '/v2/design/versions/latest'
    await ok('PATCH', `${at}/rules/ladder`, { body: ladderTo('60') })
    await ok('POST', `${at}/rules`, { body: achievement('fan', 'badges', { Fan: '1' }, played('like', 'ge', 1)) })
    await ok('POST', `${at}/deploy`)
  })
  afterEach(() => game.stop())

  async function ok(method: string, path: string, ask?: Ask): Promise<Reply['body']> {
    const reply = await game.request(method, path, ask)
    expect(reply.status, `${method} ${path}: ${reply.text}`).toBe(200)
    return reply.body
  }
  const reevaluate = (body?: object) => ok('POST', '/_gamify/design/reevaluate', body === undefined ? {} : { body })
  const journal = async () =>
    (await game.request('GET', '/_gamify/journal')).text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const activity = () => ok('GET', '/v2/runtime/activity', { as: 'ana' })
  const rankOf = async (id: string) => {
    const { scores } = await ok('GET', `/v2/admin/players/${id}`)
    return scores.find(({ metric }: { metric: { id: string } }) => metric.id === 'rank')
  }

  test('a dry run counts the players whom the new rules would change, and changes nothing', async () => {
    const before = await journal()
    expect(await reevaluate({ dry_run: true })).toEqual({
      dry_run: true,
      players: 2,
      levels: all,
      achievements: { players: 1, changes: [{ rule: 'fan', players: 1 }] },
      failed,
    })
    expect(await journal()).toEqual(before)
  })

  test('brings each player in line by an entry of its own, with its events, and a second time nothing', async () => {
    const { length } = await journal()
    expect(await reevaluate()).toMatchObject({ dry_run: false, players: 2, levels: all })
    const entries = (await journal()).slice(length)
    expect(entries.map(({ op, caller, input, events }) => [op, caller, input, events.map(eventOf)])).toEqual([
      ['players.reevaluate', { client: 'gamify-staging' }, { id: 'ana' }, ['level', 'achievement']],
      ['players.reevaluate', { client: 'gamify-staging' }, { id: 'ben' }, ['level']],
    ])
    expect((await rankOf('ana')).value).toEqual({ name: 'Silver' })
    expect((await activity()).map(eventOf)).toEqual(['action', 'level', 'achievement'])
    expect(await reevaluate({})).toEqual({ dry_run: false, players: 0, levels: none, achievements: none, failed })
    expect(await journal()).toHaveLength(length + 2)
  })

  test('its events are explained, and followed from no other', async () => {
    await reevaluate()
    const { id } = (await activity()).at(-1)
    const why = await ok('GET', `/_gamify/why/${id}`)
    expect(why).toMatchObject({ entry: { op: 'players.reevaluate' }, follows: null, same: true })
    expect(why.steps.map(({ part }: { part: object }) => part)).toContainEqual({ kind: 'achievement', id: 'fan' })
  })

  test('the state with its history goes out and comes back as it was', async () => {
    await reevaluate()
    const { text } = await game.request('GET', '/_gamify/state')
    const headers = { 'content-type': 'application/x-ndjson' }
    expect((await game.request('PUT', '/_gamify/state', { raw: text, headers })).status).toBe(200)
    expect((await rankOf('ben')).value).toEqual({ name: 'Silver' })
    expect(await reevaluate({ dry_run: true })).toMatchObject({ players: 0 })
  })

  test('production is brought in line by itself', async () => {
    const production = { client: 'gamify-production' }
    expect(await ok('POST', '/_gamify/design/reevaluate', production)).toMatchObject({ players: 0 })
    expect(await reevaluate({ dry_run: true })).toMatchObject({ players: 2 })
  })
})

const eventOf = ({ event }: { event: string }) => event
