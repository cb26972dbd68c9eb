import { describe, expect, onTestFinished, test } from 'vitest'
import { action, add, point } from '../../../test/support/design-parts.ts'
import { serveGame, START_MS, type TestGameOptions } from '../../../test/support/http.ts'
import type { Client } from '../../client/client.ts'
import { createClient } from '../../client/create-client.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'
import { HISTORY_MS, playCountOf } from './generated-history.ts'
import { peopleOf } from './person.ts'
import { seedPeople, type PeopleSeeded } from './seed-people.ts'

const design: DesignSource = {
  ...emptyDesign,
  metrics: [point('xp')],
  actions: [
    action('like', [add('xp', '1')]),
    action('run', [add('xp', '$vars.km')], { variables: [{ name: 'km', type: 'int', required: true }] }),
    action('brag', [add('xp', '1')], {
      requires: { type: 'metric', context: { id: 'xp', type: 'point', operator: 'ge', value: '1000' } },
    }),
  ],
}

const seed = 'a seed'
const people = peopleOf(seed)
const idsOf = (count: number, of = people): string[] => Array.from({ length: count }, (_, i) => of.at(i).id)

interface Entry {
  readonly at: string
  readonly op: string
  readonly caller: { readonly player?: string }
  readonly input: { readonly action: string; readonly variables: Readonly<Record<string, number>> }
}

async function served(options: Partial<TestGameOptions> = {}) {
  const game = await serveGame({ design, ...options })
  onTestFinished(game.stop)
  const client = createClient({ url: game.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  onTestFinished(() => client.close())
  const journal = async (): Promise<string> => (await game.request('GET', '/_gamify/journal')).text
  return {
    game,
    client,
    seeded: (count: number, from = seed): Promise<PeopleSeeded> => seedPeople(client, { count, seed: from }, () => {}),
    create: (id: string) => game.request('POST', '/v2/admin/players', { body: { id } }),
    ids: async () => {
      const { data } = (await client.call('GET /v2/admin/players', { query: { limit: '1000000' } })).body
      return data.map(({ id }) => id)
    },
    journal,
    entries: async (op: string) => {
      const entries = (await journal()).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry]))
      return entries.filter((entry) => entry.op === op)
    },
  }
}

/** A client whose streamed bodies go out otherwise than they were made. */
const changing = (client: Client, change: (piece: string, number: number) => string): Client => ({
  ...client,
  request: (method, path, { stream, ...parts } = {}) => {
    if (!stream) return client.request(method, path, parts)
    const pieces = async function* () {
      let number = 0
      for await (const piece of stream.pieces()) yield change(piece as string, number++)
    }
    return client.request(method, path, { ...parts, stream: { ...stream, pieces } })
  },
})

/** One that is cut off after the first piece. */
const cutOff = (client: Client): Client =>
  changing(client, (piece, number) => {
    if (number > 0) throw new Error('cut off')
    return piece
  })

describe('people who come to an empty game', () => {
  test('come over the last weeks in the order of their numbers, and play what newcomers may', async () => {
    const { seeded, ids, entries, game } = await served()
    const plays = playCountOf(300)
    expect(await seeded(300)).toEqual({ created: 300, existing: 0, played: plays, refused: 0 })
    expect(await ids()).toEqual(idsOf(300))
    const joined = await entries('players.create')
    const played = await entries('actions.play')
    expect([joined.length, played.length]).toEqual([300, plays])
    const times = [...joined, ...played].map(({ at }) => Date.parse(at))
    expect(Math.min(...times)).toBe(START_MS - HISTORY_MS)
    expect(Math.max(...times)).toBeLessThan(START_MS)
    expect((await game.request('GET', '/_gamify/clock')).body).toEqual({
      now: '2030-01-06T12:00:00.000Z',
      frozen: true,
    })
  })

  test('play few of them much and most of them little, more of late, and one action more than the next', async () => {
    const { seeded, entries } = await served()
    await seeded(1000)
    const played = await entries('actions.play')
    const counts = new Map<string, number>()
    for (const { caller } of played) counts.set(String(caller.player), (counts.get(String(caller.player)) ?? 0) + 1)
    const byCount = [...counts.values()].toSorted((a, b) => b - a)
    const shareOfTop = byCount.slice(0, 100).reduce((sum, count) => sum + count, 0) / played.length
    expect(byCount[0]).toBeGreaterThan(50)
    expect(shareOfTop).toBeGreaterThan(0.35)
    expect(shareOfTop).toBeLessThan(0.7)
    expect(counts.size).toBeGreaterThan(500)
    const late = played.filter(({ at }) => Date.parse(at) > START_MS - HISTORY_MS / 2).length
    expect(late / played.length).toBeGreaterThan(0.8)
    const runs = played.filter(({ input }) => input.action === 'run')
    expect(runs.length / played.length).toBeGreaterThan(0.28)
    expect(runs.length / played.length).toBeLessThan(0.38)
    const kilometres = runs.map(({ input }) => input.variables['km'] ?? 0)
    expect([Math.min(...kilometres), Math.max(...kilometres)]).toEqual([1, 10])
  })

  test('make the same game of the same seed, and another of another', async () => {
    const games = await Promise.all([served(), served(), served()])
    await Promise.all(games.map(({ seeded }, i) => seeded(100, i === 2 ? 'another' : seed)))
    const [first, second, other] = await Promise.all(
      games.map(async ({ game }) => (await game.request('GET', '/_gamify/state')).text),
    )
    expect(first).toBe(second)
    expect(other).not.toBe(first)
  })

  test('are passed over where the rules refuse a play, which is counted', async () => {
    const rare = { ...design, actions: [action('like', [add('xp', '1')], { rate: [1, 100 * HISTORY_MS, 'ROLLING'] })] }
    const { seeded, ids, entries } = await served({ design: rare })
    const told = await seeded(50)
    expect(told).toMatchObject({ created: 50, existing: 0 })
    expect(told.refused).toBeGreaterThan(10)
    expect(told.played + told.refused).toBe(playCountOf(50))
    expect(await entries('actions.play')).toHaveLength(told.played)
    expect(await ids()).toEqual(idsOf(50))
  })

  test('only come where there is nothing to play', async () => {
    const { seeded, ids } = await served({ design: emptyDesign })
    expect(await seeded(20)).toEqual({ created: 20, existing: 0, played: 0, refused: 0 })
    expect(await ids()).toEqual(idsOf(20))
  })
})

describe('people who are wanted a second time', () => {
  test('are there, and nothing changes', async () => {
    const { seeded, journal } = await served()
    await seeded(100)
    const before = await journal()
    expect(await seeded(100)).toEqual({ created: 0, existing: 100, played: 0, refused: 0 })
    expect(await seeded(40)).toEqual({ created: 0, existing: 40, played: 0, refused: 0 })
    expect(await journal()).toBe(before)
  })

  test('in a larger number are added to, now and without plays', async () => {
    const { seeded, ids, entries } = await served()
    await seeded(100)
    const plays = await entries('actions.play')
    expect(await seeded(250)).toEqual({ created: 150, existing: 100, played: 0, refused: 0 })
    expect(await ids()).toEqual(idsOf(250))
    expect(await entries('actions.play')).toEqual(plays)
    const joined = await entries('players.create')
    expect(new Set(joined.slice(100).map(({ at }) => Date.parse(at)))).toEqual(new Set([START_MS]))
  })

  test('of another seed are others', async () => {
    const { seeded, ids } = await served()
    await seeded(30)
    expect(await seeded(30, 'another')).toEqual({ created: 30, existing: 0, played: 0, refused: 0 })
    expect(await ids()).toEqual([...idsOf(30), ...idsOf(30, peopleOf('another'))])
  })

  test('after they were interrupted are completed', async () => {
    const { client, seeded, ids } = await served()
    await expect(seedPeople(cutOff(client), { count: 400, seed }, () => {})).rejects.toThrow('cut off')
    const begun = (await ids()).length
    expect(begun).toBeGreaterThan(0)
    expect(begun).toBeLessThan(400)
    const told = await seeded(400)
    expect(told.created + told.existing).toBe(400)
    expect(new Set(await ids())).toEqual(new Set(idsOf(400)))
    expect(await ids()).toHaveLength(400)
  })
})

describe('people who come to a game that has begun', () => {
  test('come now, beside who is there, and those of them who are missing', async () => {
    const { create, seeded, ids, entries } = await served()
    for (const id of ['neo', people.at(3).id]) await create(id)
    expect(await seeded(5)).toEqual({ created: 4, existing: 1, played: 0, refused: 0 })
    expect(await ids()).toEqual(['neo', people.at(3).id, ...[0, 1, 2, 4].map((i) => people.at(i).id)])
    expect(await entries('actions.play')).toEqual([])
  })

  test('come now where those who were in it have gone', async () => {
    const { create, game, seeded, ids, entries } = await served()
    await create('neo')
    await game.request('DELETE', '/v2/admin/players/neo')
    expect(await seeded(5)).toEqual({ created: 5, existing: 0, played: 0, refused: 0 })
    expect(await ids()).toEqual(idsOf(5))
    expect(await entries('actions.play')).toEqual([])
    expect(await entries('players.delete')).toHaveLength(1)
  })

  test('are told of where they cannot be made', async () => {
    const { client, create } = await served()
    await create('neo')
    const broken = changing(client, (piece) => piece.replaceAll('"email"', '"mail"'))
    await expect(seedPeople(broken, { count: 3, seed }, () => {})).rejects.toThrow(
      /^3 players could not be created: validation_exception: /,
    )
  })

  test('are counted as they are looked at, and as they go out', async () => {
    const { client, create } = await served()
    await create('neo')
    const told: [number, number][] = []
    await seedPeople(client, { count: 450, seed }, (sent, of) => told.push([sent, of]))
    expect(told).toEqual([
      [1, 1],
      [200, 450],
      [400, 450],
      [450, 450],
    ])
  })
})
