import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { exchange, fakeServer } from '../../test/support/fake-server.ts'
import { BODY_LIMITS } from './incoming-bytes.ts'

const target = '/v2/runtime/actions/like/play?player_id=neo'
const open = { noAuth: true } as const

const request = (head: string, body = ''): string => `${head}\r\nHost: localhost\r\n${body === '' ? '\r\n' : body}`
const post = (headers: string, body: string): string => request(`POST ${target} HTTP/1.1`, `${headers}\r\n\r\n${body}`)
const statuses = (text: string): string[] => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)

describe('a body', () => {
  test('of just the largest size is taken', async () => {
    const { call } = await fakeServer(open)
    const body = JSON.stringify({ variables: { x: 'a'.repeat(BODY_LIMITS.maxBytes - 22) } })
    expect(Buffer.byteLength(body)).toBe(BODY_LIMITS.maxBytes)
    expect(await call(`POST ${target}`, body)).toMatchObject({ status: 200 })
    expect(await call(`POST ${target}`, `${body} `)).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', error_description: 'The request body is larger than 1048576 bytes' },
    })
  })

  test('that is announced too large is refused before it is sent', async () => {
    const { port, game } = await fakeServer(open)
    const { text } = await exchange(port, post('Content-Length: 2000000', '{"count'))
    expect(statuses(text)).toEqual(['413'])
    expect(game.runs).toEqual([])
  })

  test('that grows too large is refused as soon as it has, and cut off if it never ends', async () => {
    const { port } = await fakeServer(open)
    const chunk = `20000\r\n${'a'.repeat(0x20000)}\r\n`
    const { text, closed } = await exchange(port, post('Transfer-Encoding: chunked', chunk.repeat(9)), 4_000)
    expect(statuses(text)).toEqual(['413'])
    expect(closed).toBe(true)
  })

  test('that is refused and then ends leaves the connection open for the next request', async () => {
    const { port } = await fakeServer(open)
    const next = request('GET /v2/runtime/player?player_id=neo HTTP/1.1')
    const { text, closed } = await exchange(port, post('Content-Length: 1500000', 'a'.repeat(1_500_000)) + next)
    expect(statuses(text)).toEqual(['413', '200'])
    expect(closed).toBe(false)
  })

  test('in many pieces, cut within a character, is one', async () => {
    const { port, game } = await fakeServer(open)
    const bytes = Buffer.from('{"variables":{"x":"é🦄"}}')
    const chunks = [...bytes].flatMap((byte) => [Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')])
    const head = Buffer.from(post('Transfer-Encoding: chunked', ''))
    const { text } = await exchange(port, Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]))
    expect(statuses(text)).toEqual(['200'])
    expect(game.runs[0]?.input).toMatchObject({ body: { variables: { x: 'é🦄' } } })
  })

  test('that is not UTF-8 is no JSON', async () => {
    const { port } = await fakeServer(open)
    const bytes = Buffer.concat([
      Buffer.from(post('Content-Length: 26', '{"variables":{"x":"')),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}}  '),
    ])
    const { text } = await exchange(port, bytes)
    expect(statuses(text)).toEqual(['400'])
    expect(text).toContain('"invalid_json"')
  })

  test.each([
    ['too short', 'Content-Length: 100', '{"count":1}'],
    ['no chunk', 'Transfer-Encoding: chunked', 'zz\r\n'],
  ])('that is cut off, %s, is a bad request and no command', async (_what, headers, body) => {
    const records: unknown[] = []
    const { port, game } = await fakeServer({ ...open, onRequest: (record) => records.push(record) })
    await exchange(port, post(headers, body), 50)
    await expect.poll(() => records).toMatchObject([{ status: 400, error: 'invalid_request' }])
    expect(game.runs).toEqual([])
  })
})

test('a body that is cut off keeps a call from its work that wants none', async () => {
  const records: unknown[] = []
  const { port, game } = await fakeServer({ ...open, onRequest: (record) => records.push(record) })
  const restored: string[] = []
  const { snapshots: points } = game.runtime('staging')
  Object.assign(points, {
    restore: async (name: string) => {
      restored.push(name)
      return { name, seq: 1, now: 0 }
    },
  })
  const head = 'POST /_gamify/snapshots/first/restore HTTP/1.1'
  await exchange(port, request(head, 'Transfer-Encoding: chunked\r\n\r\nzz\r\n'))
  await expect.poll(() => records).toMatchObject([{ status: 400, error: 'invalid_request' }])
  expect(restored).toEqual([])
  expect(statuses((await exchange(port, request(head, 'Content-Length: 0\r\n\r\n'))).text)).toEqual(['200'])
  expect(restored).toEqual(['first'])
})

describe('a caller that waits for 100 Continue', () => {
  const expecting = (length: number) => post(`Expect: 100-continue\r\nContent-Length: ${length}`, '')

  test('is told to go on', async () => {
    const { port } = await fakeServer(open)
    const { text } = await exchange(port, `${expecting(2)}{}`)
    expect(statuses(text)).toEqual(['100', '200'])
  })

  test.each([
    ['too large a body', expecting(2_000_000), '413'],
    ['a wrong token', expecting(2).replace('player_id', 'access_token=x&player_id'), '401'],
    ['an unknown path', expecting(2).replace('like/play', 'like/pley'), '404'],
  ])('is told at once of %s, and nothing follows on the connection', async (_what, bytes, status) => {
    const { port } = await fakeServer(open)
    const { text, closed } = await exchange(port, bytes)
    expect(statuses(text)).toEqual([status])
    expect(closed).toBe(true)
  })
})

describe('a caller that expects something else', () => {
  test.each(['200-ok', '100-continued', ''])('is refused in our own words: %j', async (expectation) => {
    const { port, game } = await fakeServer(open)
    const { text, closed } = await exchange(port, post(`Expect: ${expectation}\r\nContent-Length: 2`, '{}'))
    expect(statuses(text)).toEqual(['400'])
    expect(text).toMatch(/access-control-allow-origin: \*/i)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      error: 'invalid_request',
      error_description: `The expectation '${expectation}' cannot be met; gamify supports 100-continue only`,
    })
    expect(closed).toBe(true)
    expect(game.runs).toEqual([])
  })
})

describe('CONNECT', () => {
  const tunnel = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'

  test.each([
    ['', tunnel],
    [', more coming behind it', `${tunnel}\x16\x03\x01`],
    [', to a path', tunnel.replace('example.com:443', '/v2/runtime/player')],
  ])('is a method that is nowhere allowed%s', async (_what, bytes) => {
    const { port } = await fakeServer(open)
    const { text, closed } = await exchange(port, bytes)
    expect(statuses(text)).toEqual(['405'])
    expect(text).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE\r$/im)
    expect(text).toMatch(/^access-control-allow-origin: \*\r$/im)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      error: 'method_not_allowed',
      error_description: expect.stringContaining('The method CONNECT is not allowed here'),
    })
    expect(closed).toBe(true)
  })

  test('gets no answer that would stand for that of the request before it', async () => {
    const { port, game } = await fakeServer(open)
    game.execute = () => new Promise((resolve) => setTimeout(resolve, 100, {}))
    expect(await exchange(port, post('Content-Length: 2', '{}') + tunnel)).toEqual({ text: '', closed: true })
  })

  test('harms nobody where the caller resets the connection, or keeps it open', async () => {
    const { port, stop } = await fakeServer(open)
    const gone = connect(port, '127.0.0.1', () => gone.write(tunnel, () => gone.resetAndDestroy()))
    await once(gone, 'close')
    const lasting = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => lasting.write(tunnel))
    lasting.on('error', () => {})
    await once(lasting.resume(), 'end')
    const start = performance.now()
    await stop()
    expect(performance.now() - start).toBeLessThan(2_000)
    lasting.destroy()
  })
})

describe('a caller that would rather speak another protocol', () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  const ask = (path: string) => request(`GET ${path} HTTP/1.1`, `${upgrade}\r\n`)

  test.each([
    ['/v2/runtime/player?player_id=neo', '200'],
    ['/v2/runtime/%70layer?player_id=neo', '200'],
    ['/nowhere', '404'],
  ])('is answered as any other, and asked to connect anew: %s', async (path, status) => {
    const { port } = await fakeServer(open)
    const { text, closed } = await exchange(port, ask(path) + ask(path))
    expect({ statuses: statuses(text), closed }).toEqual({ statuses: [status], closed: true })
    expect(text).toMatch(/^connection: close\r$/im)
  })

  test('has its body read', async () => {
    const { port, game } = await fakeServer(open)
    await exchange(port, post(`${upgrade}Content-Length: 11`, '{"count":2}'))
    expect(game.runs).toMatchObject([{ input: { body: { count: 2 } } }])
  })
})

describe('a request line', () => {
  test.each([
    ['GET http://localhost/v2/runtime/player?player_id=neo HTTP/1.1', '200'],
    ['GET http://evil.example/v2/runtime/player?player_id=neo HTTP/1.1', '403'],
    ['GET //v2/runtime/player?player_id=neo HTTP/1.1', '404'],
    ['GET /v2//runtime/player?player_id=neo HTTP/1.1', '404'],
    ['GET /v2/runtime/%70layer?player_id=neo HTTP/1.1', '200'],
    ['GET /v2/admin/players/%2e%2e?player_id=neo HTTP/1.1', '200'],
    ['GET /v2/admin/../runtime/player?player_id=neo HTTP/1.1', '200'],
    ['DELETE /v2/admin/players/.. HTTP/1.1', '405'],
    ['GET /v2/admin/players/%00 HTTP/1.1', '400'],
    ['GET /v2/admin/players/\0 HTTP/1.1', '400'],
    ['GET /v2/admin/players/n\\o HTTP/1.1', '404'],
    ['GET * HTTP/1.1', '404'],
    ['GET ? HTTP/1.1', '400'],
    ['GET v2 HTTP/1.1', '400'],
    ['OPTIONS * HTTP/1.1', '204'],
    ['TRACE /v2/runtime/player HTTP/1.1', '405'],
    ['BREW /v2/runtime/player HTTP/1.1', '400'],
    ['GET /v2/runtime/player?player_id=neo HTTP/1.0', '200'],
    ['nonsense', '400'],
    [`GET /v2/admin/players/${'n'.repeat(70_000)} HTTP/1.1`, '400'],
  ])('%.60s: %s', async (line, status) => {
    const { port } = await fakeServer(open)
    const { text } = await exchange(port, request(line, 'Connection: close\r\n\r\n'))
    expect(statuses(text)).toEqual([status])
    expect(text).toMatch(/access-control-allow-origin: \*/i)
  })

  test('that is no HTTP is answered in the service’s shape', async () => {
    const { port } = await fakeServer(open)
    const { text, closed } = await exchange(port, '\x16\x03\x01 hello\r\n\r\n')
    expect(closed).toBe(true)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining('valid HTTP request'),
    })
  })
})

describe('two requests in one', () => {
  const hidden = request('DELETE /v2/admin/players/neo HTTP/1.1')
  const length = `Content-Length: ${Buffer.byteLength(`0\r\n\r\n${hidden}`)}`

  test.each([
    ['a length and chunks', `${length}\r\nTransfer-Encoding: chunked`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\n${length}`],
    ['two lengths', `Content-Length: 5\r\n${length}`],
    ['two lengths in one header', `Content-Length: 5, ${length.slice('Content-Length: '.length)}`],
    ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity'],
  ])('are refused, neither is run, and the connection ends: %s', async (_what, headers) => {
    const { port, game } = await fakeServer(open)
    const { text, closed } = await exchange(port, post(headers, `0\r\n\r\n${hidden}`), 2_000)
    expect({ statuses: statuses(text), closed }).toEqual({ statuses: ['400'], closed: true })
    expect(game.runs).toEqual([])
  })
})

test('requests that are sent together are run and answered one after the other', async () => {
  const { port, game } = await fakeServer(open)
  const done: string[] = []
  game.execute = async ({ name }) => {
    const before = [...done]
    await new Promise((resolve) => setTimeout(resolve, name === 'actions.play' ? 50 : 0))
    done.push(name)
    return { op: `${name} after ${before.join()}` }
  }
  const { text } = await exchange(
    port,
    post('Content-Length: 2', '{}') + request('GET /v2/runtime/player?player_id=neo HTTP/1.1'),
  )
  expect([...text.matchAll(/\{"op":"([^"]+)"\}/g)].map(([, op]) => op)).toEqual([
    'actions.play after ',
    'players.show after actions.play',
  ])
})

describe('what is no request, behind one that is', () => {
  const garbage = '\x16\x03 garbage\r\n\r\n'
  const play = post('Content-Length: 2', '{}')

  test.each([
    ['one request', play, ['200', '400']],
    [
      'several requests',
      play + request('GET /v2/runtime/player?player_id=neo HTTP/1.1') + play,
      ['200', '200', '200', '400'],
    ],
    ['one that h3 serves', play.replace('play?', '%70lay?'), ['200', '400']],
    [
      'a body that is cut off, behind another request',
      `${play}${post('Transfer-Encoding: chunked', '1\r\n{\r\n')}`,
      ['200', '400'],
    ],
  ])('waits for the answers of those before it: %s', async (_what, sent, expected) => {
    const { port, game } = await fakeServer(open)
    game.execute = () => new Promise((resolve) => setTimeout(resolve, 50, { done: true }))
    const { text, closed } = await exchange(port, sent + garbage, 2_000)
    expect({ statuses: statuses(text), closed }).toEqual({ statuses: expected, closed: true })
    expect(text.endsWith('}')).toBe(true)
  })

  test('does not stand in the middle of an answer', async () => {
    const { port, game } = await fakeServer({ ...open, checkAnswers: false })
    const rows = Array.from({ length: 20 }, () => 'x'.repeat(1_000_000))
    game.execute = async () => rows
    const { text } = await exchange(port, play + garbage, 5_000)
    const [first = '', second] = text.split(/(?=HTTP\/1\.1 )/)
    expect(first.endsWith('\r\n0\r\n\r\n')).toBe(true)
    expect(first.length).toBeGreaterThan(20_000_000)
    expect(second).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('has no answer where the one before it has been answered and is not over', async () => {
    const { port } = await fakeServer(open)
    const denied = post('Transfer-Encoding: chunked', '').replace('player_id', 'access_token=x&player_id')
    const socket = connect(port, '127.0.0.1', () => socket.write(denied))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    await once(socket, 'data')
    socket.write('zz\r\n')
    await once(socket, 'close')
    expect(statuses(text)).toEqual(['401'])
  })

  test('does not hide what a call has done that ignores its body', async () => {
    const { port, game } = await fakeServer(open)
    const removal = request('DELETE /v2/admin/players/neo HTTP/1.1', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n')
    const { text, closed } = await exchange(port, removal, 2_000)
    expect(game.runs).toHaveLength(1)
    expect({ statuses: statuses(text), closed }).toEqual({ statuses: ['200'], closed: true })
  })

  test('is answered once, and who never closes the connection is cut off', async () => {
    const { port, stop } = await fakeServer(open)
    const lasting = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => lasting.write(garbage))
    let text = ''
    lasting.on('error', () => {}).on('data', (chunk) => (text += chunk.toString()))
    await once(lasting, 'data')
    lasting.write(garbage)
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    expect(statuses(text)).toEqual(['400'])
    const start = performance.now()
    await stop()
    expect(performance.now() - start).toBeLessThan(2_000)
    lasting.destroy()
  })
})

describe('a caller that ends its side', () => {
  /** Sends bytes and ends the sending side; gives what comes back until the server has closed its own. */
  const halfClosed = async (port: number, bytes: string): Promise<string> => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.end(bytes))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    await once(socket, 'close')
    return text
  }

  test.each([
    ['one', 1, target],
    ['one that h3 serves', 1, target.replace('play?', '%70lay?')],
    ['several', 3, target],
  ])('is answered what it has asked for, and then the connection is closed: %s', async (_what, count, path) => {
    const { port, game } = await fakeServer(open)
    game.execute = () => new Promise((resolve) => setTimeout(resolve, 50, { done: true }))
    const text = await halfClosed(port, post('Content-Length: 2', '{}').replace(target, path).repeat(count))
    expect(statuses(text)).toEqual(Array(count).fill('200'))
    expect(game.runs).toHaveLength(count)
  })

  test.each([
    ['nothing', '', []],
    ['half a request', 'POST /v2', ['400']],
    ['half a body', post('Content-Length: 100', '{'), ['400']],
  ])('is closed where it has sent %s', async (_what, bytes, expected) => {
    const { port, game } = await fakeServer(open)
    expect(statuses(await halfClosed(port, bytes))).toEqual(expected)
    expect(game.runs).toEqual([])
  })

  test('is closed where all it asked for has been answered', async () => {
    const { port } = await fakeServer(open)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
      socket.write(request('GET /v2/runtime/player?player_id=neo HTTP/1.1')),
    )
    await once(socket, 'data')
    socket.end()
    await once(socket, 'close')
  })

  test('follows no history any longer', async () => {
    const { port, game } = await fakeServer(open)
    const text = await halfClosed(port, request('GET /_gamify/journal?follow=true HTTP/1.1'))
    expect(statuses(text)).toEqual(['200'])
    expect(game.followers).toBe(0)
  })
})
