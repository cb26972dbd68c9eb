// With the game inside of the test: each test begins where the first one did.
import { startGame, type Game } from 'gamify/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { playlyfeGame, sdkAt } from '../src/playlyfe-game.ts'
import { TodoList } from '../src/todo-list.ts'

let game: Game
let list: TodoList
beforeAll(async () => {
  // The SDK speaks HTTP, so it needs a port; what asks through `game.client` or `game.fetch` does not.
  game = await startGame({ design: 'design', now: '2030-01-07T09:00:00Z', frozen: true, port: 0 })
  await game.client.call('POST /v2/admin/players', { body: { id: 'ann', alias: 'Ann' } })
  await game.client.call('POST /v2/admin/players', { body: { id: 'bob', alias: 'Bob' } })
  await game.snapshot()
})
afterAll(() => game.stop())

beforeEach(async () => {
  await game.restore()
  const sdk = sdkAt({ url: game.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' })
  list = new TodoList('ann', playlyfeGame(sdk))
})

/** Metric by metric, what somebody has. */
async function scoresOf(player: string): Promise<Record<string, unknown>> {
  const { body } = await game.client.call('GET /v2/runtime/player', { as: player })
  return Object.fromEntries(body.scores.map(({ metric, value }) => [metric.id, value]))
}

test('a task that is finished is worth ten points, an urgent one twice as much and a badge', async () => {
  await list.add('Water the plants')
  await list.finish('Water the plants')
  expect(await scoresOf('ann')).toMatchObject({ points: '11' })
  await list.add('Call the bank', { urgent: true })
  await list.finish('Call the bank')
  expect(await scoresOf('ann')).toMatchObject({
    points: '32',
    level: { name: 'Doer' },
    badges: { 'First things first': { count: '1' } },
  })
})

test('what was finished before is not there in another test', async () => {
  expect(await scoresOf('ann')).toMatchObject({ points: '0' })
})

test('a week begins anew on the board', async () => {
  await list.add('Water the plants')
  await game.clock.advance('7d')
  const bob = new TodoList('bob', { play: (as, action_id) => play(as, action_id) })
  await bob.add('Buy milk')
  await game.play([
    { expect: { leaderboard: 'top', cycle: 'weekly', order: ['bob'] } },
    { expect: { leaderboard: 'top', cycle: 'alltime', order: ['ann', 'bob'] } },
  ])
})

test('a task that there is not is no move in the game', async () => {
  await expect(list.finish('Nothing')).rejects.toThrow("there is no task 'Nothing'")
  expect(await scoresOf('ann')).toMatchObject({ points: '0' })
})

/** A play without the SDK. */
async function play(as: string, action_id: string): Promise<void> {
  await game.client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id }, as, body: {} })
}
