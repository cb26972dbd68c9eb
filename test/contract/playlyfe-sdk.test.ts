import { setTimeout as sleep } from 'node:timers/promises'
import playlyfe from 'playlyfe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RequestRecord } from '../../src/server/request-log.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { visitorOf } from '../support/sign-in-visitor.ts'
import { errors, expectError } from './error-case.ts'
import { contractDesign } from './game-design.ts'
import { pixel } from './success-parts.ts'

const TTL_S = 1
const sdkClient = {
  client_id: 'sdk',
  client_secret: 'secret of the sdk',
  runtime: 'staging',
  type: 'client',
  token_ttl: TTL_S,
} as const
const REDIRECT = 'http://127.0.0.1:5999/back?from=game'
const codeClient = { ...sdkClient, client_id: 'sdk-code', type: 'code', redirect_uris: [REDIRECT] } as const
const backEnd = { ...sdkClient, client_id: 'sdk-back-end' } as const
const clients = [sdkClient, codeClient, backEnd]

let game: TestGame
let records: RequestRecord[]
beforeEach(async () => {
  records = []
  game = await serveGame({ design: contractDesign, clients }, { onRequest: (record) => records.push(record) })
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
      { design: contractDesign, clients },
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

/** Signs neo in as a browser does that the SDK sends to the page, and gives the code that it comes back with. */
async function codeFrom(sdk: ReturnType<typeof codeSdkFor>): Promise<string> {
  const uri = sdk.getAuthorizationURI()
  expect(uri.startsWith(`${game.url}/auth?`)).toBe(true)
  const visitor = visitorOf(game.url)
  const { hidden } = await visitor.open(uri.slice(game.url.length))
  const { location } = await visitor.open('/auth', { ...hidden, player_id: 'neo' })
  expect(location).toContain(REDIRECT)
  return new URL(location ?? '').searchParams.get('code') ?? ''
}

const codeSdkFor = (version: 'v1' | 'v2') =>
  new playlyfe.Playlyfe({
    type: 'code',
    version,
    client_id: codeClient.client_id,
    client_secret: codeClient.client_secret,
    redirect_uri: REDIRECT,
    auth_endpoint: game.url,
    api_endpoint: game.url,
  })

describe.each(versions)('the code flow of the published SDK on $version', ({ version, play, profile }) => {
  test('signs somebody in, plays as that player, and goes on with refreshed tokens', async () => {
    const sdk = codeSdkFor(version)
    await expect(sdk.get(profile)).rejects.toMatchObject({ error: expect.stringContaining('exchanging the code') })
    await sdk.exchangeCode(await codeFrom(sdk))
    await sdk.post(play.url, {}, play.body)
    expect(await sdk.get(profile, { player_id: 'trinity' })).toMatchObject({ id: 'neo' })
    records.length = 0
    for (let i = 1; i <= 2; i++) {
      await sleep(TTL_S * 1000 + 100)
      expect(await sdk.get(profile)).toMatchObject({ id: 'neo' })
      expect(tokensGiven()).toBe(i)
    }
    expect(records.every(({ status }) => status === 200)).toBe(true)
  })

  test('is told that a code is good once only', async () => {
    const code = await codeFrom(codeSdkFor(version))
    await codeSdkFor(version).exchangeCode(code)
    await expect(codeSdkFor(version).exchangeCode(code)).rejects.toMatchObject({ name: 'invalid_grant', status: 400 })
  })
})

describe.each(versions)('a JWT of the published SDK on $version', ({ version, play, profile }) => {
  const { client_id, client_secret } = backEnd
  const jwtFor = (more: object = {}): string =>
    playlyfe.Playlyfe.createJWT({ client_id, client_secret, player_id: 'neo', ...more })
  const call = (method: string, path: string, jwt: string, body?: unknown) =>
    game.request(method, `/${version}${path}`, { client: null, query: { jwt }, ...(body ? { body } : {}) })

  test('lets a page act as its player, with all that players may', async () => {
    const played = await call('POST', play.url, jwtFor(), play.body)
    expect(played.body.events.local).toMatchObject([{ event: 'action', count: 2 }])
    expect((await call('GET', profile, jwtFor())).body).toMatchObject({ id: 'neo' })
  })

  test('may be for reading alone, and until a time', async () => {
    const reading = jwtFor({ scopes: ['player.runtime.read'] })
    expect((await call('GET', profile, reading)).status).toBe(200)
    expectError(await call('POST', play.url, reading, play.body), errors.routeDenied)
    const short = jwtFor({ expires: 1 })
    expect((await call('GET', profile, short)).status).toBe(200)
    await sleep(TTL_S * 1000 + 1000)
    expectError(await call('GET', profile, short), errors.invalidToken)
  })
})

test('the published SDK uploads an image', async () => {
  const image = { value: Buffer.from(pixel), options: { filename: 'upload', contentType: 'application/octet-stream' } }
  const shown = await sdkFor('v2').upload('/design/images', {}, { file: image })
  expect(shown).toMatchObject({ id: expect.any(String), sizes: expect.any(Array) })
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
