import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractDesign } from '../../test/contract/game-design.ts'
import { pixel } from '../../test/contract/success-parts.ts'
import { formWithFile } from '../client/create-client.ts'
import { MAX_IMAGE_BYTES } from '../game/kernel/image-album.ts'
import { BODY_LIMITS } from '../server/incoming-bytes.ts'
import type { Game } from './game.ts'
import { startGame } from './start-game.ts'

let game: Game
let authorization: string
beforeAll(async () => {
  game = await startGame({ design: contractDesign as never, now: '2030-01-06T12:00:00Z', frozen: true, port: 0 })
  await game.client.call('POST /v2/admin/players', { body: { id: 'neo', alias: 'Neo' } })
  const body = JSON.stringify({
    client_id: 'gamify-staging',
    client_secret: 'gamify-dev-secret',
    grant_type: 'client_credentials',
  })
  const answer = await game.fetch('/auth/token', { method: 'POST', body })
  authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`
})
afterAll(() => game.stop())

/** What comes back, but for what a connection adds. */
async function seen(response: Response) {
  const ofConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding']
  const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name))
  const { status, statusText, url, type } = response
  return { status, statusText, url, type: type === 'basic' ? 'default' : type, headers, body: await response.text() }
}

const image = formWithFile(pixel)
const largeImage = formWithFile(new Uint8Array(MAX_IMAGE_BYTES + 1))
const json = { 'content-type': 'application/json' }
const asNeo = '?player_id=neo'

type DirectCall = readonly [what: string, method: string, path: string, init?: RequestInit]

const calls: readonly DirectCall[] = [
  ['a profile', 'GET', `/v2/runtime/player${asNeo}`],
  ['an older one', 'GET', `/v1/player${asNeo}`],
  ['the head of one', 'HEAD', `/v2/runtime/player${asNeo}`],
  ['what pages may send', 'OPTIONS', '/v2/runtime/player', { headers: { origin: 'http://127.0.0.1:3000' } }],
  ['a play that is refused', 'POST', `/v2/runtime/actions/like/play${asNeo}`, { headers: json, body: '{"count":0}' }],
  ['no player', 'POST', '/v2/runtime/actions/like/play', { headers: json, body: '{}' }],
  ['broken JSON', 'POST', `/v2/runtime/actions/like/play${asNeo}`, { headers: json, body: '{' }],
  ['no text', 'POST', `/v2/runtime/actions/like/play${asNeo}`, { headers: json, body: Buffer.from([0xff]) }],
  ['too long a text', 'POST', '/v2/admin/players', { headers: json, body: ' '.repeat(BODY_LIMITS.maxBytes + 1) }],
  ['an encoded one', 'POST', '/v2/admin/players', { headers: { ...json, 'content-encoding': 'gzip' }, body: 'x' }],
  ['an upload', 'POST', '/v2/design/images', { headers: image.headers, body: Buffer.from(image.body) }],
  ['too large a one', 'POST', '/v2/design/images', { headers: largeImage.headers, body: Buffer.from(largeImage.body) }],
  ['no form', 'POST', '/v2/design/images', { headers: json, body: '{}' }],
  ['a picture', 'GET', `/v2/runtime/assets/game${asNeo}`],
  ['an escape', 'GET', '/v2/admin/players/n%65o'],
  ['a dot segment', 'GET', '/v2/admin/teams/../players/neo'],
  ['an id that is not there', 'GET', '/v2/admin/players/n%2Fo'],
  ['no route', 'GET', '/nowhere'],
  ['the head of no route', 'HEAD', '/nowhere'],
  ['another method', 'DELETE', '/v2/runtime/player'],
  ['a token that is none', 'GET', `/v2/runtime/player${asNeo}`, { headers: { authorization: 'Bearer no' } }],
  ['a page of elsewhere', 'GET', '/_gamify/clock', { headers: { origin: 'https://example.com' } }],
  ['a control route', 'GET', '/_gamify/clock'],
  ['the history', 'GET', '/_gamify/journal'],
  ['a stream of no page', 'GET', '/v1/notifications/stream/?EIO=4&transport=websocket'],
  ['the sign-in page of nobody', 'GET', '/auth?client_id=nobody'],
]

const table = calls.map(([what, method, path, init = {}]) => ({ what, method, path, init }))

test.each(table)('$what is the same without a socket', async ({ method, path, init }) => {
  const request = { method, ...init, headers: { authorization, ...init.headers } }
  const direct = await seen(await game.fetch(path, request))
  expect(direct.status).toBeGreaterThan(0)
  expect(direct).toEqual(await seen(await fetch(game.url + path, request)))
})

test('another host is refused, in the address and in the header', async () => {
  const refused = { status: 403, statusText: 'Forbidden' }
  expect(await game.fetch('https://example.com/_gamify/health')).toMatchObject(refused)
  expect(await game.fetch('/_gamify/health', { headers: { host: 'example.com' } })).toMatchObject(refused)
  expect(await game.fetch(`${game.url}/_gamify/health`)).toMatchObject({ status: 200 })
})

test('a poll of Engine.IO is told that it needs a socket', async () => {
  const answer = await game.fetch('/v1/notifications/stream/?EIO=4&transport=polling')
  expect(await answer.json()).toMatchObject({
    error: 'invalid_request',
    error_description: expect.stringContaining('needs a socket'),
  })
})

test('a request as an object, an address, and a body that comes in pieces', async () => {
  const headers = { authorization }
  const request = new Request(`${game.url}/v2/runtime/player${asNeo}`, { headers })
  expect(await (await game.fetch(request)).json()).toMatchObject({ id: 'neo' })
  expect(await game.fetch(new URL('/_gamify/health', game.url))).toMatchObject({ status: 200 })
  const pieces = ReadableStream.from([Buffer.from('{"id":"tri'), Buffer.from('nity"}')])
  const init = { method: 'POST', headers: { ...headers, ...json }, body: pieces, duplex: 'half' } as const
  expect(await (await game.fetch('/v2/admin/players', init)).json()).toMatchObject({ id: 'trinity' })
})

test('a body that breaks off is told of, and nothing comes of it', async () => {
  const broken = new ReadableStream({
    pull: (controller) => controller.error(new Error('no more')),
  })
  const answer = await game.fetch('/v2/admin/players', {
    method: 'POST',
    headers: { authorization },
    body: broken,
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error_description: 'The request body was cut off' })
})

describe('an answer that goes on', () => {
  const follow = (signal?: AbortSignal) =>
    game.fetch('/_gamify/journal?follow=true', { headers: { authorization }, ...(signal && { signal }) })
  const play = () =>
    game.client.call('POST /v2/runtime/actions/:action_id/play', { params: { action_id: 'like' }, as: 'neo', body: {} })

  test('tells what happens as it does, until it is not wanted any more', async () => {
    const answer = await follow()
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    const readUntil = async (text: string) => {
      for (let read = ''; !read.includes(text);) read += (await reader?.read())?.value ?? ''
    }
    await readUntil('"players.create"')
    await play()
    await readUntil('"actions.play"')
    await reader?.cancel()
  })

  test('ends with an error when its request is aborted', async () => {
    const abort = new AbortController()
    const answer = await follow(abort.signal)
    abort.abort(new Error('enough'))
    await expect(answer.text()).rejects.toThrow('enough')
  })

  test('tells a player of events', async () => {
    const abort = new AbortController()
    const answer = await game.fetch(`/v2/runtime/notifications/events${asNeo}`, {
      headers: { authorization },
      signal: abort.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await answer.body?.cancel()
  })

  test('of a request that was aborted before does not begin', async () => {
    await expect(follow(AbortSignal.abort(new Error('never')))).rejects.toThrow('never')
  })
})

test('a call that a rule of faults cuts off gets no answer', async () => {
  const route = 'GET /v2/admin/players'
  const { body } = await game.client.request('POST', '/_gamify/faults', { body: { route, drop: true, rate: 1 } })
  const players = () => game.fetch('/v2/admin/players', { headers: { authorization } })
  await expect(players()).rejects.toMatchObject({
    message: 'fetch failed',
    cause: new Error('The emulator cut the call off'),
  })
  await game.client.request('DELETE', `/_gamify/faults/${(body as { readonly id: string }).id}`)
  expect(await players()).toMatchObject({ status: 200 })
})
