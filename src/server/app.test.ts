import { describe, expect, test } from 'vitest'
import { exchange, fakeServer } from '../../test/support/fake-server.ts'
import { h3Server } from '../../test/support/h3-server.ts'
import { jsonAnswer } from './answer.ts'
import type { MountedEndpoint } from './call.ts'

async function* twoTexts() {
  yield 'a'
  yield 'é'
}

async function* endless() {
  yield 'a'
  await new Promise(() => {})
}

const endpoints: readonly MountedEndpoint[] = [
  {
    method: 'POST',
    path: '/echo/:id',
    endpoint: async (call) => {
      const { params, search } = call
      const type = call.header('content-type')
      return jsonAnswer(200, { params, search, type, body: await call.body() }, { 'x-more': '1' })
    },
  },
  {
    method: 'GET',
    path: '/stream',
    endpoint: () => ({ status: 200, type: 'text/plain', body: twoTexts() }),
  },
  {
    method: 'GET',
    path: '/endless',
    endpoint: () => ({ status: 200, type: 'text/plain', body: endless() }),
  },
]

describe('through h3', () => {
  test('an endpoint gets the call as it came', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${await h3Server(endpoints)}/echo/n%20o?a=1&b`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    expect(await response.json()).toEqual({
      params: { id: 'n%20o' },
      search: 'a=1&b',
      type: 'application/json',
      body: '{}',
    })
    expect(response.headers.get('x-more')).toBe('1')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('a body is as limited as it is without', async () => {
    const response = await fetch(`${await h3Server(endpoints)}/echo/1`, {
      method: 'POST',
      body: 'x'.repeat(1024 * 1024 + 1),
    })
    expect(await response.json()).toMatchObject({ body: { fault: 'payload_too_large' } })
  })

  test('a stream comes as it is made', async () => {
    const response = await fetch(`${await h3Server(endpoints)}/stream`)
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(await response.text()).toBe('aé')
  })

  test('the answer to HEAD ends, although the stream has no end', async () => {
    const { port } = new URL(await h3Server(endpoints))
    const requests = ['HEAD /endless HTTP/1.1\r\n', 'GET /stream HTTP/1.1\r\nConnection: close\r\n']
    const { text } = await exchange(Number(port), requests.map((head) => `${head}Host: localhost\r\n\r\n`).join(''))
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})

test.each([
  ['POST', '/v2/runtime/actions/like/play', '/v2/runtime/%61ctions/like/play'],
  ['POST', '/v2/runtime/actions/:like/play', '/v2/runtime/actions/%3Alike/play'],
  ['GET', '/v2/runtime/player/', '/v2/runtime/pl%61yer'],
  ['GET', '/v2/admin/players/neo', '/v2/admin/players/n%65o'],
  ['DELETE', '/v2/admin/players/nobody', '/v2/admin/players/nob%6fdy'],
  ['GET', '/_gamify/health', '/_gamify/heal%74h'],
  ['POST', '/auth/token', '/auth/tok%65n'],
])('the short way to %s %s answers as h3 does', async (method, short, long) => {
  const { url } = await fakeServer({ noAuth: true })
  const answerOf = async (path: string) => {
    const response = await fetch(`${url}${path}?player_id=neo`, {
      method,
      ...(method === 'POST' && { body: '{"count":0}' }),
    })
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    return { status: response.status, statusText: response.statusText, headers, body: await response.text() }
  }
  expect(await answerOf(long)).toEqual(await answerOf(short))
})
