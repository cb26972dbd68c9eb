// With the game inside of the test: each test begins where the first one did.
import { createClient, scoresOf, type Client } from 'gamify/client'
import { startGame, type Game as TestedGame } from 'gamify/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Game } from '../src/game.ts'
import { TodoList } from '../src/todo-list.ts'

let game: TestedGame
let client: Client<Game>
let list: TodoList
beforeAll(async () => {
  game = await startGame({ design: 'design', now: '2030-01-07T09:00:00Z', frozen: true })
  // Calls reach the game without a port.
  client = createClient<Game>({
    url: game.url,
    fetch: game.fetch,
    clientId: 'gamify-staging',
    clientSecret: 'gamify-dev-secret',
  })
  await client.call('POST /v2/admin/players', { body: { id: 'ann', alias: 'Ann' } })
  await client.call('POST /v2/admin/players', { body: { id: 'bob', alias: 'Bob' } })
  await game.snapshot()
})
afterAll(() => game.stop())

beforeEach(async () => {
  await game.restore()
  list = new TodoList(client.as('ann'))
})

const scores = async () => scoresOf(await client.as('ann').profile())

test('a task that is finished is worth ten points, an urgent one twice as much and a badge', async () => {
  await list.add('Water the plants')
  await list.finish('Water the plants')
  expect(await scores()).toMatchObject({ points: '11' })
  await list.add('Call the bank', { urgent: true })
  await list.finish('Call the bank')
  expect(await scores()).toMatchObject({
    points: '32',
    level: { name: 'Doer' },
    badges: { 'First things first': { count: '1' } },
  })
})

test('what was finished before is not there in another test', async () => {
  expect(await scores()).toMatchObject({ points: '0' })
})

test('a week begins anew on the board', async () => {
  await list.add('Water the plants')
  await game.clock.advance('7d')
  await new TodoList(client.as('bob')).add('Buy milk')
  await game.play([
    { expect: { leaderboard: 'top', cycle: 'weekly', order: ['bob'] } },
    { expect: { leaderboard: 'top', cycle: 'alltime', order: ['ann', 'bob'] } },
  ])
})

test('a task that there is not is no move in the game', async () => {
  await expect(list.finish('Nothing')).rejects.toThrow("there is no task 'Nothing'")
  expect(await scores()).toMatchObject({ points: '0' })
})
