import { afterEach, beforeEach, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { badges, coins, from, newPlayer, played, rank, send, worth, xp } from './scenario.ts'

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    await send(game, newPlayer('neo'))
  })
  afterEach(() => game.stop())

  interface Event {
    readonly id: string
    readonly event: string
  }

  const play = async (action: string, body: unknown = {}): Promise<{ local: Event[]; global: Event[] }> =>
    (await send(game, played(action, 'neo', body))).body.events
  const revert = (...event_ids: readonly string[]) =>
    game.request('POST', '/v2/admin/players/neo/revert', { body: { event_ids } })
  const scores = async (): Promise<Record<string, unknown>> => {
    const { body } = await game.request('GET', '/v1/player', { as: 'neo' })
    return Object.fromEntries(
      body.scores.map(({ metric, value }: { metric: { id: string }; value: unknown }) => [metric.id, value]),
    )
  }
  const lastEvents = async (): Promise<readonly unknown[]> => {
    const runtime = game.emulator.runtime('staging')
    const entries = await Array.fromAsync(runtime.history({ since: { seq: runtime.state.seq } }))
    return entries.flatMap(({ events }) => events)
  }

  test('a play is undone with the level and the achievement that followed from it', async () => {
    const first = await play('like')
    const second = await play('like', { count: 3 })
    const [action, level] = [second.local[0]?.id ?? '', second.global[0]?.id ?? '']
    const { status, body } = await revert(action)
    expect([status, body]).toEqual([
      200,
      [
        { event: action, changes: [from('40', xp, '10'), from('83', worth, '23')], status: 'reverted' },
        { event: level, changes: [from('Bronze', rank, 'Novice')], status: 'reverted' },
      ],
    ])
    expect(await scores()).toMatchObject({ xp: '10', rank: { name: 'Novice' }, badges: { Rookie: { count: '1' } } })
    const { body: actions } = await game.request('GET', '/v2/runtime/actions', { as: 'neo' })
    expect(actions.find(({ id }: { id: string }) => id === 'like').count).toBe(1)

    const [like, novice, rookie] = [first.local[0]?.id ?? '', ...first.global.map(({ id }) => id)]
    expect((await revert(like)).body).toEqual([
      { event: like, changes: [from('10', xp, '0'), from('23', worth, '3')], status: 'reverted' },
      { event: novice, changes: [], status: 'reverted' },
      { event: rookie, changes: [{ metric: badges, delta: { Rookie: { old: '1', new: '0' } } }], status: 'reverted' },
    ])
    // Points that the event gave first stay with what is left, and the item may come again.
    expect(await scores()).toEqual({
      badges: {},
      coins: '3',
      rank: { name: 'Novice', description: 'New here' },
      worth: '3',
      xp: '0',
    })
    expect((await play('like')).global.map(({ event }) => event)).toEqual(['achievement'])
  })

  test('several events at once are undone as one event of no feed, the latest first', async () => {
    const like = (await play('like')).local[0]?.id ?? ''
    const visit = (await play('visit')).local[0]?.id ?? ''
    const feed = async () => (await game.request('GET', '/v2/runtime/activity', { as: 'neo' })).body
    const before = await feed()
    const { body } = await revert(like, visit)
    expect(body.map(({ event }: Event) => event)).toEqual([like, expect.any(String), expect.any(String), visit])
    expect(await lastEvents()).toMatchObject([
      {
        event: 'reverted',
        player: { id: 'neo', alias: 'neo' },
        changes: [
          from('6', coins, '3'),
          from('26', worth, '23'),
          { metric: badges, delta: { Rookie: { old: '1', new: '0' } } },
          from('10', xp, '0'),
          from('23', worth, '3'),
        ],
        plays: [
          { action: 'like', count: 1 },
          { action: 'visit', count: 1 },
        ],
      },
    ])
    expect(await feed()).toEqual(before)
  })

  test('a custom rule is undone', async () => {
    const data = [{ player_ids: ['neo'], variables: { gift: 90 } }]
    const { body } = await game.request('POST', '/v1/game/rule/welcome', { body: { data } })
    const { id } = body[0][0].events.local[0]
    expect((await revert(id)).body).toEqual([
      { event: id, changes: [from('93', coins, '3'), from('93', worth, '3')], status: 'reverted' },
    ])
  })

  test('what was spent since cannot be taken back below the least', async () => {
    const visit = (await play('visit')).local[0]?.id ?? ''
    const rewards = [{ metric: { id: 'coins', type: 'point' }, verb: 'set', value: '1' }]
    await game.request('PATCH', '/v2/admin/players/neo/scores', { body: { rewards } })
    expect((await revert(visit)).body).toEqual([
      { event: visit, changes: [from('1', coins, '0'), from('1', worth, '0')], status: 'reverted' },
    ])
  })

  test('a revert does not give back a use of a rate', async () => {
    const visit = (await play('visit')).local[0]?.id ?? ''
    await revert(visit)
    expect((await send(game, played('visit', 'neo'))).status).toBe(429)
  })
})
