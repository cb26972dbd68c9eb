import { afterEach, beforeEach, expect, test } from 'vitest'
import { action, add, point, designOf } from '../support/design-parts.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
const like = (value: string) => action('like', [add('xp', value)])
const latest = '/v2/design/versions/latest'

let game: TestGame
beforeEach(async () => {
  game = await serveGame({ design: designOf({ metrics: [point('xp')], actions: [like('1')] }).source })
})
afterEach(() => game.stop())

async function done<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
  const { status, body, text } = await game.request(method, path, ask)
  if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
  return body as T
}

/** What a play of `like` adds to the score of neo. */
async function gain(): Promise<number> {
  type Played = { events: { local: { changes: { delta: { old: string | null; new: string } }[] }[] } }
  const { events } = await done<Played>('POST', '/v2/runtime/actions/like/play', { as: 'neo', body: {} })
  const { old, new: now } = events.local[0]?.changes[0]?.delta ?? { old: null, new: '0' }
  return Number(now) - Number(old ?? 0)
}

async function deploys(value: string): Promise<void> {
  await done('PATCH', `${latest}/actions/like`, { body: { rules: like(value).rules } })
  await done('POST', `${latest}/deploy`)
}

const restores = (name: string, with_design: string, client = 'gamify-staging') =>
  done('POST', `/_gamify/snapshots/${name}/restore`, { client, query: { with_design } })

test('the recorded design, once deployed by choice, is the one that a later restore keeps', async () => {
  await done('POST', '/v2/admin/players', { body: { id: 'neo' } })
  await done('POST', '/_gamify/snapshots', { body: { name: 'first' } })
  await deploys('77')
  expect(await restores('first', 'recorded')).toMatchObject({ design: { runs: 'recorded' } })
  expect(await gain()).toBe(1)
  await deploys('78')
  await deploys('1')
  await done('POST', '/_gamify/snapshots', { body: { name: 'second' } })
  expect(await restores('second', 'current')).not.toHaveProperty('design')
  expect(await gain()).toBe(1)
})

test('issues of production that block the active design after a restore are reported, and the recorded one runs', async () => {
  const client = 'gamify-production'
  await done('POST', `${latest}/metrics`, { body: point('coins') })
  await done('POST', `${latest}/actions`, { body: action('earn', [add('coins', '1')]) })
  await done('POST', `${latest}/deploy`, { client })
  await done('POST', '/v2/admin/players', { client, body: { id: 'neo' } })
  await done('POST', '/v2/runtime/actions/earn/play', { client, as: 'neo', body: {} })
  await done('POST', '/_gamify/snapshots', { client, body: { name: 'rich' } })
  await done('DELETE', '/v2/admin/players/neo', { client })
  await done('DELETE', `${latest}/actions/earn`)
  await done('DELETE', `${latest}/metrics/coins`)
  await done('POST', `${latest}/deploy`, { client })
  expect(await restores('rich', 'current', client)).toMatchObject({ design: { runs: 'recorded', issues: 1 } })
  await done('POST', '/v2/runtime/actions/earn/play', { client, as: 'neo', body: {} })
})
