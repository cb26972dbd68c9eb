import { describe, expect, test } from 'vitest'
import { exchange, fakeServer, refusal } from '../../test/support/fake-server.ts'

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n')
const health = '/_gamify/health'

describe('a Host that is not ours', () => {
  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.io:4040',
    '10.0.0.1',
    '127.0.0.999',
    '[::2]',
    'a b',
    '',
    'x@localhost',
  ])('%j is refused on every path', async (host) => {
    const { port } = await fakeServer({ noAuth: true })
    for (const path of [health, '/v2/runtime/player?player_id=neo', '/nowhere']) {
      const { text } = await exchange(port, get(path, `Host: ${host}`))
      expect(text).toMatch(/^HTTP\/1\.1 403 /)
      expect(text).toContain('"error":"forbidden_host"')
    }
  })

  test.each([
    ['Host: localhost', 'Host: evil.example'],
    ['Host: evil.example', 'Host: localhost'],
    ['Host: localhost', 'hOST: 127.0.0.1'],
    ['X: 1', 'Host: localhost', 'Host: localhost'],
  ])('may hide behind another: %s', async (...headers) => {
    const { port } = await fakeServer({ noAuth: true })
    for (const path of [health, '/v2/runtime/player?player_id=neo', '/nowhere']) {
      const { text } = await exchange(port, get(path, ...headers))
      expect(text).toMatch(/^HTTP\/1\.1 403 /)
      expect(text).toContain('"error":"forbidden_host"')
    }
  })

  test('is not even given by its absence', async () => {
    const { port } = await fakeServer()
    const { text } = await exchange(port, get(health))
    expect(text).toMatch(/^HTTP\/1\.1 403 /)
    expect(text).toContain('The Host header is missing')
  })

  test.each([[[]], [['Host: ']], [['Host: a:b:c']]])('is not let in by an empty name: %j', async (headers) => {
    const { port } = await fakeServer({ allowedHosts: [''] })
    expect((await exchange(port, get(health, ...headers))).text).toMatch(/^HTTP\/1\.1 403 /)
  })
})

test.each([
  'localhost',
  'LOCALHOST:80',
  'localhost.',
  'game.localhost:1',
  '127.0.0.1',
  '127.9.9.9:4040',
  '[::1]',
  '[::1]:4040',
  'box',
  'Box:4040',
  '[fe80::1]',
])('the Host %s is ours', async (host) => {
  const { port } = await fakeServer({ allowedHosts: ['box', 'fe80::1'] })
  for (let again = 0; again < 2; again++) {
    expect((await exchange(port, get(health, `Host: ${host}`))).text).toMatch(/^HTTP\/1\.1 200 /)
  }
})

describe('the Origin of a page', () => {
  const statusFor = async (path: string, origin?: string) => {
    const { call } = await fakeServer()
    return (await call(`GET ${path}`, undefined, origin === undefined ? {} : { origin })).status
  }

  test.each([
    'https://evil.example',
    'null',
    'file://',
    'http://localhost.evil.example',
    'chrome-extension://abc',
    'nonsense',
  ])('%s may use the service, but no control route', async (origin) => {
    expect(await statusFor('/v2/runtime/player', origin)).toBe(200)
    for (const path of [health, '/_gamify/clock', '/_gamify/journal']) expect(await statusFor(path, origin)).toBe(403)
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1', 'https://[::1]:8443', undefined])(
    '%s may use both',
    async (origin) => {
      for (const path of ['/v2/runtime/player', health, '/_gamify/clock'])
        expect(await statusFor(path, origin)).toBe(200)
    },
  )

  describe('without authentication', () => {
    const play = 'POST /v2/runtime/actions/like/play?player_id=neo'
    const foreign = { origin: 'https://evil.example', 'content-type': 'text/plain' }

    test.each([
      play,
      'GET /v2/runtime/player?player_id=neo',
      'GET /v1/player?player_id=neo',
      'POST /v2/admin/players?',
    ])('of another site is refused: %s', async (request) => {
      const { call, game } = await fakeServer({ noAuth: true })
      for (const headers of [foreign, { origin: 'null' }, { ...foreign, authorization: 'Basic x' }]) {
        const reply = await call(request, request.startsWith('POST') ? '{}' : undefined, headers)
        expect(reply).toMatchObject(refusal(403, 'forbidden_origin'))
        expect(reply.headers.get('access-control-allow-origin')).toBe('*')
      }
      expect(game.runs).toEqual([])
    })

    test('of another site may call with a token, and one of ours without', async () => {
      const { call, token } = await fakeServer({ noAuth: true })
      const bearer = { authorization: `Bearer ${await token()}` }
      expect(await call(play, {}, { ...foreign, ...bearer })).toMatchObject({ status: 200 })
      expect(await call(`${play}&access_token=${await token()}`, {}, foreign)).toMatchObject({ status: 200 })
      expect(await call(`${play}&access_token=wrong`, {}, foreign)).toMatchObject(refusal(401, 'invalid_access_token'))
      expect(await call(`${play}&jwt=wrong`, {}, foreign)).toMatchObject(refusal(401, 'invalid_access_token'))
      expect(await call(play, {}, { origin: 'http://localhost:3000' })).toMatchObject({ status: 200 })
    })
  })
})

describe('a preflight', () => {
  const preflight = async (path: string, origin: string) => {
    const { call } = await fakeServer()
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-mine',
    }
    return call(`OPTIONS ${path}?`, undefined, headers)
  }

  test.each(['/v2/runtime/actions/like/play', '/auth/token', '/v2/admin/players/n%20o', '/nowhere'])(
    'is answered on %s',
    async (path) => {
      const { status, body, headers } = await preflight(path, 'https://shop.example')
      expect({ status, body }).toEqual({ status: 204, body: undefined })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-headers')).toBe('content-type,x-mine')
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, PUT, PATCH, DELETE')
    },
  )

  test('on a control route lets no foreign page in', async () => {
    expect(await preflight('/_gamify/clock', 'https://shop.example')).toMatchObject({ status: 403 })
    expect(await preflight('/_gamify/clock', 'http://localhost:3000')).toMatchObject({ status: 204 })
  })
})
