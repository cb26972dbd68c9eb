import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../src/auth/clients.ts'
import { signJwt } from '../../src/auth/player-jwt.ts'
import type { RequestRecord } from '../../src/server/request-log.ts'
import { openGame, serve, serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { visitorOf } from '../support/sign-in-visitor.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn, makePlace, onEachStorage } from '../support/storages.ts'
import { errors, expectError, notFound } from './error-case.ts'
import { contractDesign } from './game-design.ts'

const REDIRECT = 'http://app.test/back'
const clientOf = (client_id: string, type: ApiClient['type'], more: Partial<ApiClient> = {}): ApiClient => ({
  client_id,
  client_secret: `secret-of-${client_id}`,
  runtime: 'staging',
  type,
  ...(type === 'client' ? {} : { redirect_uris: [REDIRECT] }),
  ...more,
})
const clients = [
  clientOf('coder', 'code'),
  clientOf('other', 'code'),
  clientOf('modest', 'code', { scopes: ['runtime:r'] }),
  clientOf('page', 'implicit'),
  clientOf('back-end', 'client'),
  clientOf('reader', 'client', { scopes: ['runtime:r', 'admin:r', 'design:r', 'debug'] }),
]
const PLAY = '/v2/runtime/actions/like/play'
const PROFILE = '/v2/runtime/player'
const invalidGrant = { status: 400, error: 'invalid_grant' }

/** Signs somebody in by the page, and gives what the address carries that the browser is sent to. */
async function signedIn(game: TestGame, client: string, player: string): Promise<URLSearchParams> {
  const responseType = client === 'page' ? 'token' : 'code'
  const query = new URLSearchParams({ response_type: responseType, client_id: client, redirect_uri: REDIRECT })
  const visitor = visitorOf(game.url)
  const { hidden } = await visitor.open(`/auth?${query.toString()}`)
  const { location } = await visitor.open('/auth', { ...hidden, player_id: player })
  const { search, hash } = new URL(location ?? '')
  return new URLSearchParams(client === 'page' ? hash.slice(1) : search)
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Asks for tokens; what is not told is right. */
const ask = (game: TestGame, client: string, fields: Readonly<Record<string, unknown>>): Promise<Reply> =>
  game.request('POST', '/auth/token', {
    client: null,
    body: { client_id: client, client_secret: `secret-of-${client}`, ...fields },
  })
const exchange = (game: TestGame, client: string, code: string, more = {}): Promise<Reply> =>
  ask(game, client, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more })
const refresh = (game: TestGame, client: string, { refresh_token }: Tokens): Promise<Reply> =>
  ask(game, client, { grant_type: 'refresh_token', refresh_token })

/** Tokens of somebody who signed in with a client of the code flow. */
async function tokensFor(game: TestGame, client: string, player: string): Promise<Tokens> {
  const { status, body } = await exchange(game, client, (await signedIn(game, client, player)).get('code') ?? '')
  expect(status).toBe(200)
  return body as Tokens
}

const carrying = (credentials: Readonly<Record<string, string>>, more: Ask = {}): Ask => ({
  client: null,
  ...more,
  query: { ...more.query, ...credentials },
})
const jwtOf = (claims: Readonly<Record<string, unknown>>, client = 'back-end', signer = client): string =>
  `${client}:${signJwt({ exp: Date.now() / 1000 + 60, ...claims }, `secret-of-${signer}`)}`

async function withPlayers(game: TestGame): Promise<TestGame> {
  for (const id of ['neo', 'trinity', 'smith']) await game.request('POST', '/v2/admin/players', { body: { id } })
  await game.request('PUT', '/v2/admin/players/smith/disable')
  return game
}

onEachStorage((storage) => {
  let game: TestGame
  const records: RequestRecord[] = []
  beforeAll(async () => {
    const options = { storage, design: contractDesign, clients }
    game = await withPlayers(await serveGame(options, { onRequest: (record) => records.push(record) }))
  })
  afterAll(() => game.stop())

  describe('who signed in with a client of the code flow', () => {
    test('plays as the player that was chosen, whomever the query names', async () => {
      const { access_token } = await tokensFor(game, 'coder', 'neo')
      for (const given of [{}, { player_id: 'trinity' }, { player_id: 'nobody' }]) {
        const { body } = await game.request('POST', PLAY, carrying({ access_token }, { query: given }))
        expect(body.events.local[0]).toMatchObject({ event: 'action', action: { id: 'like' } })
        expect((await game.request('GET', PROFILE, carrying({ access_token }, { query: given }))).body.id).toBe('neo')
      }
      const v1 = await game.request('GET', '/v1/player', {
        client: null,
        headers: { authorization: `Bearer ${access_token}` },
      })
      expect(v1.body.id).toBe('neo')
    })

    test('may call operator routes as far as the client may', async () => {
      const [may, mayNot] = [await tokensFor(game, 'coder', 'neo'), await tokensFor(game, 'modest', 'neo')]
      for (const path of ['/v2/admin/players', '/v2/design/versions/latest/actions', '/_gamify/clock']) {
        expect((await game.request('GET', path, carrying({ access_token: may.access_token }))).status).toBe(200)
        const reply = await game.request('GET', path, carrying({ access_token: mayNot.access_token }))
        expectError(reply, errors.routeDenied, path)
      }
      const play = await game.request('POST', PLAY, carrying({ access_token: mayNot.access_token }))
      expectError(play, errors.routeDenied)
    })

    test('gets new tokens for the refresh token, of the same player', async () => {
      const first = await tokensFor(game, 'coder', 'trinity')
      for (let i = 0; i < 2; i++) {
        const { status, body, headers } = await refresh(game, 'coder', first)
        expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
        expect(body).toEqual({
          access_token: expect.any(String),
          token_type: 'Bearer',
          expires_in: 86_400,
          refresh_token: expect.any(String),
        })
        const { access_token } = body as Tokens
        expect((await game.request('GET', PROFILE, carrying({ access_token }))).body.id).toBe('trinity')
      }
    })
  })

  test('who signed in with a client of the implicit flow plays too, and gets nothing to refresh', async () => {
    const fields = Object.fromEntries(await signedIn(game, 'page', 'neo'))
    expect(fields).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: '86400' })
    const { access_token = '' } = fields
    expect((await game.request('POST', PLAY, carrying({ access_token }, { as: 'trinity' }))).status).toBe(200)
    expect((await game.request('GET', PROFILE, carrying({ access_token }))).body.id).toBe('neo')
  })

  describe('a grant is refused', () => {
    test.each(['', '/', '?', '?x=1', ':80'])('of a code, for a redirect_uri that differs by %j', async (end) => {
      const code = (await signedIn(game, 'coder', 'neo')).get('code') ?? ''
      const others = end === '' ? ['http://APP.test/back', 'http://me@app.test/back'] : [`${REDIRECT}${end}`]
      for (const redirect_uri of others)
        expectError(await exchange(game, 'coder', code, { redirect_uri }), invalidGrant, redirect_uri)
      expect((await exchange(game, 'coder', code)).status).toBe(200)
    })

    test('of a code of another client, and the code stays good', async () => {
      const code = (await signedIn(game, 'coder', 'neo')).get('code') ?? ''
      expectError(await exchange(game, 'other', code), invalidGrant)
      expect((await exchange(game, 'coder', code)).status).toBe(200)
    })

    test('of a code that was used, and what it gave ends', async () => {
      const code = (await signedIn(game, 'coder', 'neo')).get('code') ?? ''
      const tokens = (await exchange(game, 'coder', code)).body as Tokens
      expectError(await exchange(game, 'coder', code), invalidGrant)
      const { access_token } = tokens
      expectError(await game.request('GET', PROFILE, carrying({ access_token })), errors.invalidToken)
      expectError(await refresh(game, 'coder', tokens), invalidGrant)
    })

    test('of a refresh token of another client, or of none', async () => {
      const tokens = await tokensFor(game, 'coder', 'neo')
      expectError(await refresh(game, 'other', tokens), invalidGrant)
      expectError(await refresh(game, 'coder', { ...tokens, refresh_token: tokens.access_token }), invalidGrant)
      expectError(await refresh(game, 'coder', { ...tokens, refresh_token: 'nope.nope' }), invalidGrant)
    })

    test.each([
      ['coder', 'client_credentials', invalidGrant],
      ['page', 'client_credentials', invalidGrant],
      ['page', 'authorization_code', invalidGrant],
      ['back-end', 'authorization_code', invalidGrant],
      ['back-end', 'refresh_token', invalidGrant],
      ['coder', 'password', errors.invalidRequest],
    ])('of %s by %s', async (client, grant_type, answer) => {
      const fields = { grant_type, code: 'x.y', redirect_uri: REDIRECT, refresh_token: 'x.y' }
      expectError(await ask(game, client, fields), answer)
    })

    test.each([
      ['authorization_code', { code: undefined }, /^Missing: code$/],
      ['authorization_code', { redirect_uri: '' }, /^Missing: redirect_uri$/],
      ['refresh_token', { refresh_token: ['x'] }, /^Missing: refresh_token$/],
    ])('by %s where %j', async (grant_type, lacking, description) => {
      const fields = { grant_type, code: 'x', redirect_uri: REDIRECT, refresh_token: 'x', ...lacking }
      expectError(await ask(game, 'coder', fields), { ...errors.invalidRequest, description })
    })
  })

  describe('a JWT of a back end', () => {
    const claims = { player_id: 'neo', scopes: [] }

    test('plays as its player, whomever the query names', async () => {
      const jwt = jwtOf(claims)
      for (const given of [{}, { player_id: 'trinity' }]) {
        expect((await game.request('POST', PLAY, carrying({ jwt }, { query: given }))).status).toBe(200)
        expect((await game.request('GET', PROFILE, carrying({ jwt }, { query: given }))).body.id).toBe('neo')
      }
    })

    test('may do what its scopes say, and never more than the client', async () => {
      const read = jwtOf({ ...claims, scopes: ['player.runtime.read'] })
      const write = jwtOf({ ...claims, scopes: ['player.runtime.write'] })
      const ofReader = jwtOf(claims, 'reader')
      for (const [jwt, gets, posts] of [
        [read, 200, 401],
        [write, 401, 200],
        [ofReader, 200, 401],
      ] as const) {
        expect((await game.request('GET', PROFILE, carrying({ jwt }))).status).toBe(gets)
        expect((await game.request('POST', PLAY, carrying({ jwt }))).status).toBe(posts)
      }
    })

    test.each(['/v2/admin/', '/v2/admin/players', '/v1/game/players', '/v2/design/issues', '/_gamify/clock'])(
      'may not call %s, whatever its client may',
      async (path) => {
        for (const client of ['back-end', 'reader']) {
          const jwt = jwtOf({ ...claims, scopes: ['admin:rw', 'design:rw', 'game', 'debug'] }, client)
          expectError(await game.request('GET', path, carrying({ jwt })), errors.routeDenied)
          expectError(await game.request('GET', path, carrying({ jwt: jwtOf(claims, client) })), errors.routeDenied)
        }
      },
    )

    test('of a player who is not there, or disabled, is told so', async () => {
      const asking = (player_id: string) => game.request('GET', PROFILE, carrying({ jwt: jwtOf({ player_id }) }))
      expectError(await asking('nobody'), notFound('player', 'nobody'))
      expectError(await asking('__proto__'), notFound('player', '__proto__'))
      expectError(await asking('smith'), errors.accessDenied)
    })

    test.each([
      ['signed by another client', jwtOf(claims, 'back-end', 'reader')],
      ['of no client', jwtOf(claims, 'nobody', 'back-end')],
      ['without a player', jwtOf({})],
      ['without an exp', jwtOf({ ...claims, exp: undefined })],
      ['that has expired', jwtOf({ ...claims, exp: Date.now() / 1000 - 1 })],
      ['that is not good yet', jwtOf({ ...claims, nbf: Date.now() / 1000 + 60 })],
      ['without a client', jwtOf(claims).replace('back-end:', '')],
      ['without a signature', jwtOf(claims).replace(/[^.]*$/, '')],
      ['that is none', 'back-end:nonsense'],
    ])('%s is refused', async (_, jwt) => {
      expectError(await game.request('GET', PROFILE, carrying({ jwt })), errors.invalidToken)
    })
  })

  describe('logging out', () => {
    test('ends what a sign-in gave, and no more', async () => {
      const [tokens, other] = [await tokensFor(game, 'coder', 'neo'), await tokensFor(game, 'coder', 'neo')]
      const next = (await refresh(game, 'coder', tokens)).body as Tokens
      const { status, body } = await game.request('POST', '/v2/logout', carrying({ access_token: next.access_token }))
      expect([status, body]).toEqual([200, { message: expect.any(String) }])
      for (const each of [tokens, next]) {
        const { access_token } = each
        expectError(await game.request('GET', PROFILE, carrying({ access_token })), errors.invalidToken)
        expectError(await game.request('POST', '/v2/logout', carrying({ access_token })), errors.invalidToken)
        expectError(await refresh(game, 'coder', each), invalidGrant)
      }
      expect((await game.request('GET', PROFILE, carrying({ access_token: other.access_token }))).status).toBe(200)
    })

    test('ends the token of a client, a JWT, and that of the implicit flow', async () => {
      const ofPage = (await signedIn(game, 'page', 'neo')).get('access_token') ?? ''
      const ofClient = (await ask(game, 'back-end', { grant_type: 'client_credentials' })).body as Tokens
      for (const credentials of [
        { access_token: ofPage },
        { access_token: ofClient.access_token },
        { jwt: jwtOf({ player_id: 'neo', nonce: 1 }) },
      ]) {
        const call = carrying(credentials, { as: 'neo' })
        expect((await game.request('GET', PROFILE, call)).status).toBe(200)
        expect((await game.request('POST', '/v2/logout', call)).status).toBe(200)
        expectError(await game.request('GET', PROFILE, call), errors.invalidToken)
      }
      expect((await game.request('GET', PROFILE, { client: 'back-end', as: 'neo' })).status).toBe(200)
    })

    test('ends the stream tokens that were asked for with it, and no others', async () => {
      const calls = await Promise.all(
        [0, 1].map(async () => carrying({ access_token: (await tokensFor(game, 'coder', 'neo')).access_token })),
      )
      const [ended, other] = await Promise.all(
        calls.map(async (call) => (await game.request('GET', '/v2/runtime/notifications/token', call)).body.token),
      )
      await game.request('POST', '/v2/logout', calls[0])
      const events = `${game.url}/v2/runtime/notifications/events?token=`
      const replies = await Promise.all([ended, other].map((token: string) => fetch(events + token)))
      expect(replies.map(({ status }) => status)).toEqual([401, 200])
      for (const { body } of replies) await body?.cancel()
    })

    test('needs a token, and the right to write', async () => {
      expectError(await game.request('POST', '/v2/logout', { client: null }), errors.invalidToken)
      const { access_token } = await tokensFor(game, 'modest', 'neo')
      expectError(await game.request('POST', '/v2/logout', carrying({ access_token })), errors.routeDenied)
      expect((await game.request('GET', PROFILE, carrying({ access_token }))).status).toBe(200)
    })
  })

  test('neither the log nor an error tells a secret', async () => {
    const jwt = jwtOf({ player_id: 'neo', exp: 1 })
    const signature = jwt.slice(jwt.lastIndexOf('.') + 1)
    const secrets = ['secret-of-coder', signature, 'an-access-token', 'a-refresh-token', 'a-code', 'a-wrong-secret']
    const query = { jwt, access_token: 'an-access-token', code: 'a-code', refresh_token: 'a-refresh-token' }
    records.length = 0
    const told = [
      await game.request('GET', PROFILE, carrying(query)),
      await game.request('GET', PROFILE, carrying({ jwt })),
      await game.request('GET', PROFILE, carrying({ 'j%77t': jwt, 'client%5Fsecret': 'a-wrong-secret' })),
      await game.request('POST', '/v2/logout', carrying(query)),
      await game.request('GET', '/nowhere', carrying({ ...query, token: 'an-access-token' })),
      await exchange(game, 'coder', 'a-code', query),
      await ask(game, 'coder', { grant_type: 'refresh_token', refresh_token: 'a-refresh-token' }),
      await ask(game, 'coder', { grant_type: 'client_credentials', client_secret: 'a-wrong-secret' }),
      await ask(game, 'coder', { grant_type: ['a-wrong-secret'] }),
      await ask(game, 'coder', { grant_type: 'a-code' }),
    ]
    expect(records).toHaveLength(told.length)
    const text = JSON.stringify([records, told.map((reply) => [reply.text, reply.headers])])
    for (const secret of secrets) expect(text.includes(secret), secret).toBe(false)
  })
})

test('a logout that cannot be kept is told, the token is ended all the same, and the game goes on', async () => {
  const files = new SimulatedFileSystem()
  const emulator = await openGame({ data: dataOn(files), design: contractDesign, clients })
  await emulator.ready
  const game = await serve(emulator)
  try {
    const { access_token } = (await ask(game, 'back-end', { grant_type: 'client_credentials' })).body as Tokens
    files.fault = { at: files.operations + 1, kind: 'ENOSPC' }
    const reply = await game.request('POST', '/v2/logout', carrying({ access_token }))
    expectError(reply, { status: 503, error: 'storage_failed', description: /revoked-tokens\.jsonl/ })
    expectError(await game.request('GET', '/v2/admin/', carrying({ access_token })), errors.invalidToken)
    expect((await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })).status).toBe(200)
  } finally {
    await game.stop()
  }
})

test('tokens survive a restart, and those that were logged out stay out', async () => {
  const { data, remove } = await makePlace('on disk')
  const start = async () => serve(await openGame({ data, design: contractDesign, clients }))
  try {
    const before = await withPlayers(await start())
    const [kept, ended] = [await tokensFor(before, 'coder', 'neo'), await tokensFor(before, 'coder', 'trinity')]
    const code = (await signedIn(before, 'coder', 'neo')).get('code') ?? ''
    const replayed = (await signedIn(before, 'coder', 'neo')).get('code') ?? ''
    const ofReplayed = (await exchange(before, 'coder', replayed)).body as Tokens
    expectError(await exchange(before, 'coder', replayed), invalidGrant)
    const jwt = jwtOf({ player_id: 'neo' })
    for (const credentials of [{ access_token: ended.access_token }, { jwt }])
      expect((await before.request('POST', '/v2/logout', carrying(credentials))).status).toBe(200)
    await before.stop()

    const after = await start()
    await after.emulator.ready
    const { access_token } = kept
    expect((await after.request('GET', PROFILE, carrying({ access_token }))).body.id).toBe('neo')
    expect((await refresh(after, 'coder', kept)).status).toBe(200)
    for (const tokens of [ended, ofReplayed]) {
      const call = carrying({ access_token: tokens.access_token })
      expectError(await after.request('GET', PROFILE, call), errors.invalidToken)
      expectError(await refresh(after, 'coder', tokens), invalidGrant)
    }
    expectError(await after.request('GET', PROFILE, carrying({ jwt })), errors.invalidToken)
    expectError(await exchange(after, 'coder', code), invalidGrant)
    await after.stop()
  } finally {
    await remove()
  }
})
