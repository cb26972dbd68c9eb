import { once } from 'node:events'
import { connect as connectPlain, createServer, type AddressInfo } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exchange, exchangeOver, fakeServer, type Exchanged, type FakeServer } from '../../test/support/fake-server.ts'
import { timed } from '../../test/support/timed.ts'
import { newAuthority, newServerIdentity } from '../secure/certificate.ts'
import { BODY_LIMITS } from './incoming-bytes.ts'
import type { ServerOptions } from './server.ts'

const authority = newAuthority(Date.now())
const identity = newServerIdentity(authority, ['localhost', '127.0.0.1'], Date.now())

const path = '/v2/runtime/actions/like/play?player_id=neo'
const health = 'GET /_gamify/health HTTP/1.1\r\nHost: localhost\r\n\r\n'
const post = (headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`
const statuses = ({ text }: Exchanged): string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)

const serve = (options: Partial<ServerOptions> = {}): Promise<FakeServer> =>
  fakeServer({ identity, noAuth: true, ...options })

function secret(port: number, more: object = {}): TLSSocket {
  const socket = connectTls({ port, host: '127.0.0.1', ca: authority.cert, ...more })
  onTestFinished(() => void socket.destroy())
  return socket.on('error', () => {})
}

const say = (port: number, sent: string | Uint8Array, waitMs = 300): Promise<Exchanged> =>
  exchangeOver(secret(port), sent, waitMs)

describe('over https', () => {
  test('calls are answered one behind the other, on one connection that is kept', async () => {
    const { port, url, game } = await serve()
    expect(url).toBe(`https://127.0.0.1:${port}`)
    const reply = await say(port, health + post('Content-Length: 2', '{}') + health)
    expect({ statuses: statuses(reply), closed: reply.closed }).toEqual({
      statuses: ['200', '200', '200'],
      closed: false,
    })
    expect(game.runs).toHaveLength(1)
  })

  test('a caller that has said all may end its side, and is answered all the same', async () => {
    const { port, game } = await serve()
    game.execute = () => new Promise((resolve) => setTimeout(resolve, 100, { done: true }))
    const socket = secret(port, { allowHalfOpen: true })
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.end(post('Content-Length: 2', '{}'))
    await once(socket, 'end')
    expect(text).toMatch(/^HTTP\/1\.1 200 .*"done":true/s)
  })

  test('a caller that ends its side between two calls is let go', async () => {
    const { port } = await serve()
    const socket = secret(port, { allowHalfOpen: true })
    socket.write(health)
    await once(socket, 'data')
    socket.end()
    expect(await timed(once(socket.resume(), 'end'))).toBeLessThan(2_000)
  })

  test('what is no HTTP, or too much of it, is refused in our own words', async () => {
    const { port } = await serve()
    const nonsense = await say(port, 'nonsense\r\n\r\n')
    expect(nonsense).toMatchObject({ closed: true, text: expect.stringContaining('Not a valid HTTP request') })
    const large = await say(port, post(`Content-Length: ${BODY_LIMITS.maxBytes + 1}`, '{'))
    expect(statuses(large)).toEqual(['413'])
    const headers = await say(port, health.replace('Host', `X: ${'x'.repeat(70_000)}\r\nHost`))
    expect(headers.text).toContain('longer than 65536 bytes')
  })

  test('who waits for 100 Continue, would tunnel, or comes by a foreign name is answered as ever', async () => {
    const { port } = await serve()
    expect(statuses(await say(port, post('Expect: 100-continue\r\nContent-Length: 2', '{}')))).toEqual(['100', '200'])
    expect(statuses(await say(port, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n'))).toEqual(['405'])
    expect(statuses(await say(port, health.replace('localhost', 'evil.test')))).toEqual(['403'])
  })

  test('a stream opens as a WebSocket', async () => {
    const { port } = await serve()
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AQIDBAUGBwgJCgsMDQ4PEA=='
    const address = '/v2/runtime/notifications/stream/?EIO=4&transport=websocket'
    const { text } = await say(port, `GET ${address} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`, 1_000)
    expect(text).toMatch(/^HTTP\/1\.1 101 .*AUTH_CHALLENGE/s)
  })

  test('the certificate may change while connections stay', async () => {
    const { port, showIdentity } = await serve()
    const first = secret(port)
    await once(first, 'secureConnect')
    showIdentity(newServerIdentity(authority, ['localhost', '127.0.0.1'], Date.now()))
    const second = secret(port)
    await once(second, 'secureConnect')
    expect(second.getPeerX509Certificate()?.serialNumber).not.toBe(first.getPeerX509Certificate()?.serialNumber)
    expect(statuses(await exchangeOver(first, health))).toEqual(['200'])
  })
})

describe('to a port of https', () => {
  test.each([
    ['a request', health],
    ['a body', post('Content-Length: 100000', 'x'.repeat(100_000))],
    ['anything', 'hello'],
  ])('%s in plain text is told so, and the connection ends', async (_what, sent) => {
    const { port, stop } = await serve()
    const reply = await exchange(port, sent, 5_000)
    expect({ statuses: statuses(reply), closed: reply.closed }).toEqual({ statuses: ['400'], closed: true })
    expect(reply.text).toContain('This address serves HTTPS only')
    expect(await timed(stop())).toBeLessThan(2_000)
  })

  test.each([
    ['a handshake that is none', '\x16\x03\x01\x00\x05hello'],
    ['nothing', ''],
  ])('%s harms nobody', async (_what, bytes) => {
    const { port } = await serve()
    const socket = connectPlain(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.end(Buffer.from(bytes, 'latin1'))
    await once(socket.resume(), 'close')
    expect(statuses(await say(port, health))).toEqual(['200'])
  })

  test('a handshake may come in pieces, its first byte alone', async () => {
    const { port } = await serve()
    const relay = createServer((near) => {
      const far = connectPlain(port, '127.0.0.1')
      far.on('error', () => {}).pipe(near.on('error', () => {}))
      near.once('data', (first: Buffer) => {
        near.pause()
        far.write(first.subarray(0, 1))
        setTimeout(() => {
          far.write(first.subarray(1))
          near.pipe(far)
        }, 50)
      })
    })
    relay.listen(0, '127.0.0.1')
    onTestFinished(() => void relay.close())
    await once(relay, 'listening')
    expect(statuses(await say((relay.address() as AddressInfo).port, health, 1_000))).toEqual(['200'])
  })
})

describe('a server that speaks https and stops', () => {
  test('closes at once what is idle: silent, secret, and used connections', async () => {
    const { port, stop } = await serve()
    const silent = connectPlain(port, '127.0.0.1')
    await once(silent, 'connect')
    await once(secret(port), 'secureConnect')
    const used = secret(port)
    used.write(health)
    await once(used, 'data')
    expect(await timed(stop())).toBeLessThan(2_000)
  })

  test('answers what is under way, and ends a call that never comes whole', async () => {
    const { port, game, stop } = await serve()
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    game.execute = async () => {
      begin()
      await gate
      return { done: true }
    }
    const whole = say(port, post('Content-Length: 2', '{}'), 5_000)
    const half = say(port, post('Content-Length: 50', '{'), 5_000)
    await begun
    await new Promise((resolve) => setTimeout(resolve, 100))
    const stopped = timed(stop())
    expect(statuses(await half)).toEqual(['503'])
    release()
    expect(statuses(await whole)).toEqual(['200'])
    expect(await stopped).toBeLessThan(500)
  })

  test('waits for nobody who has an answer and never finishes the call', async () => {
    const { port, stop } = await serve()
    const lasting = secret(port, { allowHalfOpen: true })
    lasting.write(post('Content-Length: 50', '{').replace('like/play', 'like/pley'))
    await once(lasting, 'data')
    expect(await timed(stop())).toBeLessThan(2_000)
  })

  test('waits for half a handshake, but not for ever', async () => {
    const { port, stop } = await serve()
    const half = connectPlain(port, '127.0.0.1', () => half.write(Uint8Array.of(0x16)))
    half.on('error', () => {})
    await once(half, 'connect')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await timed(stop())).toBeLessThan(4_500)
  }, 10_000)
})
