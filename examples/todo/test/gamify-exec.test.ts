// Under `gamify exec`, which says in the environment where the game is: npm test.
import { expect, test } from 'vitest'
import { playlyfeGame, sdkAt } from '../src/playlyfe-game.ts'
import { TodoList } from '../src/todo-list.ts'

const { GAMIFY_URL: url = '', GAMIFY_CLIENT_ID: clientId = '', GAMIFY_CLIENT_SECRET: clientSecret = '' } = process.env

test.runIf(url !== '')('what somebody finishes counts, through the SDK', async () => {
  const sdk = sdkAt({ url, clientId, clientSecret })
  await sdk.post('/admin/players', {}, { id: 'ann', alias: 'Ann' })
  const list = new TodoList('ann', playlyfeGame(sdk))
  await list.add('Call the bank', { urgent: true })
  await list.finish('Call the bank')

  expect(list.tasks).toEqual([{ title: 'Call the bank', urgent: true, done: true }])
  expect(await sdk.get('/runtime/leaderboards/top', { player_id: 'ann', cycle: 'alltime' })).toMatchObject({
    data: [{ rank: 1, score: '21', player: { id: 'ann' } }],
  })
})
