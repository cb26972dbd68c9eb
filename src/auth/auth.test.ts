import { describe, expect, test } from 'vitest'
import { createAuth } from './auth.ts'
import type { ApiClient } from './clients.ts'
import { knownClients } from './clients.ts'
import type { Grant } from './grant.ts'

const shortLived: ApiClient = {
  client_id: 'short',
  client_secret: 'hush',
  runtime: 'production',
  type: 'client',
  token_ttl: 60,
  scopes: ['runtime:r'],
}
const codeClient: ApiClient = { ...shortLived, client_id: 'coder', type: 'code' }
const clients = knownClients([shortLived, codeClient])

let nowMs = 1_700_000_000_000
const options = { clients, secret: 'key', nowMs: () => nowMs }
const auth = createAuth(options)
const request = { client_id: 'short', client_secret: 'hush', grant_type: 'client_credentials' }

const tokenOf = (fields: Record<string, unknown> = request): string => {
  const answer = auth.token(fields)
  if (!('access_token' in answer)) throw new Error(JSON.stringify(answer))
  return answer.access_token
}
const withToken = (token: string) => ({ query: { access_token: token }, authorization: undefined })

describe('the token request', () => {
  test('gives a bearer token that says how long it lives', () => {
    expect(auth.token(request)).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 60 })
    const { expires_in } = auth.token({
      client_id: 'gamify-staging',
      client_secret: 'gamify-dev-secret',
      grant_type: 'client_credentials',
    }) as { expires_in: number }
    expect(expires_in).toBe(86_400)
  })

  test.each([
    [{}, 'Missing: client_id, client_secret, grant_type'],
    [{ client_id: 'short', client_secret: '' }, 'Missing: client_secret, grant_type'],
    [{ ...request, client_id: 5 }, 'Missing: client_id'],
    [{ ...request, grant_type: ['client_credentials'] }, 'Missing: grant_type'],
  ])('names the fields that %j lacks', (fields, message) => {
    expect(auth.token(fields)).toEqual({ fault: 'invalid_request', facts: { message } })
  })

  test('does not take inherited properties for fields', () => {
    expect(auth.token(Object.create(request))).toMatchObject({ fault: 'invalid_request' })
  })

  test.each([
    { ...request, client_secret: 'hush2' },
    { ...request, client_id: 'nobody' },
    { ...request, client_id: '__proto__' },
    { ...request, client_id: 'gamify-staging' },
    { ...request, client_secret: 'wrong', grant_type: 'magic' },
  ])('refuses wrong credentials: %j', (fields) => {
    expect(auth.token(fields)).toEqual({ fault: 'client_auth_fail', facts: {} })
  })

  test.each(['password', 'constructor', 'CLIENT_CREDENTIALS'])('does not know the grant type %s', (grant_type) => {
    expect(auth.token({ ...request, grant_type })).toMatchObject({ fault: 'invalid_request' })
  })

  test('gives a client of another flow no client credentials', () => {
    expect(auth.token({ ...request, client_id: 'coder' })).toMatchObject({ fault: 'invalid_grant' })
  })
})

describe('a call', () => {
  test('carries its token in the query or as Bearer', () => {
    const token = tokenOf()
    for (const authorization of [`Bearer ${token}`, `bearer  ${token}`]) {
      expect(auth.authenticate({ query: {}, authorization })).toMatchObject({ client: shortLived })
    }
    const grant = auth.authenticate(withToken(token)) as Grant
    expect(grant.client).toBe(shortLived)
    expect([...grant.permissions]).toEqual(['runtime:r'])
    expect(grant.player).toBeUndefined()
  })

  test('without a token, or with a wrong one, is refused', () => {
    const refused = { fault: 'invalid_access_token', facts: {} }
    expect(auth.authenticate({ query: {}, authorization: undefined })).toEqual(refused)
    expect(auth.authenticate({ query: {}, authorization: 'Basic c2hvcnQ6aHVzaA==' })).toEqual(refused)
    expect(auth.authenticate(withToken('nonsense'))).toEqual(refused)
    expect(auth.authenticate({ query: { access_token: 'nonsense' }, authorization: `Bearer ${tokenOf()}` })).toEqual(
      refused,
    )
  })

  test('is refused when its token is as old as it may become, remembered or not', () => {
    const token = tokenOf()
    const unseen = tokenOf()
    nowMs += 59_999
    expect(auth.authenticate(withToken(token))).toMatchObject({ client: shortLived })
    nowMs += 1
    for (const late of [token, unseen]) {
      expect(auth.authenticate(withToken(late))).toMatchObject({ fault: 'invalid_access_token' })
    }
  })

  test('is refused when its client is gone', () => {
    const later = createAuth({ ...options, clients: knownClients([]) })
    expect(later.authenticate(withToken(tokenOf()))).toMatchObject({ fault: 'invalid_access_token' })
  })

  test('keeps its token over a restart', () => {
    expect(createAuth(options).authenticate(withToken(tokenOf()))).toMatchObject({ client: shortLived })
  })
})

test('without authentication a call without a token is the staging client with all scopes, and a wrong token still refused', () => {
  const open = createAuth({ ...options, clients: [], noAuth: true })
  const grant = open.authenticate({ query: {}, authorization: undefined }) as Grant
  expect(grant.client).toMatchObject({ client_id: 'gamify-staging', runtime: 'staging' })
  expect(grant.permissions.size).toBe(8)
  expect(open.authenticate(withToken('wrong'))).toMatchObject({ fault: 'invalid_access_token' })
})

test('many tokens are told apart, also those that are no longer remembered', () => {
  const first = tokenOf()
  for (let i = 0; i < 10_001; i++) auth.authenticate(withToken(tokenOf()))
  expect(auth.authenticate(withToken(first))).toMatchObject({ client: shortLived })
})
