import { describe, expect, test } from 'vitest'
import { createAuth } from './auth.ts'
import type { ApiClient } from './clients.ts'
import type { SignIn } from './sign-in.ts'

const REGISTERED = 'http://app.test/back'
const coder: ApiClient = {
  client_id: 'coder',
  client_secret: 'hush',
  runtime: 'staging',
  type: 'code',
  redirect_uris: [REGISTERED, 'http://app.test/back?from=game', 'my.app:/back'],
  token_ttl: 60,
}
const page: ApiClient = { ...coder, client_id: 'page', type: 'implicit' }
const backEnd: ApiClient = { ...coder, client_id: 'back end', type: 'client' }
const bare: ApiClient = { ...coder, client_id: 'bare', redirect_uris: undefined }
const auth = createAuth({ clients: [coder, page, backEnd, bare], secret: 'key' })

const byCode = { client_id: 'coder', redirect_uri: REGISTERED, response_type: 'code' }
const byToken = { client_id: 'page', redirect_uri: REGISTERED, response_type: 'token' }

function asked(query: Readonly<Record<string, string>>): SignIn {
  const found = auth.signIn(query)
  if ('refused' in found) throw new Error(found.refused)
  return found
}
const fieldsOf = (text: string): Readonly<Record<string, string>> => Object.fromEntries(new URLSearchParams(text))

describe('a request for sign-in', () => {
  test('tells what was asked for', () => {
    expect(asked({ ...byCode, state: 's' })).toMatchObject({
      client: coder,
      redirectUri: REGISTERED,
      state: 's',
      responseType: 'code',
    })
    expect(asked(byToken)).toMatchObject({ client: page, state: undefined, responseType: 'token' })
  })

  test.each([
    [{}, 'The client_id is missing'],
    [{ ...byCode, client_id: 'nobody' }, "The client 'nobody' does not exist"],
    [{ ...byCode, client_id: '__proto__' }, "The client '__proto__' does not exist"],
    [{ ...byCode, client_id: 'back end' }, "The client 'back end' is of type 'client'; players cannot sign in with it"],
    [{ client_id: 'coder', response_type: 'code' }, 'The redirect_uri is missing'],
    [{ ...byCode, response_type: 'token' }, "The response_type must be 'code' for the client 'coder'"],
    [{ client_id: 'coder', redirect_uri: REGISTERED }, "The response_type must be 'code' for the client 'coder'"],
    [{ ...byToken, response_type: 'code' }, "The response_type must be 'token' for the client 'page'"],
    [{ ...byCode, response_type: 'code token' }, "The response_type must be 'code' for the client 'coder'"],
    [{ ...byCode, state: `${'é'.repeat(2048)}x` }, 'The state is longer than 4096 bytes'],
  ])('is refused: %j', (query, why) => {
    expect(auth.signIn(query)).toEqual({ refused: why })
  })

  test.each([
    'http://app.test/back/',
    'http://app.test/Back',
    'http://APP.test/back',
    'http://app.test:80/back',
    'http://app.test:81/back',
    'http://app.test@evil.test/back',
    'http://user@app.test/back',
    'https://app.test/back',
    'http://app.test/back?x=1',
    'http://app.test/back#x',
    'http://app.test/back/../back',
    'http://app.test/b%61ck',
    ' http://app.test/back',
    '//app.test/back',
    '/back',
    'http://app.test',
    'http://evil.test/http://app.test/back',
    'javascript:alert(1)',
  ])('leads to an address that is registered to the letter, and not to %s', (redirect_uri) => {
    for (const query of [byCode, byToken]) {
      expect(auth.signIn({ ...query, redirect_uri })).toEqual({
        refused: `The redirect_uri '${redirect_uri}' is not registered for the client '${query.client_id}'. Add it to redirect_uris in gamify.json; it must match character for character`,
      })
    }
    expect(auth.signIn({ ...byCode, client_id: 'bare', redirect_uri })).toHaveProperty('refused')
  })
})

describe('the way back', () => {
  test('of the code flow carries a new code each time, and the state', () => {
    const { redirectFor } = asked({ ...byCode, state: 'x' })
    const [one, two] = [0, 1].map(() => new URL(redirectFor('neo')))
    expect(`${one?.origin}${one?.pathname}${one?.hash}`).toBe(REGISTERED)
    expect(fieldsOf(one?.search ?? '')).toEqual({ code: expect.any(String), state: 'x' })
    expect(one?.searchParams.get('code')).not.toBe(two?.searchParams.get('code'))
  })

  test('of the implicit flow carries a token that acts as the player, in the fragment, and nothing to refresh it', () => {
    const back = new URL(asked({ ...byToken, state: 'x' }).redirectFor('neo'))
    expect(`${back.origin}${back.pathname}${back.search}`).toBe(REGISTERED)
    const fields = fieldsOf(back.hash.slice(1))
    expect(fields).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: '60', state: 'x' })
    const grant = auth.authenticate({ query: { access_token: fields['access_token'] ?? '' }, authorization: undefined })
    expect(grant).toMatchObject({ client: page, player: 'neo' })
  })

  test('says that the person would not', () => {
    expect(asked({ ...byCode, state: 'a b' }).redirectDenied()).toBe(`${REGISTERED}?error=access_denied&state=a%20b`)
    expect(asked(byToken).redirectDenied()).toBe(`${REGISTERED}#error=access_denied`)
  })

  test('adds to the query that a registered address has', () => {
    const denied = (redirect_uri: string): string => asked({ ...byCode, redirect_uri }).redirectDenied()
    expect(denied('http://app.test/back?from=game')).toBe('http://app.test/back?from=game&error=access_denied')
    expect(denied('my.app:/back')).toBe('my.app:/back?error=access_denied')
  })

  test.each(['<script>alert(1)</script>', 'a&code=b#c', 'a\r\nSet-Cookie: x=y', '日本 +%20"\'', '?/=;'])(
    'carries the state %j untouched, and nothing besides it',
    (state) => {
      const query = new URL(asked({ ...byCode, state }).redirectFor('neo'))
      expect([...query.searchParams.keys()]).toEqual(['code', 'state'])
      expect(query.searchParams.get('state')).toBe(state)
      const back = asked({ ...byToken, state }).redirectFor('neo')
      expect(back).toMatch(/^[!-~]+$/)
      expect(fieldsOf(back.slice(back.indexOf('#') + 1))['state']).toBe(state)
      expect(decodeURIComponent(/state=(.*)$/.exec(back)?.[1] ?? '')).toBe(state)
    },
  )
})
