import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { newPlayer, played, send } from '../scenarios/scenario.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import {
  authResponse,
  listed,
  newToken,
  notificationsOf,
  openStream,
  rewarded,
  speeches,
  streamOf,
  streamPaths,
  streamToken,
  type Speech,
  type StreamClient,
} from './stream-client.ts'

const webSocket: Speech = { protocol: 4, transports: ['websocket'] }

let game: TestGame
const streams: StreamClient[] = []
beforeEach(async () => {
  game = await serveGame({ design: contractDesign })
  for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
})
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close()
  await game.stop()
})

const kept = <T extends StreamClient>(stream: T): T => {
  streams.push(stream)
  return stream
}

/** A stream that waits to hear whose it is. */
const challenged = async (speech = webSocket, path: string = streamPaths[0]): Promise<StreamClient> => {
  const stream = kept(openStream(game.url, path, speech))
  await expect.poll(() => stream.messages).toEqual(['AUTH_CHALLENGE'])
  return stream
}

describe.each(speeches)('a client of protocol $protocol by $transports', (speech) => {
  test.each(streamPaths)('is told of what happens at %s', async (path) => {
    const stream = kept(await streamOf(game, 'neo', speech, path))
    await send(game, played('like', 'neo'))
    await rewarded(game, 'neo')
    await rewarded(game, 'trinity')
    await expect.poll(() => notificationsOf(stream).length).toBe(3)
    expect(notificationsOf(stream)).toEqual(await listed(game, 'neo'))
    expect(stream.isClosed()).toBe(false)
    if (speech.transports.length === 2) await expect.poll(() => stream.transport()).toBe('websocket')
  })

  test.each([
    ['is no word of the handshake', 'HELLO'],
    ['is too large', `AUTH_RESPONSE ${'x'.repeat(5000)} player staging contract neo`],
    ['is binary', new Uint8Array([65, 85, 84, 72])],
  ])('is cut off when what it says %s', async (_what, message) => {
    const stream = await challenged(speech)
    stream.send(message)
    await expect.poll(() => stream.isClosed()).toBe(true)
    expect(stream.messages).toEqual(['AUTH_CHALLENGE'])
  })

  test('is cut off when it goes on talking', async () => {
    const stream = kept(await streamOf(game, 'neo', speech))
    stream.send(authResponse(await streamToken(game, 'neo'), 'neo'))
    await expect.poll(() => stream.isClosed()).toBe(true)
  })

  test('is told why it gets no stream', async () => {
    const stream = await challenged(speech)
    stream.send(authResponse('x', 'neo'))
    await expect.poll(() => stream.isClosed()).toBe(true)
    expect(stream.messages).toEqual(['AUTH_CHALLENGE', 'AUTH_FAILED The token is unknown, expired or already used'])
  })
})

describe('a stream is refused to', () => {
  const refusals: readonly (readonly [what: string, say: () => Promise<string>, reason: string])[] = [
    ['an access token', async () => authResponse(await game.token('gamify-staging'), 'neo'), 'The token is unknown'],
    [
      'a token that was used before',
      async () => {
        const token = await streamToken(game, 'neo')
        const stream = await challenged()
        stream.send(authResponse(token, 'neo'))
        await expect.poll(() => stream.messages[1]).toBe('AUTH_SUCCESS')
        return authResponse(token, 'neo')
      },
      'The token is unknown, expired or already used',
    ],
    [
      'a token that a wrong answer has used up',
      async () => {
        const token = await streamToken(game, 'neo')
        const stream = await challenged()
        stream.send(authResponse(token, 'trinity'))
        await expect.poll(() => stream.isClosed()).toBe(true)
        return authResponse(token, 'neo')
      },
      'The token is unknown, expired or already used',
    ],
    [
      'another player',
      async () => authResponse(await streamToken(game, 'neo'), 'trinity'),
      "The token does not belong to the player 'trinity'",
    ],
    [
      'another environment',
      async () => authResponse(await streamToken(game, 'neo'), 'neo', 'production'),
      "The token is for the environment 'staging', not 'production'",
    ],
    [
      'another game',
      async () => authResponse(await streamToken(game, 'neo'), 'neo', 'staging', 'chess'),
      "The game 'chess' is not served here",
    ],
    [
      'a player who may not act any more',
      async () => {
        const token = await streamToken(game, 'neo')
        await game.request('PUT', '/v2/admin/players/neo/disable')
        return authResponse(token, 'neo')
      },
      "The player 'neo' is disabled",
    ],
    [
      'a player who is gone',
      async () => {
        const token = await streamToken(game, 'neo')
        await game.request('DELETE', '/v2/admin/players/neo')
        return authResponse(token, 'neo')
      },
      "The player 'neo' does not exist",
    ],
  ]

  test.each(refusals)('%s', async (_what, say, reason) => {
    const stream = await challenged()
    stream.send(await say())
    await expect.poll(() => stream.isClosed()).toBe(true)
    expect(stream.messages).toEqual(['AUTH_CHALLENGE', expect.stringContaining(`AUTH_FAILED ${reason}`)])
  })
})

test('streams of the two environments tell of their own', async () => {
  const player = { client: 'gamify-production', body: { id: 'neo' } }
  await game.request('POST', '/v2/admin/players', player)
  const staging = kept(await streamOf(game, 'neo'))
  const production = await challenged()
  production.send(authResponse(await streamToken(game, 'neo', 'gamify-production'), 'neo', 'production'))
  await expect.poll(() => production.messages[1]).toBe('AUTH_SUCCESS')
  await rewarded(game, 'neo')
  await expect.poll(() => notificationsOf(staging).length).toBe((await listed(game, 'neo')).length)
  expect(notificationsOf(staging).length).toBeGreaterThan(0)
  expect(notificationsOf(production)).toEqual([])
})

test('a player has as many streams as are asked for, each with all that comes', async () => {
  const two = [kept(await streamOf(game, 'neo')), kept(await streamOf(game, 'neo'))]
  for (let i = 0; i < 20; i += 1) await rewarded(game, 'neo')
  const list = await listed(game, 'neo')
  expect(list.length).toBeGreaterThanOrEqual(20)
  for (const stream of two) await expect.poll(() => notificationsOf(stream)).toEqual(list)
})

test('a stream ends when its player may not act any more', async () => {
  const stream = kept(await streamOf(game, 'neo'))
  await game.request('PUT', '/v2/admin/players/neo/disable')
  await expect.poll(() => stream.isClosed()).toBe(true)
})

test('a stream ends with the logout of the token under which it was opened, and no other does', async () => {
  const other = kept(await streamOf(game, 'neo'))
  const bearer = { authorization: `Bearer ${await newToken(game)}` }
  const stream = await challenged()
  stream.send(authResponse(await streamToken(game, 'neo', bearer), 'neo'))
  await expect.poll(() => stream.messages[1]).toBe('AUTH_SUCCESS')
  await game.request('POST', '/v2/logout', { client: null, headers: bearer })
  await expect.poll(() => stream.isClosed()).toBe(true)
  await rewarded(game, 'neo')
  await expect.poll(() => notificationsOf(other).length).toBeGreaterThan(0)
  expect(notificationsOf(stream)).toEqual([])
})
