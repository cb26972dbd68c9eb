import { afterEach, expect, test } from 'vitest'
import { serve, serveGame, type TestGame } from '../../test/support/http.ts'
import { likeDesign } from '../../test/support/played-game.ts'
import { jsonAnswer } from './answer.ts'
import type { FollowerReads } from './node-headers.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

const PROFILE = '/v2/runtime/player?player_id=neo'

/** A game that a writer and a follower serve, and what the follower sends elsewhere. */
async function served(reads: Partial<FollowerReads> = {}, byDefault: 'linearizable' | 'eventual' = 'linearizable') {
  const called = { position: () => 7, reads: byDefault }
  const writer = await serveGame({ design: likeDesign }, { calledNode: called })
  endings.push(() => writer.stop())
  const sent: string[] = []
  const follower: FollowerReads = {
    lagMs: () => 12,
    canAnswer: async () => true,
    elsewhere: async ({ method, path }) => {
      sent.push(`${method} ${path}`)
      return jsonAnswer(202, {})
    },
    ...reads,
  }
  const other = await serve(writer.emulator, { calledNode: { ...called, follower } })
  const authorization = `Bearer ${await writer.token('gamify-staging')}`
  const ask = (game: TestGame, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    game.request(method, path, { client: null, headers: { authorization, ...headers } })
  await writer.request('POST', '/v2/admin/players', { body: { id: 'neo', alias: 'Neo' } })
  return { writer, follower: other, sent, ask }
}

test('a change tells its position in the log, and a read does not', async () => {
  const { writer } = await served()
  const created = await writer.request('POST', '/v2/admin/players', { body: { id: 'trinity', alias: 'Trinity' } })
  expect(created.headers['gamify-position']).toBe('7')
  expect(created.headers['access-control-expose-headers']).toBe('gamify-position')
  expect((await writer.request('GET', PROFILE)).headers).not.toHaveProperty('gamify-position')
})

test('a follower answers a read that it is current for, and sends any other one elsewhere', async () => {
  let isCurrent = true
  const { follower, ask, sent } = await served({ canAnswer: async () => isCurrent })
  expect(await ask(follower, PROFILE)).toMatchObject({ status: 200, body: { id: 'neo' } })
  isCurrent = false
  expect(await ask(follower, PROFILE)).toMatchObject({ status: 202 })
  expect(sent).toEqual(['GET /v2/runtime/player'])
})

test('an eventual read is answered at once, and says how old it can be', async () => {
  const { follower, writer, ask } = await served({ canAnswer: async () => false })
  const eventual = { 'gamify-consistency': 'eventual' }
  expect(await ask(follower, PROFILE, eventual)).toMatchObject({ status: 200, headers: { 'gamify-lag': '12' } })
  expect((await ask(writer, PROFILE, eventual)).headers['gamify-lag']).toBe('0')
})

test('a read after a position waits for that position', async () => {
  const waits: (number | undefined)[] = []
  const canAnswer: FollowerReads['canAnswer'] = async (after) => waits.push(after) > 0
  const { follower, ask } = await served({ canAnswer }, 'eventual')
  expect(await ask(follower, PROFILE, { 'gamify-after': '41' })).toMatchObject({ status: 200 })
  expect((await ask(follower, PROFILE)).headers['gamify-lag']).toBe('12')
  expect(waits).toEqual([41])
})

test.each([
  [{ 'gamify-after': '-1' }, 'gamify-after'],
  [{ 'gamify-after': '1e3' }, 'gamify-after'],
  [{ 'gamify-after': '9'.repeat(16) }, 'gamify-after'],
  [{ 'gamify-consistency': 'strong' }, 'gamify-consistency'],
])('a read with the header %o is refused, on every node', async (headers, name) => {
  const { follower, writer, ask } = await served()
  for (const node of [follower, writer])
    expect(await ask(node, PROFILE, headers)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: expect.stringContaining(`'${name}'`) as string },
    })
})

test('a follower has no endpoints that change the game, and sends pictures and stream tokens elsewhere', async () => {
  const { follower, ask, sent } = await served()
  expect(await ask(follower, '/v2/runtime/actions/like/play?player_id=neo', {}, 'POST')).toMatchObject({ status: 404 })
  await ask(follower, '/v2/runtime/assets/game')
  await ask(follower, '/v2/runtime/notifications/events?token=x')
  expect(sent).toEqual(['GET /v2/runtime/assets/game', 'GET /v2/runtime/notifications/events'])
  expect(await ask(follower, '/_gamify/metrics')).toMatchObject({ status: 200 })
})

test('the writer refuses a position that the log does not have, so that nobody takes the answer for a newer one', async () => {
  const { writer, ask } = await served()
  expect(await ask(writer, PROFILE, { 'gamify-after': '7' })).toMatchObject({ status: 200 })
  expect(await ask(writer, PROFILE, { 'gamify-after': '8' })).toMatchObject({
    status: 400,
    body: {
      error_description: "The header 'gamify-after' names position 8, and the log of this game ends at 7",
    },
  })
})
