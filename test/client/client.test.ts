import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { signJwt } from '../../src/auth/player-jwt.ts'
import { changesOf, createClient, GamifyError, scoresOf } from '../../src/client/app/app-client.ts'
import { emptyDesign } from '../../src/game/design/source.ts'
import { clientModule } from '../support/client-bundle.ts'
import { serveGame, type TestGame } from '../support/http.ts'

const design = {
  ...emptyDesign,
  metrics: [
    { id: 'xp', name: 'XP', type: 'point' },
    { id: 'rank', name: 'Rank', type: 'state', constraints: { states: [{ name: 'Novice' }, { name: 'Master' }] } },
    { id: 'badges', name: 'Badges', type: 'set', constraints: { items: [{ name: 'Rookie' }] } },
  ],
  actions: [
    {
      id: 'rate',
      name: 'Rate',
      variables: [{ name: 'stars', type: 'int', required: true }],
      rules: [{ rewards: [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value: '$vars.stars' }], requires: {} }],
    },
  ],
  rules: [
    {
      id: 'ladder',
      name: 'Ladder',
      type: 'level',
      base_metric: 'xp',
      level_metric: 'rank',
      levels: [{ rank: 'Novice', threshold: '5' }, { rank: 'Master' }],
    },
  ],
  leaderboards: [
    {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      scope: { type: 'game' },
      metric: { id: 'xp', type: 'point' },
    },
  ],
}
/** The words of the error that a call rejects with. */
const wordsOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing went wrong',
    (error: Error) => String(error),
  )

/** The error that a call rejects with. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'nothing went wrong',
    (error: unknown) => error,
  )

const secret = { clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' }

describe('with a game', () => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ design })
  })
  afterEach(() => game.stop())

  test('a player plays, and what it did is found by metric', async () => {
    const client = createClient({ url: `${game.url}/`, ...secret })
    await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const neo = client.as('neo')
    const answer = await neo.play('rate', { stars: 4 }, { count: 2 })
    expect(changesOf(answer, 'xp')).toEqual([{ old: null, new: '8' }])
    expect(changesOf(answer, 'rank')).toEqual([{ old: null, new: 'Master' }])
    expect(changesOf(answer, 'badges')).toEqual([])
    expect(answer.actions).toMatchObject([{ id: 'rate', count: 2 }])
    expect(await neo.play('rate', { stars: 1 }, { query: false })).toMatchObject({ actions: [] })
    expect(scoresOf(await neo.profile())).toMatchObject({ xp: '9', rank: { name: 'Master' } })
    expect(await neo.leaderboard('top', { cycle: 'alltime', limit: 1 })).toMatchObject({
      total: 1,
      data: [{ score: '9' }],
    })
  })

  test('a refusal says which call, which rule and which place', async () => {
    const client = createClient({ url: game.url, ...secret })
    await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const thrown: unknown = await client
      .as('neo')
      .play('rate', { stars: 'x' })
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(GamifyError)
    expect(thrown).toMatchObject({ name: 'GamifyError', code: 'validation_exception', status: 400, isUncertain: false })
    expect(String(thrown)).toMatch(
      /^GamifyError: POST \/v2\/runtime\/actions\/rate\/play: validation_exception: Invalid request \(variables\.stars: /,
    )
    const unknown = await wordsOf(client.as('neo').play('rat'))
    expect(unknown).toContain("action_not_found: The action 'rat' does not exist")
    expect(await wordsOf(client.play('rate', { stars: 1 }))).toContain('invalid_player')
  })

  test('no error has a secret in it', async () => {
    const wrong = createClient({ url: game.url, clientId: 'gamify-staging', clientSecret: 'a very secret text' })
    const text = await wordsOf(wrong.profile())
    expect(text).toContain('POST /auth/token: client_auth_fail')
    const token = createClient({ url: game.url, token: 'a very secret text' })
    for (const each of [text, await wordsOf(token.profile())]) expect(each).not.toContain('very secret')
  })

  test('a play with a key counts once, although its first answer is lost', async () => {
    let answers = 0
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await globalThis.fetch(input, init)
      if (!answer.url.includes('/play?')) return answer
      answers += 1
      if (answers > 1) return answer
      await answer.text()
      throw new TypeError('fetch failed')
    }
    const client = createClient({ url: game.url, ...secret, fetch })
    await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const neo = client.as('neo')
    const played = await neo.play('rate', { stars: 3 }, { idempotencyKey: 'rated' })
    expect(answers).toBe(2)
    expect(changesOf(played, 'xp')).toMatchObject([{ old: null, new: '3' }])
    expect(scoresOf(await neo.profile())).toMatchObject({ xp: '3' })
  })

  test('lists are read page by page, from where one says', async () => {
    const client = createClient({ url: game.url, ...secret })
    const ids = Array.from({ length: 7 }, (_, n) => `player-${n}`)
    for (const id of ids) await client.call('POST /v2/admin/players', { body: { id } })
    const sent = vi.spyOn(globalThis, 'fetch')
    try {
      const listed = async (query: Readonly<Record<string, number>>): Promise<string[]> => {
        const found: string[] = []
        for await (const { id } of client.list('GET /v2/admin/players', { query })) found.push(id)
        return found
      }
      expect(await listed({ limit: 3 })).toEqual(ids)
      expect(sent).toHaveBeenCalledTimes(3)
      expect(await listed({ limit: 3, skip: 5 })).toEqual(ids.slice(5))
      expect(await listed({ skip: 7 })).toEqual([])
      for await (const _ of client.list('GET /v2/admin/players', { query: { limit: 2 } })) break
      expect(sent).toHaveBeenCalledTimes(6)
    } finally {
      sent.mockRestore()
    }
  })

  test('a player calls with a JWT or a token, which a function renews', async () => {
    const admin = createClient({ url: game.url, ...secret })
    await admin.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const jwtUntil = (exp: number): string =>
      `gamify-staging:${signJwt({ player_id: 'neo', scopes: [], exp }, secret.clientSecret)}`
    const now = Date.now() / 1000
    const given = [jwtUntil(1), jwtUntil(now + 3600), jwtUntil(now + 3600)]
    const neo = createClient({ url: game.url, jwt: () => given.shift() ?? '' })
    expect(await Promise.all([neo.profile(), neo.profile()])).toMatchObject([{ id: 'neo' }, { id: 'neo' }])
    expect(given).toHaveLength(1)
    await expect(createClient({ url: game.url, jwt: jwtUntil(1) }).profile()).rejects.toMatchObject({
      code: 'invalid_access_token',
    })
    const token = await game.token('gamify-staging')
    expect(await createClient({ url: game.url, token }).as('neo').profile()).toMatchObject({ id: 'neo' })
    const failing = createClient({ url: game.url, token: () => Promise.reject(new Error('signed out')) })
    await expect(failing.profile()).rejects.toThrow('signed out')
  })

  test('notifications arrive as they happen, and end with their signal', async () => {
    const client = createClient({ url: game.url, ...secret })
    await client.call('POST /v2/admin/players', { body: { id: 'neo' } })
    const ending = new AbortController()
    const got: string[] = []
    const following = (async () => {
      for await (const notification of client.as('neo').notifications({ signal: ending.signal })) {
        got.push(notification.event)
        if (got.length === 2) ending.abort(new Error('enough'))
      }
    })()
    const ended = expect(following).rejects.toThrow('enough')
    const play = () => client.as('neo').play('rate', { stars: 9 })
    // The stream begins now, which a play may come before.
    while (got.length === 0)
      await play().then(() => client.call('POST /v2/admin/players/:player_id/reset', { params: { player_id: 'neo' } }))
    await play()
    await ended
    expect(new Set(got)).toEqual(new Set(['level']))
  })

  test('a call ends with its signal, whose reason it throws, and a signal that is over sends nothing', async () => {
    const client = createClient({ url: game.url, ...secret })
    const sent = vi.spyOn(globalThis, 'fetch')
    try {
      await expect(client.profile({ signal: AbortSignal.abort('over') })).rejects.toBe('over')
      expect(sent).not.toHaveBeenCalled()
    } finally {
      sent.mockRestore()
    }
  })
})

describe('with a server of a test', () => {
  let url = ''
  let stop = async (): Promise<void> => {}
  afterEach(() => stop())

  async function serve(listener: (request: IncomingMessage, answer: ServerResponse) => void): Promise<void> {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    stop = async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  const client = (limits = {}) => createClient({ url, token: 'x', ...limits })
  const event = (id: string): string => `event: notification\nid: ${id}\ndata: {"id":"${id}"}\n\n`
  const stream = { 'content-type': 'text/event-stream; charset=utf-8' }

  /** The first ids that come. */
  async function ids(count: number, limits = {}, options = {}): Promise<string[]> {
    const found: string[] = []
    for await (const { id } of client(limits).notifications(options)) if (found.push(id) === count) break
    return found
  }

  test('a stream that breaks goes on after the last notification, in pieces of any size', async () => {
    const asked: (string | null)[] = []
    await serve(({ url: path = '' }, answer) => {
      asked.push(new URLSearchParams(path.split('?')[1]).get('last_event_id'))
      answer.writeHead(200, stream)
      const text =
        asked.length === 1
          ? `:\n\n${event('ä1')}event: notification\nid: lo`
          : `event: other\ndata: x\n\n${event('n2').replaceAll('\n', '\r\n')}`
      const bytes = Buffer.from(text)
      const pieces = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1))
      const next = (): void => {
        const piece = pieces.shift()
        if (piece) answer.write(piece, next)
        else if (asked.length === 1) answer.destroy()
      }
      next()
    })
    expect(await ids(2, {}, { after: 'n0' })).toEqual(['ä1', 'n2'])
    expect(asked).toEqual(['n0', 'ä1'])
  })

  test.each([
    ['a page', 200, { 'content-type': 'text/html' }, '<p>', 'invalid_answer', 1],
    ['a refusal', 400, {}, '{"error":"invalid_request","error_description":"no such id"}', 'invalid_request', 1],
    ['a token that is over', 401, {}, '{"error":"invalid_access_token"}', 'invalid_access_token', 1],
    ['no service', 502, {}, '', 'invalid_answer', 2],
    ['a temporary failure', 408, {}, '{"error":"temporary_failure"}', 'temporary_failure', 2],
    ['a notification that is none', 200, stream, 'event: notification\ndata: {\n\n', 'invalid_answer', 1],
  ])('a stream that cannot begin is an error: %s', async (_, status, headers, text, code, calls) => {
    let asked = 0
    await serve((_request, answer) => {
      asked += 1
      answer.writeHead(status, headers).end(text)
    })
    await expect(ids(1, { retries: 1 })).rejects.toMatchObject({ name: 'GamifyError', code })
    expect(asked).toBe(calls)
  })

  test('a stream that never begins is late', async () => {
    await serve(() => {})
    await expect(ids(1, { retries: 0, timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout', isUncertain: false })
  })

  test('a stream has as much time as it may take', async () => {
    await serve((_, answer) => setTimeout(() => answer.writeHead(200, stream).end(event('n1')), 20))
    expect(await ids(1, { retries: 0, timeoutMs: Infinity })).toEqual(['n1'])
  })

  test('a stream that was there survives a proxy without a service behind it, at its token too', async () => {
    let [tokens, streams] = [0, 0]
    await serve(({ url: path = '' }, answer) => {
      if (path.startsWith('/auth')) {
        tokens += 1
        if (tokens === 2) answer.writeHead(502).end('<p>no</p>')
        else answer.end(JSON.stringify({ access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 60 }))
        return
      }
      streams += 1
      if (streams === 2) answer.writeHead(401).end('{"error":"invalid_access_token"}')
      else answer.writeHead(200, stream).end(event(`n${streams}`))
    })
    const found: string[] = []
    const seeking = createClient({ url, clientId: 'a', clientSecret: 'b', retries: 0 }).notifications()
    for await (const { id } of seeking) if (found.push(id) === 2) break
    expect(found).toEqual(['n1', 'n3'])
  })

  test.each(['null', '{}', '{"data":1,"total":1}', '{"data":[]}', '[]', '3'])(
    'a list whose answer is not a page is an error: %s',
    async (text) => {
      await serve((_, answer) => answer.end(text))
      await expect(Array.fromAsync(client().list('GET /v2/admin/players'))).rejects.toMatchObject({
        name: 'GamifyError',
        code: 'invalid_answer',
        message: expect.stringContaining('GET /v2/admin/players'),
      })
    },
  )

  test('a change with a key is sent again whatever became of it, with the same key', async () => {
    const keys: unknown[] = []
    await serve((request, answer) => {
      keys.push(request.headers['idempotency-key'])
      if (keys.length < 3) request.socket.destroy()
      else answer.end('{"fine":true}')
    })
    expect(await client().play('like', {}, { idempotencyKey: 'one' })).toEqual({ fine: true })
    expect(keys).toEqual(['one', 'one', 'one'])
    await client().call('PUT /v2/admin/players/:player_id/disable', {
      params: { player_id: 'neo' },
      idempotencyKey: 'two',
    })
    expect(keys.at(-1)).toBe('two')
  })

  test.each(['', 'a\nb', '\u{1f600}', 'x'.repeat(256), null])(
    'a key that no header can carry is refused before anything is sent: %j',
    async (key) => {
      let requests = 0
      await serve((_, answer) => {
        requests += 1
        answer.end('{}')
      })
      const played = client().play('like', {}, { idempotencyKey: key as string })
      await expect(played).rejects.toThrow(new TypeError('the idempotencyKey must have 1 to 255 characters of ASCII'))
      expect(requests).toBe(0)
    },
  )

  test('a redirect does not show the token, which it repeats', async () => {
    await serve(({ url: path }, answer) => answer.writeHead(308, { location: `https://x.test${path}` }).end())
    const text = inspect(await errorOf(createClient({ url, token: 'hidden' }).play('like')), { depth: 9 })
    expect(text).toContain('it is a redirect to https://x.test/v2/runtime/actions/like/play')
    expect(text).not.toContain('hidden')
  })

  test('a proxy without a service behind it is not taken for a wrong address', async () => {
    await serve((_, answer) => answer.writeHead(502).end('<p>'))
    expect(await wordsOf(client().play('like'))).toContain('it is from a proxy, which the service did not answer')
  })

  test('a stream that was there is sought until it is there again', async () => {
    let asked = 0
    await serve((_, answer) => {
      asked += 1
      if (asked === 2 || asked === 3) answer.destroy()
      else answer.writeHead(200, stream).end(event(`n${asked}`))
    })
    expect(await ids(2, { retries: 0 })).toEqual(['n1', 'n4'])
  })

  test('a stream that falls silent is given up for another one', async () => {
    let asked = 0
    await serve((_, answer) => {
      asked += 1
      answer.writeHead(200, stream).write(event(`n${asked}`))
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const found: string[] = []
      const following = (async () => {
        for await (const { id } of client().notifications()) if (found.push(id) === 2) break
      })()
      await vi.waitFor(() => expect(found).toEqual(['n1']))
      await vi.advanceTimersByTimeAsync(40_000)
      expect(asked).toBe(1)
      await vi.advanceTimersByTimeAsync(6_000)
      await vi.waitFor(() => expect(found).toEqual(['n1', 'n2']))
      await following
    } finally {
      vi.useRealTimers()
    }
  })

  test('a loop that ends closes its connection', async () => {
    const closed = Promise.withResolvers<void>()
    await serve((_, answer) => {
      answer.writeHead(200, stream).write(event('n1'))
      answer.once('close', () => closed.resolve())
    })
    expect(await ids(1)).toEqual(['n1'])
    await closed.promise
  })

  test('a call that is aborted on its way throws the reason', async () => {
    const ending = new AbortController()
    await serve(() => ending.abort(new Error('changed my mind')))
    await expect(client().play('like', {}, { signal: ending.signal })).rejects.toThrow('changed my mind')
  })

  test('the credentials are in the query, where every service looks for them, and never in a header', async () => {
    const seen: IncomingMessage[] = []
    await serve((request, answer) => {
      seen.push(request)
      answer.end('{}')
    })
    await client().as('né o').profile()
    await createClient({ url, jwt: 'a:b' }).call('GET /v2/runtime/teams/:team_id', { params: { team_id: 'a/ b?' } })
    expect(seen.map(({ url: path }) => path)).toEqual([
      '/v2/runtime/player?player_id=n%C3%A9+o&access_token=x',
      '/v2/runtime/teams/a%2F%20b%3F?jwt=a%3Ab',
    ])
    for (const { headers } of seen) expect(headers).not.toHaveProperty('authorization')
  })
})

test.each([
  '',
  '127.0.0.1:4040',
  'ftp://x',
  'http://',
  'http:x',
  'http://x?y',
  'http://x#y',
  'http://a b',
  'http://127.0.0.1:99999',
  'http://[::1',
  'javascript:1',
])('an address that cannot be right is refused at once: %j', (url) => {
  expect(() => createClient({ url, token: 'x' })).toThrow(`the url '${url}' is not an address`)
})

test('an address with a password is refused at once, without showing it', () => {
  for (const url of ['http://user:hidden@127.0.0.1:4040', 'https://hidden@x']) {
    expect(() => createClient({ url, token: 'x' })).toThrow(TypeError)
    expect(() => createClient({ url, token: 'x' })).not.toThrow('hidden')
  }
})

test.each([{ timeoutMs: NaN }, { timeoutMs: -1 }, { retries: NaN }, { retries: -1 }])(
  'a limit that is none is refused at once: %j',
  (limits) => {
    const [name = ''] = Object.keys(limits)
    expect(() => createClient({ url: 'http://x', token: 'x', ...limits })).toThrow(`${name} is`)
  },
)

test.each([
  // Platforms write the host as they understand it.
  ['as it was given', (address: string) => new TypeError(`cannot fetch ${address}`)],
  ['in their own way', (address: string) => new TypeError(`cannot fetch ${new URL(address).href}`)],
  ['in a cause', (address: string) => new TypeError('failed', { cause: new Error(`cannot fetch ${address}`) })],
])('what a platform says of an address, %s, does not show the token', async (_, failure) => {
  const fetch = (address: unknown): Promise<Response> => Promise.reject(failure(String(address)))
  const client = createClient({ url: 'http://X', token: 'hidden', retries: 0, fetch })
  const text = inspect(await errorOf(client.play('like')), { depth: 9 })
  expect(text).toMatch(/cannot fetch http:\/\/x/i)
  expect(text).not.toContain('hidden')
})

test.each([1, 6000])('a play at a port that fetch refuses was not sent: %i', async (port) => {
  const begun = performance.now()
  const client = createClient({ url: `http://127.0.0.1:${port}`, token: 'x' })
  await expect(client.play('like')).rejects.toMatchObject({
    code: 'unreachable',
    description: expect.stringContaining('fetch never connects to this port'),
    isUncertain: false,
  })
  // It would be refused again.
  expect(performance.now() - begun).toBeLessThan(250)
})

test.each([
  ['nothing', () => undefined],
  ['an empty text', () => ''],
  ['no text', async () => ({ token: 'x' })],
])('a function that gives %s instead of a token sends no call', async (_, token) => {
  let requests = 0
  const fetch = async (): Promise<Response> => {
    requests += 1
    return Response.json({})
  }
  const client = createClient({ url: 'http://x', token: token as () => string, fetch })
  await expect(client.profile()).rejects.toThrow(new TypeError('the function that gives the access_token gave no text'))
  expect(requests).toBe(0)
})

test('a client without credentials is refused at once', () => {
  const url = 'http://127.0.0.1:4040'
  for (const given of [
    {},
    { clientId: 'a' },
    { clientId: 'a', clientSecret: '' },
    { clientId: 'a', clientSecret: undefined },
    { token: undefined },
    { token: '' },
    { jwt: '' },
  ])
    expect(() => createClient({ url, ...given } as never)).toThrow('the client has no credentials')
})

test('the module asks for nothing, and is small', async () => {
  const module = await clientModule()
  expect(module).not.toMatch(/\bimport\b|\brequire\(|\bprocess\.|\bBuffer\b/)
  expect(gzipSync(module).length).toBeLessThanOrEqual(10_000)
})
