import { once } from 'node:events'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../../../test/contract/game-design.ts'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { fakeServer } from '../../../test/support/fake-server.ts'
import { openGame, serve, serveGame, type TestGame } from '../../../test/support/http.ts'
import { visitorOf, type Visitor } from '../../../test/support/sign-in-visitor.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { dataOn } from '../../../test/support/storages.ts'
import { testGame } from '../../../test/support/test-game.ts'
import type { ApiClient } from '../../auth/clients.ts'
import type { AccessSetting } from '../../game/kernel/game-info.ts'
import { newAuthority, newServerIdentity } from '../../secure/certificate.ts'

const BACK = 'http://127.0.0.1:5999/callback'
const MARKUP = `"><script>alert('x')</script>&amp;`

const secret = { client_secret: 'hush', runtime: 'staging' } as const
const clients: readonly ApiClient[] = [
  { ...secret, client_id: 'web', name: 'Arcade Web', type: 'code', redirect_uris: [BACK, `${BACK}?a=1`] },
  { ...secret, client_id: 'spa', type: 'implicit', redirect_uris: [BACK, 'https://app.example/', 'my-app:signed-in'] },
  { ...secret, client_id: 'live', runtime: 'production', type: 'implicit', redirect_uris: [BACK] },
  { ...secret, client_id: MARKUP, name: MARKUP, type: 'code', redirect_uris: [`${BACK}?${MARKUP}`, `${BACK}/é/ł`] },
]

const requestOf = (more: Record<string, string> = {}): string =>
  `/auth?${new URLSearchParams({ response_type: 'code', client_id: 'web', redirect_uri: BACK, ...more }).toString()}`
const ofSpa = { response_type: 'token', client_id: 'spa' }

let game: TestGame
let visitor: Visitor
const start = async (access: AccessSetting = 'PUBLIC'): Promise<void> => {
  await game?.stop()
  const info = { ...testGame('matrix'), title: 'The Matrix', access }
  game = await serveGame({ design: contractDesign, clients, game: info }, { allowedHosts: ['box.example'] })
  visitor = visitorOf(game.url)
}
const createPlayer = (id: string, alias: string) => game.request('POST', '/v2/admin/players', { body: { id, alias } })
const playerIds = async (): Promise<readonly string[]> => {
  const { body } = await game.request('GET', '/v2/admin/players')
  return (body as { data: { id: string }[] }).data.map(({ id }) => id)
}
/** Opens the page of a request, and sends its form with these fields. */
const send = async (fields: Record<string, string>, request = requestOf()) => {
  const { hidden } = await visitor.open(request)
  return visitor.open('/auth', { ...hidden, ...fields })
}

beforeEach(async () => {
  await start()
  await createPlayer('neo', 'Neo')
  await createPlayer('trinity', 'Trinity')
})
afterEach(() => game.stop())

describe('the page', () => {
  test('tells the game, the app, where it leads, and whom one may play as', async () => {
    const { status, words, markup } = await visitor.open(requestOf())
    expect(status).toBe(200)
    expect(words).toContain('Sign in to The Matrix')
    expect(words).toContain('for Arcade Web staging')
    expect(words).toContain(`You will continue to ${BACK}`)
    expect(words).toContain('Neo neo')
    expect(words).toContain('Trinity trinity')
    expect(markup).toMatch(/<button[^>]* name="player_id" value="neo"/)
    expect(words).not.toContain('Continue as')
  })

  test('is kept by nobody, framed by nobody, and runs and fetches nothing', async () => {
    const { headers, markup } = await visitor.open(requestOf())
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' http:$/,
    )
    expect(markup).not.toMatch(/<script|\son\w+=|style=|https?:\/\/(?!127\.0\.0\.1)/)
  })

  test('lets its form lead on to the scheme of the app alone', async () => {
    const policyFor = async (redirect_uri: string) =>
      (await visitor.open(requestOf({ ...ofSpa, redirect_uri }))).headers.get('content-security-policy')
    expect(await policyFor('https://app.example/')).toMatch(/form-action 'self' http:$/)
    expect(await policyFor('my-app:signed-in')).toMatch(/form-action 'self' my-app:$/)
  })

  test('shows players page by page, and those that a search finds', async () => {
    for (let i = 1; i <= 16; i++) await createPlayer(`agent-${i}`, `Agent ${i}`)
    const first = await visitor.open(requestOf({ state: 's' }))
    expect(first.words).toContain('Agent 6 agent-6 1–8 of 18 Next')
    expect(first.words).not.toContain('Agent 7')
    const linkIn = (markup: string, words: string): string =>
      new RegExp(`<a href="([^"]*)">${words}</a>`).exec(markup)?.[1]?.replaceAll('&amp;', '&') ?? `no ${words}`
    const second = await visitor.open(linkIn(first.markup, 'Next'))
    expect(second.words).toContain('Previous 9–16 of 18 Next')
    expect(second.hidden).toMatchObject({ client_id: 'web', encoded_state: 's', skip: '8' })
    const last = await visitor.open(linkIn(second.markup, 'Next'))
    expect(last.words).toContain('Agent 15 agent-15 A Agent 16 agent-16 Previous 17–18 of 18 New here?')
    expect((await visitor.open(linkIn(last.markup, 'Previous'))).words).toContain('9–16 of 18')

    const found = await visitor.open(requestOf({ search: 'AGENT 1' }))
    expect(found.words).toContain('1–8 of 8 Show all players')
    expect(found.markup).toContain('value="AGENT 1"')
    expect((await visitor.open(linkIn(found.markup, 'Show all players'))).words).toContain('of 18')
    expect((await visitor.open(requestOf({ search: 'nobody' }))).words).toContain('No player matches “ nobody ”.')
    expect((await visitor.open(requestOf({ skip: '99' }))).words).toContain('This page is past the end of the list.')
    for (const skip of ['-8', '1.5', 'x', '1e99']) {
      expect((await visitor.open(requestOf({ skip }))).words).toContain('1–8 of 18')
    }
  })

  test('of a game without players says so', async () => {
    await start()
    expect((await visitor.open(requestOf())).words).toContain('Nobody plays this game yet.')
  })

  test('lets one turn back', async () => {
    const denied = async (more: Record<string, string>) => {
      const { markup } = await visitor.open(requestOf(more))
      return /href="([^"]*)">Cancel/.exec(markup)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(await denied({ state: 'a b' })).toBe(`${BACK}?error=access_denied&state=a%20b`)
    expect(await denied(ofSpa)).toBe(`${BACK}#error=access_denied`)
  })

  test('shows the picture of the game', async () => {
    const { markup } = await visitor.open(requestOf())
    expect(markup).toContain('<img src="/auth/picture"')
    const response = await fetch(`${game.url}/auth/picture`)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('etag')).toMatch(/^"/)
  })
})

describe('a request that cannot be granted', () => {
  test.each([
    ['of nobody', { client_id: 'nobody' }],
    ['of no client', { client_id: '' }],
    ['of a client that nobody signs in with', { client_id: 'gamify-staging' }],
    ['without an address', { redirect_uri: '' }],
    ['to an address that is not registered', { redirect_uri: `${BACK}/` }],
    ['to another site', { redirect_uri: 'https://evil.example/' }],
    ['for another flow', { response_type: 'token' }],
    ['with too long a state', { encoded_state: '', state: '"'.repeat(4097) }],
  ])('%s is told on a page', async (_of, more) => {
    for (const seen of [
      await visitor.open(requestOf(more)),
      await send({ player_id: 'neo', response_type: 'code', client_id: 'web', redirect_uri: BACK, ...more }),
    ]) {
      expect(seen).toMatchObject({ status: 400, location: null })
      expect(seen.words).toContain('This app cannot sign you in')
      expect(seen.headers.get('content-security-policy')).toMatch(/form-action 'none'$/)
      expect(seen.markup).not.toContain('href="http')
    }
  })
})

describe('markup from outside is text', () => {
  const inside = [
    { client_id: MARKUP, redirect_uri: `${BACK}?${MARKUP}`, state: MARKUP, search: MARKUP },
    { client_id: MARKUP, redirect_uri: MARKUP },
    { client_id: `${MARKUP}x` },
    { response_type: MARKUP },
    { skip: MARKUP },
  ]
  test.each(inside)('%j', async (more) => {
    const { markup } = await visitor.open(requestOf(more))
    expect(markup).not.toContain('<script')
  })

  test('names and what was typed', async () => {
    await createPlayer('evil', MARKUP)
    const { markup, words } = await send({ newcomer: 'true', alias: MARKUP.repeat(100), email: MARKUP })
    expect(words).toContain(`${MARKUP} evil`)
    expect(markup).not.toContain('<script')
  })

  test.each([
    ['markup', MARKUP],
    ['line breaks and NUL', 'a\nb\rc\r\nd\0e\tf'],
    ['escapes', '100%25 + é ł 😀 %'],
    ['4096 bytes', '😀'.repeat(1024)],
  ])('state goes back as it came: %s', async (_what, state) => {
    const { location } = await send({ player_id: 'neo' }, requestOf({ state }))
    expect(new URL(location ?? '').searchParams.get('state')).toBe(state)
    const { markup } = await visitor.open(requestOf({ state }))
    const [search = ''] = /<form class="search".*?<\/form>/s.exec(markup) ?? []
    const [, kept = ''] = /name="encoded_state" value="([^"]*)"/.exec(search) ?? []
    const searched = await visitor.open(requestOf({ encoded_state: kept.replaceAll('&#39;', "'"), search: 'neo' }))
    const [, denied = ''] = /href="([^"]*)">Cancel/.exec(searched.markup) ?? []
    expect(new URL(denied.replaceAll('&amp;', '&').replaceAll('&#39;', "'")).searchParams.get('state')).toBe(state)
  })

  test.each(['state', 'encoded_state', 'search', 'alias', 'email', 'player_id', 'client_id', 'redirect_uri'])(
    'and a page with too long a %s stays small',
    async (name) => {
      const { hidden } = await visitor.open(requestOf())
      const { status, markup } = await visitor.open('/auth', { ...hidden, [name]: '"'.repeat(300_000) })
      expect([400, 404]).toContain(status)
      expect(markup.length).toBeLessThan(150_000)
    },
  )
})

describe('a choice', () => {
  test('leads back with a code that gives a token which plays', async () => {
    const { status, location, headers } = await send({ player_id: 'trinity' }, requestOf({ state: 'xyz' }))
    expect(status).toBe(303)
    expect(headers.get('cache-control')).toBe('no-store')
    const back = new URL(location ?? '')
    expect(`${back.origin}${back.pathname}`).toBe(BACK)
    expect(Object.fromEntries(back.searchParams)).toEqual({ code: expect.any(String) as string, state: 'xyz' })
    const body = { client_id: 'web', client_secret: 'hush', redirect_uri: BACK, code: back.searchParams.get('code') }
    const { body: given } = await game.request('POST', '/auth/token', {
      client: null,
      body: { ...body, grant_type: 'authorization_code' },
    })
    await expectToPlay((given as { access_token: string }).access_token, 'trinity')
  })

  test('leads back with a token in the fragment', async () => {
    const { location } = await send({ player_id: 'neo' }, requestOf({ ...ofSpa, state: 'xyz' }))
    const { search, hash } = new URL(location ?? '')
    expect(search).toBe('')
    const fields = Object.fromEntries(new URLSearchParams(hash.slice(1)))
    expect(fields).toMatchObject({ token_type: 'Bearer', expires_in: '86400', state: 'xyz' })
    await expectToPlay(fields['access_token'] ?? '', 'neo')
  })

  const expectToPlay = async (token: string, player: string): Promise<void> => {
    const search = `access_token=${token}`
    const { status } = await game.request('POST', '/v2/runtime/actions/like/play', { client: null, search, body: {} })
    expect(status).toBe(200)
    const { body } = await game.request('GET', '/v2/runtime/player', { client: null, search })
    expect(body).toMatchObject({
      id: player,
      scores: expect.arrayContaining([expect.objectContaining({ value: '10' })]),
    })
  }

  test('goes to an address with letters beyond ASCII', async () => {
    const request = requestOf({ client_id: MARKUP, redirect_uri: `${BACK}/é/ł` })
    expect((await send({ player_id: 'neo' }, request)).location).toMatch(/\/callback\/%C3%A9\/%C5%82\?code=/)
  })

  test.each([
    ['nobody', 404, "The player 'nobody' does not exist"],
    ['a b', 404, "The player 'a b' does not exist"],
    ['smith', 401, "The player 'smith' is disabled"],
  ])('of %s shows the page again', async (player_id, status, message) => {
    await createPlayer('smith', 'Smith')
    await game.request('PUT', '/v2/admin/players/smith/disable')
    const seen = await send({ player_id }, requestOf({ search: 'tri' }))
    expect(seen).toMatchObject({ status, location: null })
    expect(seen.words).toContain(message)
    expect(seen.words).toContain('Trinity trinity')
    expect(seen.words).not.toContain('Neo')
  })

  test('of nothing shows the page again', async () => {
    const seen = await send({})
    expect(seen).toMatchObject({ status: 400, location: null })
    expect(seen.words).toContain('Choose a player, or join as a new one')
  })
})

describe('a session', () => {
  test('has its last player first, until it is ended', async () => {
    await send({ player_id: 'trinity' })
    expect((await visitor.open(requestOf())).words).toMatch(/Who are you\? T Continue as Trinity trinity .* Neo neo/)
    await send({ player_id: 'neo' }, requestOf(ofSpa))
    const { words, markup, headers } = await visitor.open(requestOf())
    expect(words).toContain('Continue as Neo neo')
    expect(headers.get('set-cookie')).toBeNull()
    const [, forget = ''] = /href="(\/logout[^"]*)">Forget/.exec(markup) ?? []
    const ended = await visitor.open(forget.replaceAll('&amp;', '&'))
    expect(ended.status).toBe(200)
    expect(ended.words).toContain('You are signed out')
    expect(ended.headers.get('set-cookie')).toMatch(/=; .*Max-Age=0$/)
    expect(ended.markup).toContain(`href="${requestOf().replaceAll('&', '&amp;')}"`)
    expect((await visitor.open(requestOf())).words).not.toContain('Continue as')
  })

  test('does not offer whom it cannot sign in as', async () => {
    const somebodyElse = { client: 'gamify-production', body: { id: 'neo', alias: 'Neo of production' } }
    await game.request('POST', '/v2/admin/players', somebodyElse)
    await send({ player_id: 'neo' })
    const { words } = await visitor.open(requestOf({ response_type: 'token', client_id: 'live' }))
    expect(words).toContain('Neo of production')
    expect(words).not.toContain('Continue as')
    await game.request('PUT', '/v2/admin/players/neo/disable')
    expect((await visitor.open(requestOf())).words).not.toContain('Neo')
  })

  test('is ended without one, and leads to no other site', async () => {
    for (const path of ['/logout', '/logout?redirect_uri=https://evil.example/', `/logout?${MARKUP}`]) {
      const { status, markup } = await visitor.open(path)
      expect(status).toBe(200)
      expect(markup).not.toMatch(/href="(?!\/auth\/picture)/)
    }
  })
})

describe('a form that is not of this session', () => {
  const cases: readonly (readonly [string, (visitor: Visitor, hidden: Record<string, string>) => unknown])[] = [
    ['without a token', (_, hidden) => delete hidden['form_token']],
    ['with a wrong token', (_, hidden) => (hidden['form_token'] += 'x')],
    ['without a cookie', (browser) => (browser.cookie = '')],
    ['with a forged cookie', (browser) => (browser.cookie = browser.cookie.replace('=', '=x'))],
    [
      'with the cookie as its token',
      (browser, hidden) => (hidden['form_token'] = browser.cookie.split('.').at(-1) ?? ''),
    ],
    [
      "with another session's cookie",
      async (browser) => {
        const other = visitorOf(game.url)
        await other.open(requestOf())
        browser.cookie = other.cookie
      },
    ],
  ]
  test.each(cases)('%s is refused, and nothing happens', async (_how, change) => {
    for (const fields of [{ player_id: 'neo' }, { newcomer: 'true', alias: 'Cypher' }]) {
      const { hidden } = await visitor.open(requestOf())
      const form: Record<string, string> = { ...hidden, ...fields }
      await change(visitor, form)
      const seen = await visitor.open('/auth', form)
      expect(seen).toMatchObject({ status: 403, location: null })
      expect(seen.words).toContain('This form is out of date')
      expect(seen.headers.get('set-cookie')).toBeNull()
    }
    expect(await playerIds()).toEqual(['neo', 'trinity'])
  })
})

describe('a page of another site', () => {
  test.each(['https://evil.example', 'null', 'http://localhost.evil.example'])('%s is refused', async (origin) => {
    const { hidden } = await visitor.open(requestOf())
    for (const [path, form] of [
      ['/auth', { ...hidden, player_id: 'neo' }],
      ['/auth', { ...hidden, alias: 'Cypher' }],
      [requestOf(), undefined],
      ['/logout', undefined],
    ] as const) {
      const { status, words, headers } = await visitor.open(path, form, { origin })
      expect(status).toBe(403)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(words).toContain(`The origin '${origin}' is not allowed to use this route`)
      expect(headers.get('set-cookie')).toBeNull()
    }
    expect((await visitor.open('/auth/picture', undefined, { origin })).status).toBe(403)
    expect(await playerIds()).toEqual(['neo', 'trinity'])
  })

  test.each(['http://localhost:3000', 'http://127.0.0.1:4040'])('and one of ours, %s, is not', async (origin) => {
    const { hidden } = await visitor.open(requestOf(), undefined, { origin })
    expect((await visitor.open('/auth', { ...hidden, player_id: 'neo' }, { origin })).status).toBe(303)
  })
})

describe('under a name that the server was given', () => {
  const choose = async (host: string, origin: string) => {
    const { hidden } = await visitor.open(requestOf(), undefined, { host })
    return (await visitor.open('/auth', { ...hidden, player_id: 'neo' }, { host, origin })).status
  }

  test.each([
    ['box.example:4040', 'http://box.example:4040'],
    ['box.example', 'http://box.example'],
    ['BOX.example:80', 'http://box.example'],
  ])('the form at %s is taken from %s', async (host, origin) => {
    expect(await choose(host, origin)).toBe(303)
  })

  test.each([
    ['box.example:4040', 'http://box.example:4041'],
    ['box.example:4040', 'http://box.example'],
    ['box.example:4040', 'https://box.example:4040'],
    ['box.example', 'https://box.example'],
    ['box.example', 'http://other.box.example'],
    ['box.example', 'http://box.example/'],
    ['box.example', 'null'],
    ['127.0.0.1:4040', 'http://box.example:4040'],
  ])('the form at %s is not taken from %s', async (host, origin) => {
    expect(await choose(host, origin)).toBe(403)
  })

  test('nothing but the form is for its pages', async () => {
    const headers = { host: 'box.example', origin: 'http://box.example' }
    expect((await visitor.open(requestOf(), undefined, headers)).status).toBe(403)
    expect((await visitor.open('/_gamify/health', undefined, headers)).status).toBe(403)
  })
})

describe('a newcomer', () => {
  const newcomer = { newcomer: 'true', alias: ' Cypher ', email: '' }
  /** The same form, sent again and again without waiting, and once more when all were answered. */
  const sendOften = async (fields: Record<string, string>) => {
    const { hidden } = await visitor.open(requestOf())
    const once = () => visitor.open('/auth', { ...hidden, ...fields })
    const all = await Promise.all(Array.from({ length: 20 }, once))
    return [...all, await once()]
  }
  const codesIn = (answers: readonly { location: string | null }[]) =>
    new Set(answers.map(({ location }) => new URL(location ?? '').searchParams.get('code')))

  test('joins a PUBLIC game and goes on', async () => {
    const { status, location } = await send(newcomer)
    expect(status).toBe(303)
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:5999\/callback\?code=/)
    expect(await playerIds()).toEqual(['neo', 'trinity', 'Cypher'])
    expect((await visitor.open(requestOf())).words).toContain('Continue as Cypher Cypher')
  })

  test('is one player, however often the form is sent', async () => {
    const answers = await sendOften(newcomer)
    expect(codesIn(answers)).not.toContain(null)
    expect(codesIn(answers).size).toBe(21)
    expect(await playerIds()).toEqual(['neo', 'trinity', 'Cypher'])
    expect((await visitor.open(requestOf())).words).toContain('Continue as Cypher Cypher')
  })

  test('asks a PROTECTED game once, however often the form is sent', async () => {
    await start('PROTECTED')
    for (const { status, words } of await sendOften(newcomer)) {
      expect(status).toBe(200)
      expect(words).toContain('You have asked to join')
    }
    expect((await game.request('GET', '/v2/admin/requests')).body).toMatchObject({ total: 1 })
  })

  test.each(['PROTECTED', 'PRIVATE'] as const)('uses one invitation to a %s game', async (access) => {
    await start(access)
    await game.request('POST', '/v2/admin/invites', { body: { emails: ['cypher@matrix.example'] } })
    expect(codesIn(await sendOften({ ...newcomer, email: 'cypher@matrix.example' })).size).toBe(21)
    expect(await playerIds()).toEqual(['Cypher'])
  })

  test('that was refused may send the same form again, and another one may not', async () => {
    const { hidden } = await visitor.open(requestOf())
    const sendWith = (alias: string, more = {}) => visitor.open('/auth', { ...hidden, ...newcomer, alias, ...more })
    expect((await sendWith('')).status).toBe(400)
    expect((await sendWith('Cypher')).status).toBe(303)
    const live = { client_id: 'live', response_type: 'token' }
    for (const other of [await sendWith('Tank'), await sendWith('Cypher', live)]) {
      expect(other).toMatchObject({ status: 400, location: null })
      expect(other.words).toContain('Someone else used this page: submit the form again')
    }
    const { hidden: anew } = await sendWith('Tank')
    expect((await visitor.open('/auth', { ...anew, ...newcomer, alias: 'Tank' })).status).toBe(303)
    expect(await playerIds()).toEqual(['neo', 'trinity', 'Cypher', 'Tank'])
  })

  test('that may act no more is not signed in by the form of before', async () => {
    const { hidden } = await visitor.open(requestOf())
    const again = () => visitor.open('/auth', { ...hidden, ...newcomer })
    await again()
    await game.request('PUT', '/v2/admin/players/Cypher/disable')
    expect(await again()).toMatchObject({ status: 401, location: null })
  })

  test('asks to join a PROTECTED game, once', async () => {
    await start('PROTECTED')
    const asked = await send(newcomer)
    expect(asked).toMatchObject({ status: 200, location: null })
    expect(asked.words).toContain('You have asked to join')
    expect((await game.request('GET', '/v2/admin/requests')).body).toMatchObject({
      data: [{ alias: 'Cypher' }],
      total: 1,
    })
    const again = await send(newcomer)
    expect(again).toMatchObject({ status: 409, location: null })
    expect(again.words).toContain('has already asked to join the game')
  })

  test.each(['PROTECTED', 'PRIVATE'] as const)('joins a %s game by invitation', async (access) => {
    await start(access)
    await game.request('POST', '/v2/admin/invites', { body: { emails: ['cypher@matrix.example'] } })
    const { status, location } = await send({ ...newcomer, email: 'Cypher@Matrix.example' })
    expect(status).toBe(303)
    expect(location).toContain('code=')
    expect((await game.request('GET', '/v2/admin/invites')).body).toMatchObject({ total: 0 })
  })

  test.each(['', 'other@matrix.example'])('with email %j does not join a PRIVATE game', async (email) => {
    await start('PRIVATE')
    const seen = await send({ ...newcomer, email })
    expect(seen).toMatchObject({ status: 401, location: null })
    expect(seen.words).toContain('The game is joined by invitation only')
    expect(seen.markup).toMatch(/name="alias"\s+value="Cypher"/)
    expect(await playerIds()).toEqual([])
  })

  test('is told beside the fields what is wrong, with what was typed', async () => {
    const seen = await send({ newcomer: 'true', alias: '', email: 'no email' }, requestOf({ search: 'neo' }))
    expect(seen).toMatchObject({ status: 400, location: null, hidden: { search: 'neo' } })
    expect(seen.words).toMatch(/Name .* expected a name .* Email .* expected an email address Join the game/)
    expect(seen.markup).toMatch(/value=""[^>]* aria-invalid="true" autofocus/)
    expect(seen.markup).toMatch(/value="no email"[^>]* aria-invalid="true" \/>/)
    expect((await send({ newcomer: 'true', alias: '  ' })).words).toContain('expected a name that is not blank')
    expect((await send({ alias: 'x'.repeat(257) })).words).toContain('expected at most 256 characters')
    expect(await playerIds()).toEqual(['neo', 'trinity'])
  })
})

describe('over HTTP', () => {
  test('has GET, HEAD and POST', async () => {
    const { status, headers, markup } = await visitor.open(requestOf(), undefined, {})
    const head = await fetch(`${game.url}${requestOf()}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([status, ''])
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(markup)))
    expect(head.headers.get('content-security-policy')).toBe(headers.get('content-security-policy'))
    for (const [method, path, allow] of [
      ['PUT', '/auth', 'GET, HEAD, POST'],
      ['DELETE', '/auth', 'GET, HEAD, POST'],
      ['POST', '/logout', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(`${game.url}${path}`, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    }
  })

  test('is refused under a name that is not ours', async () => {
    const headers = { host: 'evil.example' }
    expect(await answerTo(get(`${game.url}${requestOf()}`, { headers }))).toMatchObject({ statusCode: 403 })
  })

  test('has a cookie for https alone where it is served so', async () => {
    const authority = newAuthority(Date.now())
    const identity = newServerIdentity(authority, ['127.0.0.1'], Date.now())
    const { url } = await fakeServer({ game: fakeGame(clients), identity })
    const { headers } = await answerTo(getSecurely(`${url}${requestOf()}`, { ca: authority.cert }))
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/; Secure$/)])
  })

  test('takes no larger form than any other body', async () => {
    const seen = await send({ alias: 'x'.repeat(1024 * 1024) })
    expect(seen.status).toBe(413)
    expect(seen.words).toContain('The request body is larger than')
  })

  test('waits until the game is loaded, and tells of a runtime that has stopped', async () => {
    const fake = fakeGame(clients)
    const { url } = await fakeServer({ game: fake })
    let loaded = (): void => {}
    fake.state = 'starting'
    fake.ready = new Promise((resolve) => (loaded = resolve))
    let isAnswered = false
    const answer = visitorOf(url)
      .open(requestOf())
      .finally(() => (isAnswered = true))
    await visitorOf(url).open('/_gamify/health')
    expect(isAnswered).toBe(false)
    fake.state = 'ready'
    loaded()
    expect(await answer).toMatchObject({ status: 200 })
    fake.failed.add('staging')
    const stopped = await visitorOf(url).open(requestOf())
    expect(stopped.status).toBe(503)
    expect(stopped.words).toContain('That did not work')
  })

  test('tells on a page of what cannot be kept, and nothing of files', async () => {
    const files = new SimulatedFileSystem()
    const broken = await serve(await openGame({ data: dataOn(files), design: contractDesign, clients }))
    try {
      const somebody = visitorOf(broken.url)
      const { hidden } = await somebody.open(requestOf())
      files.fault = { at: files.operations + 1, kind: 'ENOSPC' }
      const ofPage = { status: 503, location: null, headers: expect.any(Headers) as Headers }
      for (const seen of [
        await somebody.open('/auth', { ...hidden, newcomer: 'true', alias: 'Cypher' }),
        await somebody.open(requestOf()),
      ]) {
        expect(seen).toMatchObject(ofPage)
        expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(seen.words).toContain('The game cannot read or store what it needs.')
        expect(seen.words).not.toMatch(/data|journal/)
      }
      expect(broken.defects.map(({ path }) => path)).toEqual(['/auth'])
    } finally {
      await broken.stop().catch(() => {})
    }
  })
})

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}
