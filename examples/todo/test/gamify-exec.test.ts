// Under `gamify exec`, which says in the environment where the game is: npm test.
import { createClient, scoresOf } from 'gamify/client'
import { expect, test } from 'vitest'
import type { Game } from '../src/game.ts'
import { TodoList } from '../src/todo-list.ts'

const { GAMIFY_URL: url = '', GAMIFY_CLIENT_ID: clientId = '', GAMIFY_CLIENT_SECRET: clientSecret = '' } = process.env

test.runIf(url !== '')('what somebody finishes counts', async () => {
  const client = createClient<Game>({ url, clientId, clientSecret })
  await client.call('POST /v2/admin/players', { body: { id: 'ann', alias: 'Ann' } })
  const ann = client.as('ann')
  const list = new TodoList(ann)
  await list.add('Call the bank', { urgent: true })
  await list.finish('Call the bank')

  expect(list.tasks).toEqual([{ title: 'Call the bank', urgent: true, done: true }])
  expect(scoresOf(await ann.profile())).toMatchObject({
    points: '21',
    badges: { 'First things first': { count: '1' } },
  })
  expect(await ann.leaderboard('top', { cycle: 'alltime' })).toMatchObject({
    data: [{ rank: 1, score: '21', player: { id: 'ann' } }],
  })
})
