import { setTimeout as sleep } from 'node:timers/promises'
import playlyfe from 'playlyfe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RequestRecord } from '../../src/server/request-log.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { contractDesign } from './game-design.ts'

const TTL_S = 1
const sdkClient = {
  client_id: 'sdk',
  client_secret: 'secret of the sdk',
  runtime: 'staging',
  type: 'client',
  token_ttl: TTL_S,
} as const

let game: TestGame
let records: RequestRecord[]
beforeEach(async () => {
  records = []
  game = await serveGame(
    { design: contractDesign, clients: [sdkClient] },
    { onRequest: (record) => records.push(record) },
  )
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo', alias: 'Neo' } })
  records.length = 0
})
afterEach(() => game.stop())

/** The SDK as a program sets it up, but for the two addresses. */
const sdkFor = (version: 'v1' | 'v2', url = game.url) =>
  new playlyfe.Playlyfe({
    type: 'client',
    version,
    client_id: sdkClient.client_id,
    client_secret: sdkClient.client_secret,
    auth_endpoint: url,
    api_endpoint: url,
  })

const tokensGiven = (): number => records.filter(({ path }) => path === '/auth/token').length
const as = { player_id: 'neo' }

/** The routes of what a program does first, in each version; rewards have the older name in version 1. */
const versions = [
  {
    version: 'v1',
    actions: '/definitions/actions',
    play: { url: '/action/play', body: { id: 'like', count: 2 } },
    profile: '/player',
    rewardsUnder: 'actions',
  },
  {
    version: 'v2',
    actions: '/runtime/actions',
    play: { url: '/runtime/actions/like/play', body: { count: 2 } },
    profile: '/runtime/player',
    rewardsUnder: 'rewards',
  },
] as const

describe.each(versions)('the published SDK on $version', ({ version, actions, play, profile, rewardsUnder }) => {
  test('gets a token, lists actions, plays and reads the profile', async () => {
    const sdk = sdkFor(version)
    const listed = await sdk.get(actions, { ...as })
    expect(listed).toContainEqual(expect.objectContaining({ id: 'like', name: 'Like', count: 0 }))

    const played = await sdk.post(play.url, { ...as }, play.body)
    expect(played).toMatchObject({
      actions: expect.arrayContaining([
        expect.objectContaining({
          id: 'like',
          count: 2,
          [rewardsUnder]: [
            { metric: { id: 'xp', name: 'XP', type: 'point' }, value: '10', verb: 'add', probability: 1 },
          ],
        }),
      ]),
      events: {
        local: [{ event: 'action', action: { id: 'like', name: 'Like', vars: {} }, count: 2, scopes: [] }],
        global: [{ event: 'level' }, { event: 'achievement' }],
      },
    })

    const scores = [{ metric: { id: 'xp', type: 'point' }, value: '20' }]
    expect(await sdk.get(profile, { ...as })).toMatchObject({
      id: 'neo',
      alias: 'Neo',
      scores: expect.arrayContaining([
        expect.objectContaining({ value: '20', metric: expect.objectContaining(scores[0]?.metric) }),
      ]),
    })
    expect(tokensGiven()).toBe(1)
    expect(records.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('gets a new token by itself when the old one has expired', async () => {
    const sdk = sdkFor(version)
    await sdk.get(profile, { ...as })
    await sleep(TTL_S * 1000 + 100)
    await sdk.post(play.url, { ...as }, play.body)
    expect(tokensGiven()).toBe(2)
    expect(records.every(({ status }) => status === 200)).toBe(true)
  })

  test('repeats a call with a new token when the old one is refused', async () => {
    const sdk = sdkFor(version)
    await sdk.get(profile, { ...as })
    // The same address, but a data directory with another key: what the SDK holds is good for nothing now.
    const { port } = new URL(game.url)
    await game.stop()
    const second = await serveGame(
      { design: contractDesign, clients: [sdkClient] },
      { port: Number(port), onRequest: (record) => records.push(record) },
    )
    try {
      await second.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
      records.length = 0
      await sdk.post(play.url, { ...as }, play.body)
      expect(records.map(({ status, error }) => error ?? status)).toEqual(['invalid_access_token', 200, 200])
      expect(await sdk.get(profile, { ...as })).toMatchObject({
        scores: expect.arrayContaining([expect.objectContaining({ value: '20' })]),
      })
    } finally {
      await second.stop()
    }
  })

  test('throws the errors of the service as its own', async () => {
    const sdk = sdkFor(version)
    await expect(sdk.get(profile)).rejects.toMatchObject({
      name: 'invalid_player',
      message: "The 'player_id' parameter should be specified in the query",
      status: 400,
    })
    await expect(sdk.post(play.url, { ...as }, { ...play.body, count: 0 })).rejects.toMatchObject({
      name: 'validation_exception',
      status: 400,
      errors: { valid: false, errors: [{ path: 'count', message: expect.any(String) }] },
    })
  })
})

test('the published SDK operates players, with a body of null on GET and DELETE', async () => {
  const sdk = sdkFor('v2')
  expect(await sdk.post('/admin/players', {}, { id: 'trinity', alias: 'Trinity' })).toMatchObject({ bootstrap: true })
  const rewards = [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '5' }]
  expect(await sdk.patch('/admin/players/trinity/scores', {}, { rewards })).toMatchObject({ id: 'trinity' })
  expect(await sdk.put('/admin/players/trinity/disable')).toMatchObject({ enabled: false })
  expect(await sdk.get('/admin/players', { limit: '1' })).toMatchObject({ total: 2, data: [{ id: 'neo' }] })
  expect(await sdk.delete('/admin/players/trinity')).toEqual({ message: expect.stringContaining("'trinity'") })
  expect(records.every(({ status }) => status === 200)).toBe(true)
})
