import { describe, expect, test } from 'vitest'
import { keptEndings } from '../../test/support/kept-endings.ts'
import type { TokenAnswer } from './access-tokens.ts'
import { createAuth } from './auth.ts'
import { type ApiClient, knownClients } from './clients.ts'
import { type CallParts, type Grant } from './credentials.ts'
import { playerJwt, signJwt } from './player-jwt.ts'
import type { TokenFields } from './token-request.ts'

const shortLived: ApiClient = {
  client_id: 'short',
  client_secret: 'hush',
  runtime: 'production',
  type: 'client',
  token_ttl: 60,
  scopes: ['runtime:r'],
}
const codeClient: ApiClient = {
  ...shortLived,
  client_id: 'coder',
  type: 'code',
  redirect_uris: ['http://app.test/back'],
}
const otherCodeClient: ApiClient = { ...codeClient, client_id: 'coder 2' }
const clients = knownClients([shortLived, codeClient, otherCodeClient])

let nowMs = 1_700_000_000_000
const options = { clients, secret: 'key', nowMs: () => nowMs }
const auth = createAuth(options)
const request = { client_id: 'short', client_secret: 'hush', grant_type: 'client_credentials' }

async function granted(fields: TokenFields, of = auth): Promise<TokenAnswer> {
  const answer = await of.token(fields)
  if (!('access_token' in answer)) throw new Error(JSON.stringify(answer))
  return answer
}
const tokenOf = async (fields: TokenFields = request): Promise<string> => (await granted(fields)).access_token
const withToken = (token: string) => ({ query: { access_token: token }, authorization: undefined })
const refused = { fault: 'invalid_access_token', facts: {} }

describe('the token request', () => {
  test('gives a bearer token that says how long it lives', async () => {
    expect(await auth.token(request)).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 60,
    })
    const { expires_in } = await granted({
      client_id: 'gamify-staging',
      client_secret: 'gamify-dev-secret',
      grant_type: 'client_credentials',
    })
    expect(expires_in).toBe(86_400)
  })

  test.each([
    [{}, 'Missing: client_id, client_secret, grant_type'],
    [{ client_id: 'short', client_secret: '' }, 'Missing: client_secret, grant_type'],
    [{ ...request, client_id: 5 }, 'Missing: client_id'],
    [{ ...request, grant_type: ['client_credentials'] }, 'Missing: grant_type'],
    [{ ...request, client_id: 'coder', grant_type: 'authorization_code' }, 'Missing: code, redirect_uri'],
    [{ ...request, client_id: 'coder', grant_type: 'refresh_token', refresh_token: '' }, 'Missing: refresh_token'],
  ])('names the fields that %j lacks', async (fields, message) => {
    expect(await auth.token(fields)).toEqual({ fault: 'invalid_request', facts: { message } })
  })

  test('does not take inherited properties for fields', async () => {
    expect(await auth.token(Object.create(request))).toMatchObject({ fault: 'invalid_request' })
  })

  test.each([
    { ...request, client_secret: 'hush2' },
    { ...request, client_secret: 'HUSH' },
    { ...request, client_id: 'nobody' },
    { ...request, client_id: '__proto__' },
    { ...request, client_id: 'gamify-staging' },
    { ...request, client_secret: 'wrong', grant_type: 'magic' },
    { ...request, client_id: 'coder', client_secret: 'wrong', grant_type: 'authorization_code' },
  ])('refuses wrong credentials: %j', async (fields) => {
    expect(await auth.token(fields)).toEqual({ fault: 'client_auth_fail', facts: {} })
  })

  test.each(['password', 'constructor', 'CLIENT_CREDENTIALS'])(
    'does not know the grant type %s',
    async (grant_type) => {
      expect(await auth.token({ ...request, grant_type })).toMatchObject({ fault: 'invalid_request' })
    },
  )

  test.each([
    ['coder', 'client_credentials'],
    ['short', 'authorization_code'],
    ['short', 'refresh_token'],
  ])('gives the client %s nothing for %s, which is of another flow', async (client_id, grant_type) => {
    const fields = { ...request, client_id, grant_type, code: 'x', redirect_uri: 'x', refresh_token: 'x' }
    expect(await auth.token(fields)).toMatchObject({ fault: 'invalid_grant' })
  })
})

describe('a call', () => {
  test('carries its token in the query or as Bearer', async () => {
    const token = await tokenOf()
    for (const authorization of [`Bearer ${token}`, `bearer  ${token}`]) {
      expect(auth.authenticate({ query: {}, authorization })).toMatchObject({ client: shortLived })
    }
    const grant = auth.authenticate(withToken(token)) as Grant
    expect(grant.client).toBe(shortLived)
    expect([...grant.permissions]).toEqual(['runtime:r'])
    expect(grant.player).toBeUndefined()
  })

  test('without a token, or with a wrong one, is refused', async () => {
    expect(auth.authenticate({ query: {}, authorization: undefined })).toEqual(refused)
    expect(auth.authenticate({ query: {}, authorization: 'Basic c2hvcnQ6aHVzaA==' })).toEqual(refused)
    expect(auth.authenticate(withToken('nonsense'))).toEqual(refused)
    const both = { query: { access_token: 'nonsense' }, authorization: `Bearer ${await tokenOf()}` }
    expect(auth.authenticate(both)).toEqual(refused)
  })

  test('is refused when its token is as old as it may become, remembered or not', async () => {
    const token = await tokenOf()
    const unseen = await tokenOf()
    nowMs += 59_999
    expect(auth.authenticate(withToken(token))).toMatchObject({ client: shortLived })
    nowMs += 1
    for (const late of [token, unseen]) expect(auth.authenticate(withToken(late))).toEqual(refused)
  })

  test('is refused when its client is gone', async () => {
    const later = createAuth({ ...options, clients: knownClients([]) })
    expect(later.authenticate(withToken(await tokenOf()))).toEqual(refused)
  })

  test('keeps its token over a restart', async () => {
    expect(createAuth(options).authenticate(withToken(await tokenOf()))).toMatchObject({ client: shortLived })
  })
})

test('without authentication a call without a token is the staging client with all scopes, and a wrong token still refused', async () => {
  const open = createAuth({ ...options, clients: [], noAuth: true })
  const grant = open.authenticate({ query: {}, authorization: undefined }) as Grant
  expect(grant.client).toMatchObject({ client_id: 'gamify-staging', runtime: 'staging' })
  expect(grant.permissions.size).toBe(8)
  expect(open.authenticate(withToken('wrong'))).toEqual(refused)
  expect(open.authenticate({ query: { jwt: 'wrong' }, authorization: undefined })).toEqual(refused)
  expect(await open.logout({ query: {}, authorization: undefined })).toBeUndefined()
})

test('many tokens are told apart, also those that are no longer remembered', async () => {
  const first = await tokenOf()
  for (let i = 0; i < 10_001; i++) auth.authenticate(withToken(await tokenOf()))
  expect(auth.authenticate(withToken(first))).toMatchObject({ client: shortLived })
})

const REDIRECT = 'http://app.test/back'

/** A code for a player, as the sign-in page gets it. */
function codeFor(player: string, of = auth, client_id = 'coder'): string {
  const found = of.signIn({ client_id, redirect_uri: REDIRECT, response_type: 'code' })
  if ('refused' in found) throw new Error(found.refused)
  return new URL(found.redirectFor(player)).searchParams.get('code') ?? ''
}
const exchange = (code: string, more: TokenFields = {}): TokenFields => ({
  client_id: 'coder',
  client_secret: 'hush',
  grant_type: 'authorization_code',
  redirect_uri: REDIRECT,
  code,
  ...more,
})
const refresh = (refresh_token: string | undefined, more: TokenFields = {}): TokenFields => ({
  client_id: 'coder',
  client_secret: 'hush',
  grant_type: 'refresh_token',
  refresh_token,
  ...more,
})
const bad = { fault: 'invalid_grant' }

describe('a code', () => {
  test('gives tokens that act as the player, within what the client may do', async () => {
    const answer = await granted(exchange(codeFor('neo')))
    expect(answer).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 60,
      refresh_token: expect.any(String),
    })
    const grant = auth.authenticate(withToken(answer.access_token)) as Grant
    expect(grant).toMatchObject({ client: codeClient, player: 'neo' })
    expect([...grant.permissions]).toEqual(['runtime:r'])
  })

  test.each([
    'http://app.test/back/',
    'http://app.test/Back',
    'http://app.test:80/back',
    'http://user@app.test/back',
    'https://app.test/back',
    'http://app.test/back?',
    'http://app.test/%62ack',
  ])('is for the redirect_uri it was sent to, and not for %s', async (redirect_uri) => {
    const code = codeFor('neo')
    expect(await auth.token(exchange(code, { redirect_uri }))).toMatchObject(bad)
    expect(await auth.token(exchange(code))).toMatchObject({ token_type: 'Bearer' })
  })

  test('is of no use to another client, and not used up by one', async () => {
    const code = codeFor('neo')
    expect(await auth.token(exchange(code, { client_id: 'coder 2' }))).toMatchObject(bad)
    expect(await auth.token(exchange(code))).toMatchObject({ token_type: 'Bearer' })
  })

  test('that comes a second time gives nothing, and what it gave before ends', async () => {
    const code = codeFor('neo')
    const first = await granted(exchange(code))
    const unrelated = await granted(exchange(codeFor('neo')))
    const refreshed = await granted(refresh(first.refresh_token))
    expect(await auth.token(exchange(code))).toMatchObject(bad)
    for (const { access_token, refresh_token } of [first, refreshed]) {
      expect(auth.authenticate(withToken(access_token))).toEqual(refused)
      expect(await auth.token(refresh(refresh_token))).toMatchObject(bad)
    }
    expect(auth.authenticate(withToken(unrelated.access_token))).toMatchObject({ player: 'neo' })
  })

  test('that is not good, or was used and replayed over and over, is written down once at most', async () => {
    const store = keptEndings()
    const of = createAuth({ ...options, revoked: store })
    const [used, unused, failed] = [0, 1, 2].map(() => codeFor('neo', of))
    const { access_token } = await granted(exchange(used ?? ''), of)
    await of.token(exchange(failed ?? '', { redirect_uri: 'http://app.test/' }))
    expect(store.now()).toEqual([])
    for (let i = 0; i < 5; i++) expect(await of.token(exchange(used ?? ''))).toMatchObject(bad)
    expect(of.authenticate(withToken(access_token))).toEqual(refused)
    expect(store.writes).toEqual({ add: 1, replace: 0 })
    nowMs += 300_000
    for (let i = 0; i < 5; i++) expect(await of.token(exchange(unused ?? ''))).toMatchObject(bad)
    expect(store.writes).toEqual({ add: 1, replace: 0 })
  })

  test('is good for one of many that come at once', async () => {
    const code = codeFor('neo')
    const answers = await Promise.all([0, 1, 2].map(() => auth.token(exchange(code))))
    expect(answers.filter((answer) => 'access_token' in answer)).toHaveLength(1)
  })

  test('is good for five minutes', async () => {
    const [code, late] = [codeFor('neo'), codeFor('neo')]
    nowMs += 299_999
    expect(await auth.token(exchange(code))).toMatchObject({ token_type: 'Bearer' })
    nowMs += 1
    expect(await auth.token(exchange(late))).toMatchObject(bad)
  })

  test('is not good after a restart, used before it or not', async () => {
    expect(await createAuth(options).token(exchange(codeFor('neo')))).toMatchObject(bad)
  })

  test.each(['nonsense', 'a.b', ''])('is not %j', async (code) => {
    expect(await auth.token(exchange(code))).toMatchObject({ fault: code === '' ? 'invalid_request' : 'invalid_grant' })
  })

  test('is neither an access token nor a refresh token, and these are no codes', async () => {
    const { access_token, refresh_token = '' } = await granted(exchange(codeFor('neo')))
    expect(auth.authenticate(withToken(codeFor('neo')))).toEqual(refused)
    expect(auth.authenticate(withToken(refresh_token))).toEqual(refused)
    for (const token of [access_token, codeFor('neo')]) expect(await auth.token(refresh(token))).toMatchObject(bad)
    for (const token of [access_token, refresh_token]) expect(await auth.token(exchange(token))).toMatchObject(bad)
  })
})

describe('a refresh token', () => {
  test('gives tokens of the same player again and again, also after a restart', async () => {
    const first = await granted(exchange(codeFor('neo')))
    nowMs += 3_600_000
    expect(auth.authenticate(withToken(first.access_token))).toEqual(refused)
    const again = createAuth(options)
    for (const run of [auth, again, again]) {
      const next = await granted(refresh(first.refresh_token), run)
      expect(next).toMatchObject({ expires_in: 60, refresh_token: expect.any(String) })
      expect(auth.authenticate(withToken(next.access_token))).toMatchObject({ client: codeClient, player: 'neo' })
      expect(await auth.token(refresh(next.refresh_token))).toMatchObject({ token_type: 'Bearer' })
    }
  })

  test('is of no use to another client, changed, or after thirty days', async () => {
    const { refresh_token = '' } = await granted(exchange(codeFor('neo')))
    expect(await auth.token(refresh(refresh_token, { client_id: 'coder 2' }))).toMatchObject(bad)
    expect(await auth.token(refresh(`${refresh_token}x`))).toMatchObject(bad)
    nowMs += 30 * 86_400_000 - 1
    expect(await auth.token(refresh(refresh_token))).toMatchObject({ token_type: 'Bearer' })
    nowMs += 1
    expect(await auth.token(refresh(refresh_token))).toMatchObject(bad)
  })
})

describe('a logout', () => {
  test('ends all tokens of a sign-in, for the next run too, and no others', async () => {
    const memory = keptEndings()
    const one = createAuth({ ...options, revoked: memory })
    const first = await granted(exchange(codeFor('neo', one)), one)
    const second = await granted(refresh(first.refresh_token), one)
    const other = await granted(exchange(codeFor('neo', one)), one)
    expect(await one.logout(withToken(second.access_token))).toBeUndefined()
    const next = createAuth({ ...options, revoked: keptEndings(memory.now()) })
    for (const run of [one, next]) {
      for (const { access_token, refresh_token } of [first, second]) {
        expect(run.authenticate(withToken(access_token))).toEqual(refused)
        expect(await run.token(refresh(refresh_token))).toMatchObject(bad)
      }
      expect(run.authenticate(withToken(other.access_token))).toMatchObject({ player: 'neo' })
    }
  })

  test('is kept as long as the refresh token of the sign-in could have lived', async () => {
    const memory = keptEndings()
    const one = createAuth({ ...options, revoked: memory })
    const { access_token, refresh_token } = await granted(exchange(codeFor('neo', one)), one)
    await one.logout(withToken(access_token))
    nowMs += 30 * 86_400_000 - 1000
    await one.logout(withToken((await granted(request, one)).access_token))
    const next = createAuth({ ...options, revoked: keptEndings(memory.now()) })
    expect(await next.token(refresh(refresh_token))).toMatchObject(bad)
  })

  test('ends the token of a client, and no other of that client', async () => {
    const [ended, other] = [await tokenOf(), await tokenOf()]
    expect(await auth.logout({ query: {}, authorization: `Bearer ${ended}` })).toBeUndefined()
    expect(auth.authenticate(withToken(ended))).toEqual(refused)
    expect(await auth.logout(withToken(ended))).toEqual(refused)
    expect(auth.authenticate(withToken(other))).toMatchObject({ client: shortLived })
  })

  test('ends a JWT for good, whatever it says of when it was made', async () => {
    const one = createAuth({ ...options, revoked: keptEndings() })
    const expS = nowMs / 1000 + 30
    const sign = (claims: object) =>
      `short:${signJwt({ player_id: 'neo', exp: expS, ...claims }, shortLived.client_secret)}`
    const calls = [{}, { iat: nowMs / 1000 }, { iat: 9e15 }].map((claims) => ({
      query: { jwt: sign(claims) },
      authorization: undefined,
    }))
    for (const call of calls) await one.logout(call)
    for (let i = 0; i <= 100_000; i++) await one.logout({ query: { jwt: sign({ i }) }, authorization: undefined })
    for (const call of calls) expect(one.authenticate(call)).toEqual(refused)
    const later = { query: { jwt: sign({ exp: expS + 1 }) }, authorization: undefined }
    expect(one.authenticate(later)).toMatchObject({ player: 'neo' })
    expect(one.authenticate(withToken((await granted(request, one)).access_token))).toMatchObject({
      client: shortLived,
    })
  })

  test('of a token that is not good is refused', async () => {
    expect(await auth.logout(withToken('nonsense'))).toEqual(refused)
    expect(await auth.logout({ query: { jwt: 'short:nonsense' }, authorization: undefined })).toEqual(refused)
  })

  test('that cannot be kept is told to the caller, and the token is ended all the same', async () => {
    const failing = keptEndings()
    failing.failure = new Error('no room')
    const one = createAuth({ ...options, revoked: failing })
    const token = (await granted(request, one)).access_token
    await expect(one.logout(withToken(token))).rejects.toThrow('no room')
    expect(one.authenticate(withToken(token))).toEqual(refused)
  })
})

describe('a token for a stream', () => {
  const owner = { client: 'short', player: 'neo' }
  const anonymous = { query: {}, authorization: undefined }
  const streamToken = (of: { client: string; player: string }, call: CallParts = anonymous): string => {
    const token = auth.streamToken(call, of)
    if (typeof token !== 'string') throw new Error(token.fault)
    return token
  }

  test('tells once whom it is for', () => {
    const [token, other] = [streamToken(owner), streamToken({ ...owner, player: 'trinity' })]
    expect(auth.takeStreamToken(token)).toMatchObject(owner)
    expect(auth.takeStreamToken(token)).toBeUndefined()
    expect(auth.takeStreamToken(other)).toMatchObject({ ...owner, player: 'trinity' })
  })

  test('is good for a minute, and forgotten when it would not be good any more', () => {
    const [token, late] = [streamToken(owner), streamToken(owner)]
    nowMs += 59_999
    expect(auth.takeStreamToken(token)).toMatchObject(owner)
    nowMs += 1
    expect(auth.takeStreamToken(late)).toBeUndefined()
    nowMs += 60_000
    expect(auth.takeStreamToken(streamToken(owner))).toMatchObject(owner)
    expect(auth.takeStreamToken(token)).toBeUndefined()
  })

  test('is good no longer than the login that it was given under, and for that of another', async () => {
    const sessions: CallParts[] = [withToken(await tokenOf()), withToken(await tokenOf())]
    sessions.push({ query: { jwt: playerJwt(shortLived, 'neo', nowMs).jwt }, authorization: undefined })
    const [ended, other, ofJwt] = sessions.map((call) => streamToken(owner, call))
    await auth.logout(sessions[0] ?? anonymous)
    expect(auth.takeStreamToken(ended ?? '')).toBeUndefined()
    expect(auth.takeStreamToken(other ?? '')).toMatchObject(owner)
    const unused = streamToken(owner, sessions[2])
    expect(auth.takeStreamToken(unused)).toMatchObject(owner)
    await auth.logout(sessions[2] ?? anonymous)
    expect(auth.takeStreamToken(ofJwt ?? '')).toBeUndefined()
    expect(auth.streamToken(sessions[0] ?? anonymous, owner)).toEqual(refused)
  })

  test('is used up alone, whatever else was given under the same login', async () => {
    const call = withToken(await tokenOf())
    const tokens = [0, 1].map(() => streamToken(owner, call))
    const taken = [...tokens, ...tokens].map((token) => auth.takeStreamToken(token))
    expect(taken).toMatchObject([owner, owner, undefined, undefined])
  })

  test('is none of another run, no access token, and no other text', async () => {
    expect(createAuth(options).takeStreamToken(streamToken(owner))).toBeUndefined()
    expect(auth.authenticate(withToken(streamToken(owner)))).toEqual(refused)
    for (const text of [await tokenOf(), codeFor('neo'), 'nonsense', '']) {
      expect(auth.takeStreamToken(text)).toBeUndefined()
    }
  })
})
