import { expect, test } from 'vitest'
import { compound, designOf, point, set, state } from '../../../test/support/design-parts.ts'
import { GameRun, walked } from '../../../test/support/game-run.ts'
import { isFault } from '../../game/kernel/fault.ts'
import type { Player } from '../../game/players/player.ts'
import { putPlayer, removePlayer } from '../../game/players/state.ts'
import { listPlayersBy, type PlayerListing } from './list-players.ts'

const design = designOf({
  metrics: [
    point('xp'),
    compound('wealth', '$scores.xp'),
    state('mood', 'glad', 'sad'),
    set('badges', [{ name: 'First' }]),
  ],
})

const everyone: PlayerListing = { search: '', sort: 'joined', order: 'ascending', metrics: [], skip: 0, limit: 10 }

function gameOf(players: readonly (Partial<Player> & { readonly id: string })[]) {
  const run = new GameRun(design)
  for (const each of players)
    putPlayer(run.state.players, {
      alias: each.id,
      email: null,
      enabled: true,
      created: 0,
      born: 1,
      feed: 1,
      scores: {},
      actions: {},
      drops: 0,
      seen: [],
      ...each,
    })
  const steps = (listing: Partial<PlayerListing>) => {
    const found = listPlayersBy.walk(run.state, { ...everyone, ...listing }, run.context({ client: 'test' }))
    if (isFault(found)) throw new Error(JSON.stringify(found))
    return found
  }
  const list = (listing: Partial<PlayerListing>) => {
    const page = walked(steps(listing))
    if (isFault(page)) throw new Error(JSON.stringify(page))
    return page
  }
  const ids = (listing: Partial<PlayerListing>) => list(listing).data.map(({ id }) => id)
  const refused = (listing: Partial<PlayerListing>) =>
    listPlayersBy.walk(run.state, { ...everyone, ...listing }, run.context({ client: 'test' }))
  return { ...run, state: run.state, list, ids, steps, refused }
}

const few = () =>
  gameOf([
    { id: 'neo', alias: 'The One', scores: { 'p:xp': 7, 's:mood': 'glad' } },
    { id: 'Zed', alias: 'alice', scores: { 'p:xp': '9007199254740993' } },
    { id: 'cypher', alias: 'Bob', enabled: false },
    { id: 'ann', alias: '<b>', scores: { 'p:xp': '9007199254740992' } },
    { id: 'trinity', alias: 'neon', scores: { 'p:xp': '6.5' } },
  ])

test('players are listed by when they joined, by alias whatever its case, by id and by points', () => {
  const { ids } = few()
  expect(ids({})).toEqual(['neo', 'Zed', 'cypher', 'ann', 'trinity'])
  expect(ids({ order: 'descending' })).toEqual(['trinity', 'ann', 'cypher', 'Zed', 'neo'])
  expect(ids({ sort: 'alias' })).toEqual(['ann', 'Zed', 'cypher', 'trinity', 'neo'])
  expect(ids({ sort: 'id' })).toEqual(['Zed', 'ann', 'cypher', 'neo', 'trinity'])
  expect(ids({ sort: 'id', order: 'descending' })).toEqual(['trinity', 'neo', 'cypher', 'ann', 'Zed'])
})

test('amounts that are the same as numbers are told apart, and who has none comes last in both directions', () => {
  const { ids } = few()
  expect(ids({ sort: 'scores.xp' })).toEqual(['trinity', 'neo', 'ann', 'Zed', 'cypher'])
  expect(ids({ sort: 'scores.xp', order: 'descending' })).toEqual(['Zed', 'ann', 'neo', 'trinity', 'cypher'])
})

test('a search finds parts of aliases and ids, and the total counts what it found', () => {
  const { list } = few()
  expect(list({ search: 'NEO', limit: 1 })).toMatchObject({ data: [{ id: 'neo' }], total: 2 })
  expect(list({ search: 'NEO', skip: 1 })).toMatchObject({ data: [{ id: 'trinity' }], total: 2 })
  expect(list({ search: 'nobody' })).toMatchObject({ data: [], total: 0 })
})

test('rows have the points and states that were asked for', () => {
  const { list } = few()
  expect(list({ metrics: ['xp', 'mood'], limit: 3 }).data).toEqual([
    { id: 'neo', alias: 'The One', enabled: true, scores: { xp: '7', mood: 'glad' } },
    { id: 'Zed', alias: 'alice', enabled: true, scores: { xp: '9007199254740993' } },
    { id: 'cypher', alias: 'Bob', enabled: false, scores: {} },
  ])
})

test('metrics that do not exist or do not fit are refused', () => {
  const { refused } = few()
  expect(refused({ sort: 'scores.none' })).toMatchObject({ fault: 'metric_not_found' })
  expect(refused({ sort: 'scores.mood' })).toMatchObject({ fault: 'invalid_request' })
  expect(refused({ metrics: ['badges'] })).toMatchObject({ fault: 'invalid_request' })
})

test('texts are in the order of their characters, however much of them is the same, and whatever they are', () => {
  const ids = [
    'a',
    'ab',
    'a\u0000b',
    'aé',
    'aéz',
    'aéa',
    'a日本',
    'a日',
    'a~',
    'a\u007f',
    'a\u007fa',
    'aaaaaaaaab',
    'aaaaaaaaaa',
  ]
  const game = gameOf(ids.map((id) => ({ id })))
  expect(game.ids({ sort: 'id', limit: 99 })).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(game.ids({ sort: 'id', limit: 99, order: 'descending' })).toEqual(ids.toSorted((a, b) => (a < b ? 1 : -1)))
})

const many = () =>
  gameOf(Array.from({ length: 100_000 }, (_, i) => ({ id: `p${i}`, scores: { 'p:xp': (i * 7919) % 1009 } })))

test('a hundred thousand are sorted as one sort would, in small steps, and the order is kept for the next pages', () => {
  const { state, list, steps } = many()
  const sort = { sort: 'scores.xp', order: 'descending' } as const
  const first = steps({ ...sort, skip: 50_000, limit: 3 })
  let pauses = 0
  let step = first.next(new Map())
  for (; !step.done; step = first.next(new Map())) pauses += 1
  expect(pauses).toBeGreaterThan(200)
  const points = (id: string): number => (Number(id.slice(1)) * 7919) % 1009
  const expected = Array.from({ length: 100_000 }, (_, i) => `p${i}`).toSorted((a, b) => points(b) - points(a))
  expect(step.value).toMatchObject({ data: expected.slice(50_000, 50_003).map((id) => ({ id })), total: 100_000 })
  const next = steps({ ...sort, skip: 50_003, limit: 3 }).next(new Map())
  expect(next).toMatchObject({ done: true, value: { data: expected.slice(50_003, 50_006).map((id) => ({ id })) } })
  // Who is deleted meanwhile is left out of the rows of an order that is still used.
  const [gone = ''] = expected
  removePlayer(state.players, gone)
  expect(list({ ...sort, limit: 2 }).data.map(({ id }) => id)).toEqual([expected[1]])
})

test('an order of few players is always of the present, and one of many is used for a while', () => {
  const small = few()
  expect(small.ids({ sort: 'id', limit: 1 })).toEqual(['Zed'])
  small.state.seq += 1
  putPlayer(small.state.players, { ...small.state.players.records[0]!, id: 'Abe' })
  expect(small.ids({ sort: 'id', limit: 1 })).toEqual(['Abe'])
  const large = many()
  const { seq } = large.list({ sort: 'id' })
  large.state.seq += 1
  putPlayer(large.state.players, { ...large.state.players.records[0]!, id: 'Abe' })
  expect(large.list({ sort: 'id', limit: 1 })).toMatchObject({ data: [{ id: 'p0' }], total: 100_000, seq })
  expect(large.list({ sort: 'alias', limit: 1 })).toMatchObject({ total: 100_001, seq: seq + 1 })
})
