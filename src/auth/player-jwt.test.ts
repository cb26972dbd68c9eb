import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAuth } from './auth.ts'
import type { ApiClient, ClientScope } from './clients.ts'
import type { Grant } from './credentials.ts'
import { playerJwt, signJwt, type JwtClaims, readJwt } from './player-jwt.ts'
import { signatureOf } from './tokens.ts'

const clientOf = (client_id: string, scopes?: readonly ClientScope[]): ApiClient => ({
  client_id,
  client_secret: `secret of ${client_id}`,
  runtime: 'staging',
  type: 'client',
  scopes,
})
const all = clientOf('all')
const clients = [all, clientOf('reader', ['runtime:r', 'admin:rw', 'game']), clientOf('a:b'), clientOf('none', [])]

const START_S = 1_700_000_000
let nowS = START_S
const auth = createAuth({ clients, secret: 'key', nowMs: () => nowS * 1000 })
const claims = { player_id: 'neo', scopes: [], exp: START_S + 3600 }

const calling = (jwt: string, query: Readonly<Record<string, string>> = {}) =>
  auth.authenticate({ query: { ...query, jwt }, authorization: undefined })
const jwtOf = (given: JwtClaims, client = 'all', signer = client): string =>
  `${client}:${signJwt(given, `secret of ${signer}`)}`
const permissionsOf = (jwt: string): readonly string[] => [...(calling(jwt) as Grant).permissions]
const refused = { fault: 'invalid_access_token', facts: {} }

describe('a JWT of a client', () => {
  test('acts as its player, whatever else it says', () => {
    const grant = calling(jwtOf({ ...claims, iat: START_S, iss: 'me', aud: ['x'] }), { player_id: 'trinity' })
    expect(grant).toMatchObject({ client: clients[0], player: 'neo' })
  })

  test('may be of a client whose id holds a colon', () => {
    expect(calling(jwtOf(claims, 'a:b'))).toMatchObject({ client: { client_id: 'a:b' } })
  })

  test('is signed with the secret of the client that it names', () => {
    expect(calling(jwtOf(claims, 'all', 'reader'))).toEqual(refused)
  })

  test.each(['nobody:x.y.z', '__proto__:x.y.z', 'all', 'all:', ':', '', 'x.y.z', 'all:x.y', 'all: '])(
    'is not %j',
    (jwt) => {
      expect(calling(jwt)).toEqual(refused)
    },
  )

  test.each([
    ['no player', { ...claims, player_id: undefined }],
    ['an empty player', { ...claims, player_id: '' }],
    ['a player that is no text', { ...claims, player_id: 5 }],
    ['a list of players', { ...claims, player_id: ['neo'] }],
    ['no exp', { ...claims, exp: undefined }],
    ['an exp that is no number', { ...claims, exp: String(claims.exp) }],
    ['an exp of null', { ...claims, exp: null }],
    ['an exp that is over', { ...claims, exp: START_S }],
    ['a nbf to come', { ...claims, nbf: START_S + 1 }],
    ['a nbf that is no number', { ...claims, nbf: '0' }],
    ['scopes that are no list', { ...claims, scopes: 'player.runtime.read' }],
    ['scopes by name', { ...claims, scopes: {} }],
  ])('is refused with %s', (_, given) => {
    expect(calling(jwtOf(given))).toEqual(refused)
  })

  test('is refused with an exp beyond all numbers', () => {
    const part = (json: string): string => Buffer.from(json).toString('base64url')
    const text = [`{"alg":"HS256"}`, `{"player_id":"neo","exp":1e400}`].map(part).join('.')
    expect(calling(`all:${text}.${signatureOf(text, all.client_secret)}`)).toEqual(refused)
  })

  test('expires by the machine, remembered or not', () => {
    const [seen, unseen] = [jwtOf(claims), jwtOf({ ...claims, exp: claims.exp - 0.5 })]
    expect(calling(seen)).toMatchObject({ player: 'neo' })
    nowS = claims.exp - 0.25
    expect(calling(seen)).toMatchObject({ player: 'neo' })
    expect(calling(unseen)).toEqual(refused)
    nowS = claims.exp
    expect(calling(seen)).toEqual(refused)
    nowS = START_S
  })

  test('is good from its nbf on, also when it came too early', () => {
    const jwt = jwtOf({ ...claims, nbf: START_S + 10 })
    expect(calling(jwt)).toEqual(refused)
    nowS = START_S + 10
    expect(calling(jwt)).toMatchObject({ player: 'neo' })
    nowS = START_S
  })

  test.each([
    [undefined, ['runtime:r', 'runtime:w']],
    [null, ['runtime:r', 'runtime:w']],
    [[], ['runtime:r', 'runtime:w']],
    [['player.runtime.read'], ['runtime:r']],
    [['player.runtime.write'], ['runtime:w']],
    [
      ['player.runtime.write', 'player.runtime.read'],
      ['runtime:w', 'runtime:r'],
    ],
    [['player.runtime.read', 'admin:rw', 'debug', 5, null], ['runtime:r']],
    [['player.admin.read', 'runtime:rw'], []],
  ])('with the scopes %j may do %j', (scopes, permissions) => {
    expect(permissionsOf(jwtOf({ ...claims, scopes }))).toEqual(permissions)
  })

  test.each([
    ['reader', [], ['runtime:r']],
    ['reader', ['player.runtime.write'], []],
    ['none', [], []],
  ])('never may more than its client: that of %s with %j may do %j', (client, scopes, permissions) => {
    expect(permissionsOf(jwtOf({ ...claims, scopes }, client))).toEqual(permissions)
  })

  test('is looked at where the call has no access token', () => {
    expect(calling(jwtOf(claims), { access_token: 'wrong' })).toEqual(refused)
  })

  test('longer than what is remembered is good too', () => {
    const jwt = jwtOf({ ...claims, note: 'x'.repeat(2000) })
    for (let i = 0; i < 2; i++) expect(calling(jwt)).toMatchObject({ player: 'neo' })
  })

  test('ends when it is logged out, and no other of that player does', async () => {
    const [jwt, other] = [jwtOf(claims), jwtOf({ ...claims, exp: claims.exp + 1 })]
    expect(await auth.logout({ query: { jwt }, authorization: undefined })).toBeUndefined()
    expect(calling(jwt)).toEqual(refused)
    expect(calling(other)).toMatchObject({ player: 'neo' })
  })
})

test('a JWT that is logged out stays out for as long as it would have lived', async () => {
  const [jwt, other] = [jwtOf({ ...claims, exp: START_S + 1e6 }), jwtOf({ ...claims, exp: START_S + 2e6 })]
  await auth.logout({ query: { jwt }, authorization: undefined })
  nowS = START_S + 1e6 - 1
  await auth.logout({ query: { jwt: other }, authorization: undefined })
  expect(calling(jwt)).toEqual(refused)
  nowS = START_S
})

test('the JWT that the program makes for a client is one', () => {
  const made = playerJwt({ ...all, token_ttl: 60 }, 'trinity', START_S * 1000 + 999)
  expect(made).toEqual({ jwt: expect.stringMatching(/^all:/), expires_in: 60 })
  expect(playerJwt(all, 'trinity', 0).expires_in).toBe(86_400)
  const { jwt } = made
  expect(calling(jwt)).toMatchObject({ client: all, player: 'trinity' })
  expect(permissionsOf(jwt)).toEqual(['runtime:r', 'runtime:w'])
  nowS = START_S + 60
  expect(calling(jwt)).toEqual(refused)
  nowS = START_S
})

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token of any header, whose signature is right. */
function signed(header: unknown, payload: unknown = { player_id: 'neo' }, secret = 'hush', hash = 'sha256'): string {
  const text = `${part(header)}.${part(payload)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

test('what was signed with a secret is read with it, and by nobody else', () => {
  const token = signJwt({ player_id: 'neo', exp: 5 }, 'hush')
  expect(readJwt(token, 'hush')).toEqual({ player_id: 'neo', exp: 5 })
  expect(readJwt(token, 'hush!')).toBeUndefined()
  expect(signed({ alg: 'HS256', typ: 'JWT' }, { player_id: 'neo', exp: 5 })).toBe(token)
})

test('a token of another maker is read too, with claims and headers that mean nothing here', () => {
  const token = signed({ typ: 'at+jwt', alg: 'HS256', kid: '1' }, { iss: 'me', player_id: 'neo' })
  expect(readJwt(token, 'hush')).toEqual({ iss: 'me', player_id: 'neo' })
})

test.each([
  ['none', { alg: 'none' }, 'sha256'],
  ['HS512', { alg: 'HS512' }, 'sha512'],
  ['HS512 signed as HS256', { alg: 'HS512' }, 'sha256'],
  ['RS256', { alg: 'RS256' }, 'sha256'],
  ['hs256', { alg: 'hs256' }, 'sha256'],
  ['a list', { alg: ['HS256'] }, 'sha256'],
  ['nothing', { typ: 'JWT' }, 'sha256'],
  ['another field', { ALG: 'HS256' }, 'sha256'],
])('the algorithm is HS256 and not %s', (_, header, hash) => {
  expect(readJwt(signed(header, undefined, 'hush', hash), 'hush')).toBeUndefined()
})

test('what has to be understood and is not makes a token none', () => {
  expect(readJwt(signed({ alg: 'HS256', crit: ['exp'] }), 'hush')).toBeUndefined()
})

test.each([null, 5, '"x"', ['x']])('header and payload are objects, not %j', (value) => {
  expect(readJwt(signed(value), 'hush')).toBeUndefined()
  expect(readJwt(signed({ alg: 'HS256' }, value), 'hush')).toBeUndefined()
})

test('a token that was changed, or is not whole, is none', () => {
  const token = signJwt({ player_id: 'neo' }, 'hush')
  const [header = '', payload = '', signature = ''] = token.split('.')
  const other = part({ player_id: 'trinity' })
  for (const text of [
    `${header}.${other}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}.${signature}.`,
    `${part({ alg: 'none' })}.${payload}.`,
    `${header}.${payload}.${signature.slice(0, -1)}`,
    '',
    '..',
    'a.b.c',
  ]) {
    expect(readJwt(text, 'hush')).toBeUndefined()
  }
})

test('parts that are no JSON make a token none, though the signature is right', () => {
  const text = `${Buffer.from('{').toString('base64url')}.${part({})}`
  expect(readJwt(`${text}.${createHmac('sha256', 'hush').update(text).digest('base64url')}`, 'hush')).toBeUndefined()
})
