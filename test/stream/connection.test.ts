import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newAuthority, newServerIdentity } from '../../src/secure/certificate.ts'
import type { RequestRecord } from '../../src/server/request-log.ts'
import { contractDesign } from '../contract/game-design.ts'
import { newPlayer, send } from '../scenarios/scenario.ts'
import { exchange, fakeServer } from '../support/fake-server.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { happening } from '../support/subject-events.ts'
import { newsOf } from '../support/subject-news.ts'
import { timed } from '../support/timed.ts'
import { eventsPath, openEvents } from './event-reader.ts'
import { notificationsOf, openStream, speeches, streamOf, streamPaths, streamToken } from './stream-client.ts'

let game: TestGame
let records: RequestRecord[]
beforeEach(async () => {
  records = []
  game = await serveGame({ design: contractDesign }, { onRequest: (record) => records.push(record) })
  for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
})
afterEach(() => game.stop())

const [streamPath] = streamPaths
const port = (): number => Number(new URL(game.url).port)
const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='

const webSocketRequest = (path: string, host = 'localhost', ...headers: readonly string[]): string =>
  [
    `GET ${path}?EIO=4&transport=websocket HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${KEY}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

/** A WebSocket that is open and has been challenged, as bytes. */
async function rawWebSocket(): Promise<Socket> {
  const socket = connect(port(), '127.0.0.1', () => socket.write(webSocketRequest(streamPath)))
  let text = ''
  while (!text.includes('AUTH_CHALLENGE')) text += String((await once(socket, 'data'))[0])
  return socket
}

/** A frame of text, masked with zeros. */
function frame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)])
}

/** Has neo be told of many long notifications. */
async function flood(count: number): Promise<void> {
  const guild = newsOf({ kind: 'team', id: 'guild' })
  const runtime = game.emulator.runtime('staging')
  const caller = { client: 'test' }
  await runtime.execute(happening, { events: [guild.created('trinity', ['leader'], 'guild')] }, caller)
  const parts = { roles: {}, state: 'PENDING', invitee: { id: 'neo', alias: 'neo' }, note: 'x'.repeat(100_000) }
  for (let i = 0; i < count; i += 1)
    await runtime.execute(happening, { events: [guild.event('invite', 'trinity', parts)] }, caller)
}

describe('an upgrade', () => {
  test.each(streamPaths.flatMap((path) => [path, `${path}/`]))('is taken at %s', async (path) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(webSocketRequest(path)))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    // What speaks Engine.IO is loaded with the first of them, which may take its time.
    await expect.poll(() => text, { timeout: 20_000 }).toMatch(/^HTTP\/1\.1 101 /)
    socket.destroy()
  })

  test('is for our own hosts alone', async () => {
    const { text, closed } = await exchange(port(), webSocketRequest(streamPath, 'evil.example'))
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).toContain('"error":"forbidden_host"')
    expect(closed).toBe(true)
  })

  test.each([
    ['elsewhere', webSocketRequest('/v2/runtime/player'), '401'],
    ['to another protocol', webSocketRequest(streamPath).replace('Upgrade: websocket', 'Upgrade: h2c'), '400'],
    ['of another method', webSocketRequest(streamPath).replace('GET', 'DELETE'), '405'],
  ])('%s is a call like any other', async (_what, bytes, status) => {
    const { text } = await exchange(port(), bytes.replace('Upgrade', 'Upgrade, close'), 5_000)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toMatch(/access-control-allow-origin: \*/i)
  })

  test.each([
    ['no key', webSocketRequest(streamPath).replace(/Sec-WebSocket-Key.*\r\n/, '')],
    ['an unknown transport', webSocketRequest(streamPath).replace('transport=websocket', 'transport=pigeon')],
    ['an unknown session', webSocketRequest(streamPath).replace('transport', 'sid=x&transport')],
  ])('with %s is refused', async (_what, bytes) => {
    const { text, closed } = await exchange(port(), bytes)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(closed).toBe(true)
  })

  test('waits for the answers to the requests before it', async () => {
    const { game: slow, port: at } = await fakeServer({ noAuth: true })
    // What streams need is loaded by then.
    await exchange(at, webSocketRequest(streamPath))
    slow.execute = () => new Promise((resolve) => setTimeout(resolve, 100, {}))
    const before = 'GET /v2/runtime/player?player_id=neo HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const { text } = await exchange(at, before + webSocketRequest(streamPath), 1_000)
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '101'])
  })

  test('of who has gone harms nobody', async () => {
    for (let i = 0; i < 5; i += 1) {
      const socket = connect(port(), '127.0.0.1', () => {
        socket.write(webSocketRequest(streamPath))
        socket.resetAndDestroy()
      })
      await once(socket, 'close')
    }
    expect((await game.request('GET', '/_gamify/health')).status).toBe(200)
  })
})

test('an upgrade is taken over https too, and a stop ends it at once', async () => {
  const authority = newAuthority(Date.now())
  const identity = newServerIdentity(authority, ['localhost', '127.0.0.1'], Date.now())
  const secret = await serveGame({ design: contractDesign }, { identity })
  const { hostname, port: at } = new URL(secret.url)
  const socket = connectTls({ host: hostname, port: Number(at), ca: authority.cert })
  socket.write(webSocketRequest(streamPath))
  let text = ''
  while (!text.includes('AUTH_CHALLENGE')) text += String((await once(socket, 'data'))[0])
  expect(text).toMatch(/^HTTP\/1\.1 101 /)
  socket.on('error', () => {}).resume()
  expect(await timed(secret.stop())).toBeLessThan(2_000)
})

describe('polling', () => {
  const ask = (method: string, query: Record<string, string>, headers = {}) =>
    fetch(`${game.url}${streamPath}/?${new URLSearchParams(query).toString()}`, { method, headers })

  test('may be done by any page', async () => {
    const answer = await ask('GET', { EIO: '4', transport: 'polling' }, { origin: 'https://shop.example' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await ask('OPTIONS', {}, { origin: 'https://shop.example' })
    expect({ status: preflight.status, origin: preflight.headers.get('access-control-allow-origin') }).toEqual({
      status: 204,
      origin: '*',
    })
  })

  test.each([
    ['GET', { EIO: '4' }],
    ['GET', { EIO: '4', transport: 'websocket' }],
    ['GET', { EIO: '4', transport: 'websocket', sid: 'x' }],
    ['GET', { EIO: '4', transport: 'polling', sid: 'x' }],
    ['POST', { EIO: '4', transport: 'polling' }],
    ['POST', { EIO: '3', transport: 'polling', sid: '__proto__' }],
  ])('%s with %j is refused', async (method, query) => {
    const answer = await ask(method, query)
    expect({ status: answer.status, origin: answer.headers.get('access-control-allow-origin') }).toEqual({
      status: 400,
      origin: '*',
    })
  })

  test('does not reach a session that has a WebSocket', async () => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(webSocketRequest(streamPath)))
    let text = ''
    while (!text.includes('AUTH_CHALLENGE')) text += String((await once(socket, 'data'))[0])
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(text) ?? []
    for (const transport of ['polling', 'websocket'])
      expect((await ask('GET', { EIO: '4', transport, sid })).status).toBe(400)
    socket.destroy()
  })

  test('ends with a body that is too large', async () => {
    const opened = await ask('GET', { EIO: '4', transport: 'polling' })
    const [, sid = ''] = /"sid":"([^"]+)"/.exec(await opened.text()) ?? []
    const at = `${game.url}${streamPath}?${new URLSearchParams({ EIO: '4', transport: 'polling', sid }).toString()}`
    expect((await fetch(at, { method: 'POST', body: `4${'x'.repeat(5000)}` })).status).toBe(413)
    await expect.poll(async () => (await fetch(at)).status).toBe(400)
  })

  test('of a path with escapes is the same', async () => {
    const escaped = `${game.url}${streamPath.replace('stream', 'str%65am')}?EIO=4&transport=polling`
    const answer = await fetch(escaped)
    expect({ status: answer.status, text: (await answer.text()).slice(0, 8) }).toEqual({
      status: 200,
      text: '0{"sid":',
    })
  })
})

test('streams stand in the request log', async () => {
  const stream = await streamOf(game, 'neo')
  stream.close()
  const reader = await openEvents(game, 'neo')
  await reader.leave()
  await fetch(`${game.url}${eventsPath}?token=${await streamToken(game, 'neo')}x`)
  await fetch(`${game.url}${streamPath}?EIO=4&transport=polling&sid=abc`)
  const shown = records.filter(({ path }) => /stream|events/.test(path))
  expect(shown).toMatchObject([
    { method: 'GET', path: expect.stringMatching(/^\/v1\/notifications\/stream\//), status: 101 },
    { method: 'GET', path: `${eventsPath}?player_id=neo`, status: 200 },
    { method: 'GET', path: `${eventsPath}?token=***`, status: 401, error: 'invalid_access_token' },
    { method: 'GET', path: `${streamPath}?EIO=4&transport=polling&sid=***`, status: 400 },
  ])
})

describe('a stop', () => {
  test.each(speeches)('closes a stream of protocol $protocol by $transports at once', async (speech) => {
    const stream = await streamOf(game, 'neo', speech)
    expect(await timed(game.stop())).toBeLessThan(2_000)
    await expect.poll(() => stream.isClosed()).toBe(true)
  })

  test('closes streams of events, and those that nobody has answered for', async () => {
    const reader = await openEvents(game, 'neo')
    const silent = openStream(game.url, streamPath, { protocol: 4, transports: ['websocket'] })
    await expect.poll(() => silent.messages.length).toBe(1)
    const ended = reader.next()
    expect(await timed(game.stop())).toBeLessThan(2_000)
    expect(await ended).toBeUndefined()
    await expect.poll(() => silent.isClosed()).toBe(true)
  })

  test('does not wait for readers who read nothing', async () => {
    const token = await streamToken(game, 'neo')
    const socket = await rawWebSocket()
    socket.write(frame(`4AUTH_RESPONSE ${token} player staging contract neo`))
    await once(socket, 'data')
    socket.pause()
    const other = connect(port(), '127.0.0.1')
    other.write(`GET ${eventsPath}?token=${await streamToken(game, 'neo')} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(other, 'data')
    other.pause()
    for (const each of [socket, other]) each.on('error', () => {})
    await flood(30)
    expect(await timed(game.stop())).toBeLessThan(2_500)
  })
})

test('2,000 streams may wait to hear whose they are, and no more; those that are known have places still', async () => {
  const at = `${game.url}${streamPath}?EIO=4&transport=polling`
  const [known, reader] = [await streamOf(game, 'neo'), await openEvents(game, 'neo')]
  const sids: string[] = []
  const handshake = async (): Promise<void> => {
    const text = await (await fetch(at)).text()
    sids.push(/"sid":"([^"]+)"/.exec(text)?.[1] ?? text)
  }
  for (let i = 0; i < 2000; i += 100) await Promise.all(Array.from({ length: 100 }, handshake))
  const refused = await fetch(at)
  expect({ status: refused.status, ...((await refused.json()) as object) }).toEqual({
    status: 429,
    error: 'rate_limit_exceeded',
    error_description: '2000 streams are waiting for their clients to authenticate; try again later',
  })
  const { text, closed } = await exchange(port(), webSocketRequest(streamPath), 5_000)
  expect({ closed, text }).toEqual({
    closed: true,
    text: expect.stringMatching(/^HTTP\/1\.1 429 .*2000 streams are waiting/s),
  })
  const [first = '', second = ''] = sids
  const token = await streamToken(game, 'neo')
  await fetch(`${at}&sid=${first}`, { method: 'POST', body: `4AUTH_RESPONSE ${token} player staging contract neo` })
  await fetch(`${at}&sid=${second}`, { method: 'POST', body: '1' })
  for (const status of [200, 200, 429]) await expect.poll(async () => (await fetch(at)).status).toBe(status)
  await (await openEvents(game, 'neo')).leave()
  await reader.leave()
  known.close()
}, 30_000)

describe('a reader who reads nothing', () => {
  const MANY = 150

  test('is cut off, over a WebSocket, and others are told all', async () => {
    const reading = await streamOf(game, 'neo')
    const socket = await rawWebSocket()
    const closed = once(socket, 'close').catch(() => {})
    socket.write(frame(`4AUTH_RESPONSE ${await streamToken(game, 'neo')} player staging contract neo`))
    await once(socket, 'data')
    socket.pause()
    await flood(MANY)
    await expect.poll(() => notificationsOf(reading).length, { timeout: 10_000 }).toBe(MANY)
    socket.resume()
    await closed
    reading.close()
  })

  test('is cut off, over Server-Sent Events, and others are told all', async () => {
    const reading = await streamOf(game, 'neo')
    const socket = connect(port(), '127.0.0.1')
    const closed = once(socket, 'close').catch((error: NodeJS.ErrnoException) => error.code)
    socket.write(`GET ${eventsPath}?token=${await streamToken(game, 'neo')} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    await flood(MANY)
    await expect.poll(() => notificationsOf(reading).length, { timeout: 10_000 }).toBe(MANY)
    socket.resume()
    expect(await closed).toBe('ECONNRESET')
    reading.close()
  })

  test('is cut off, by polling', async () => {
    const stream = openStream(game.url, streamPath, { protocol: 4, transports: ['websocket'] })
    await expect.poll(() => stream.messages.length).toBe(1)
    const at = `${game.url}${streamPath}?EIO=4&transport=polling`
    const { sid } = JSON.parse((await (await fetch(at)).text()).slice(1).split('\x1e')[0] ?? '') as { sid: string }
    const poll = () => fetch(`${at}&sid=${sid}`)
    const token = await streamToken(game, 'neo')
    await fetch(`${at}&sid=${sid}`, { method: 'POST', body: `4AUTH_RESPONSE ${token} player staging contract neo` })
    let text = ''
    while (!text.includes('AUTH_SUCCESS')) text += await (await poll()).text()
    await flood(10)
    await expect.poll(async () => (await poll()).status).toBe(400)
    stream.close()
  })
})

test('who answers no ping is not kept for ever', async () => {
  const { text } = await exchange(port(), webSocketRequest(streamPath))
  expect(text).toContain('"pingInterval":25000,"pingTimeout":20000,"maxPayload":4096')
})
