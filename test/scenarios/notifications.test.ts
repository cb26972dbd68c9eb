import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { happening } from '../support/subject-events.ts'
import { newsOf, refer } from '../support/subject-news.ts'
import { anId, newPlayer, NOON, played, send } from './scenario.ts'

const guild = newsOf({ kind: 'team', id: 'guild' })
const tour = newsOf({ kind: 'process', id: 'neo/big/tour' })
const team = { id: 'guild', name: 'guild' }
const process = { id: 'neo/big/tour', name: 'neo/big/tour' }
const stamp = { id: anId, timestamp: NOON }

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    for (const id of ['neo', 'trinity', 'oracle']) await send(game, newPlayer(id))
    const events = [
      guild.created('neo', ['leader'], 'guild'),
      tour.created('neo', { guest: 'player' }, 'tour'),
      guild.joined('trinity', ['member']),
      tour.joined('trinity', { guest: 'observer' }),
    ]
    for (const event of events)
      await game.emulator.runtime('staging').execute(happening, { events: [event] }, { client: 'test' })
  })
  afterEach(() => game.stop())

  const read = async (path: string, ask: Ask = {}) => {
    const { status, body } = await game.request('GET', path, ask)
    expect(status, path).toBe(200)
    return body
  }

  const lists = ['/v2/runtime/notifications', '/v1/notifications']
  const joins = [
    { event: 'join', actor: refer('trinity'), team, roles: { member: 1 }, seen: false, ...stamp },
    { event: 'join', actor: refer('trinity'), process, roles: { guest: 'observer' }, seen: false, ...stamp },
  ]

  describe('notifications', () => {
    test('are those of the player who asks, oldest first', async () => {
      for (const path of lists) {
        expect(await read(path, { as: 'neo' })).toEqual({ data: joins, unseen: 2 })
        expect(await read(path, { as: 'trinity' })).toEqual({ data: [], unseen: 0 })
      }
      await send(game, played('like', 'trinity'))
      for (const path of lists) {
        const { data } = await read(path, { as: 'trinity' })
        expect(data.map(({ event, actor }: { event: string; actor?: unknown }) => [event, actor])).toEqual([
          ['level', undefined],
          ['achievement', undefined],
        ])
      }
    })

    test.each(lists)('are marked as seen: POST %s', async (path) => {
      const { data } = await read(path, { as: 'neo' })
      const ids = data.map(({ id }: { id: string }) => id)
      const see = (some: readonly string[]) => game.request('POST', path, { as: 'neo', body: { ids: some } })
      expect((await see([ids[0], ids[0]])).body).toEqual({ ok: 1, unseen: 1 })
      expect((await see(ids)).body).toEqual({ ok: 1, unseen: 0 })
      expect((await see(ids)).body).toEqual({ ok: 0, unseen: 0 })
      expect(await read(path, { as: 'neo' })).toEqual({
        data: joins.map((each) => ({ ...each, seen: true })),
        unseen: 0,
      })
    })

    test('are of the period that is asked for, the last 24 hours unless told', async () => {
      const [path = ''] = lists
      await game.request('PATCH', '/_gamify/clock', { body: { advance: '1d' } })
      expect(await read(path, { as: 'neo' })).toMatchObject({ unseen: 2 })
      await game.request('PATCH', '/_gamify/clock', { body: { advance: '1ms' } })
      expect(await read(path, { as: 'neo' })).toEqual({ data: [], unseen: 0 })
      expect(await read(path, { as: 'neo', query: { start: '2030-01-01' } })).toMatchObject({ unseen: 2 })
      expect(await read(path, { as: 'neo', query: { end: NOON } })).toMatchObject({ unseen: 2 })
    })
  })

  test('a stream token is another one each time, and opens no route', async () => {
    for (const path of ['/v2/runtime/notifications/token', '/v1/notifications/token']) {
      const { token, ...rest } = await read(path, { as: 'neo' })
      expect(rest).toEqual({})
      expect((await read(path, { as: 'neo' })).token).not.toBe(token)
      const { status } = await game.request('GET', '/v2/runtime/player', {
        client: null,
        query: { access_token: token, player_id: 'neo' },
      })
      expect(status).toBe(401)
    }
  })

  const born = { event: 'create', actor: refer('neo'), ...stamp }
  const ofGuild = [
    { ...born, team },
    { event: 'join', actor: refer('trinity'), roles: { member: 1 }, ...stamp },
  ]
  const ofTour = [
    { ...born, process },
    { event: 'join', actor: refer('trinity'), roles: { guest: 'observer' }, ...stamp },
  ]

  test('the feed of a team, and what it tells of a member', async () => {
    for (const path of ['/v2/runtime/teams/guild', '/v1/teams/guild', '/v2/admin/teams/guild'])
      expect(await read(`${path}/activity`, { as: 'oracle' })).toEqual(ofGuild)
    for (const path of ['/v2/runtime/teams/guild', '/v1/teams/guild']) {
      expect(await read(`${path}/members/trinity/activity`, { as: 'oracle' })).toEqual(ofGuild.slice(1))
      expect(await read(`${path}/members/neo/activity`, { as: 'oracle' })).toEqual(ofGuild.slice(0, 1))
    }
  })

  test.each([
    '/neo/big/tour/activity',
    '/neo/big/tour/activity/',
    '/neo%2Fbig%2Ftour/activity',
    '/neo%2fbig/tour/activity',
    '/n%65o/big/tour/activity',
    '/neo/./big/tour/activity',
    '/neo/x/../big/tour/activity',
  ])('the feed of a process whose id has slashes, at %s', async (path) => {
    for (const base of ['/v2/runtime/processes', '/v1/processes', '/v2/admin/processes'])
      expect(await read(base + path, { as: 'oracle' })).toEqual(ofTour)
  })

  test.each([
    ['GET', '/neo/big/tour/activity/x/activity', 404, 'process_instance_not_found'],
    ['GET', '/neo//big/tour/activity', 404, 'route_not_found'],
    ['GET', '/neo/big/tour/activity//', 404, 'route_not_found'],
    ['GET', '/neo%2F%2Fbig/tour/activity', 404, 'process_instance_not_found'],
    ['GET', '/neo%2Fbig%2Ftour%2Factivity/activity', 404, 'process_instance_not_found'],
    ['GET', '/neo/big/t%zz/activity', 400, 'validation_exception'],
    ['PUT', '/neo/big/tour/activity', 405, 'method_not_allowed'],
    ['DELETE', '/neo%2Fbig%2Ftour/activity', 405, 'method_not_allowed'],
  ])('%s %s', async (method, path, status, error) => {
    const reply = await game.request(method, `/v2/runtime/processes${path}`, { as: 'neo' })
    expect({ status: reply.status, error: reply.body.error, allow: reply.headers['allow'] }).toEqual({
      status,
      error,
      allow: status === 405 ? 'GET, HEAD' : undefined,
    })
  })

  test('an id of a process may be as long as a path, in one part or many', async () => {
    for (const id of ['n'.repeat(60_000), 'n/'.repeat(30_000).slice(0, -1), '%2F'.repeat(20_000)]) {
      const { status, body } = await game.request('GET', `/v1/processes/${id}/activity`, { as: 'neo' })
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'process_instance_not_found' })
    }
  })
})
