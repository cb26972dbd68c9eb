import { afterEach, beforeEach, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { newPlayer, played, send } from './scenario.ts'

const CALLS = 20

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
    await send(game, newPlayer('neo'))
  })
  afterEach(() => game.stop())

  /** The statuses of so many equal calls at once, counted. */
  async function atOnce(step: Parameters<typeof send>[1]): Promise<Record<string, number>> {
    const replies = await Promise.all(Array.from({ length: CALLS }, () => send(game, step)))
    const groups = Map.groupBy(replies, ({ status }) => status)
    return Object.fromEntries([...groups].map(([status, found]) => [status, found.length]))
  }

  test('of many who make the same player one does', async () => {
    expect(await atOnce(newPlayer('trinity'))).toEqual({ 200: 1, 409: CALLS - 1 })
  })

  test('a limit of one play a day lets one through', async () => {
    expect(await atOnce(played('visit', 'neo'))).toEqual({ 200: 1, 429: CALLS - 1 })
  })

  test('no play is lost, and each sees those before it', async () => {
    expect(await atOnce(played('like', 'neo'))).toEqual({ 200: CALLS })
    const { body } = await game.request('GET', '/v2/runtime/activity', { as: 'neo' })
    const likes: { changes: { delta: { new: string } }[] }[] = body.filter(
      ({ event }: { event: string }) => event === 'action',
    )
    expect(likes.map(({ changes }) => changes[0]?.delta.new)).toEqual(
      Array.from({ length: CALLS }, (_, i) => `${(i + 1) * 10}`),
    )
  })

  test('an event is reverted once', async () => {
    const { body } = await send(game, played('like', 'neo'))
    const event_ids = [body.events.local[0].id]
    expect(await atOnce({ call: 'POST /v2/admin/players/neo/revert', ask: { body: { event_ids } } })).toEqual({
      200: 1,
      409: CALLS - 1,
    })
  })
})
