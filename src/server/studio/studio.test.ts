import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { fakeServer, refusal, replyOf, type FakeServer } from '../../../test/support/fake-server.ts'
import type { ApiClient } from '../../auth/clients.ts'
import type { StudioSession } from '../../interface/studio-session.ts'

const studio = '/_gamify/studio'
const tool: ApiClient = {
  client_id: 'tool',
  client_secret: 'secret of the tool',
  runtime: 'production',
  type: 'client',
}
const reader: ApiClient = { ...tool, client_id: 'reader', scopes: ['admin:r'] }

/** A server whose game has no development clients. */
async function closedServer(options: Parameters<typeof fakeServer>[0] = {}): Promise<FakeServer> {
  const game = fakeGame()
  return fakeServer({ ...options, game: { ...game, settings: { ...game.settings, clients: [tool, reader] } } })
}

async function ask(server: FakeServer, line: string, body?: object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = line.split(' ')
  return replyOf(
    await fetch(server.url + studio + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  )
}

const signIn = (server: FakeServer, { client_id, client_secret }: ApiClient = tool) =>
  ask(server, 'POST /session', { client_id, client_secret })

/** What the page says that it may use. */
async function sessionOf({ url }: FakeServer, headers: Record<string, string> = {}): Promise<StudioSession> {
  const page = await (await fetch(url + studio, { headers })).text()
  const [, content = ''] = /<meta name="gamify-session" content="([^"]*)"/.exec(page) ?? []
  return JSON.parse(content.replaceAll('&quot;', '"')) as StudioSession
}

const cookieIn = ({ headers }: { readonly headers: Headers }): string =>
  headers.get('set-cookie')?.split(';', 1)[0] ?? ''

describe('the page', () => {
  test.each(['', '/', '/players', '/players/n%2Fo/feed', '/no/such/page'])('is at every address: %j', async (path) => {
    const { url } = await fakeServer()
    const answer = await fetch(url + studio + path)
    expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('names files that never change, compressed for whoever takes it', async () => {
    const { url } = await fakeServer()
    const page = await (await fetch(url + studio)).text()
    const files = [...page.matchAll(/"(\/_gamify\/studio\/files\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.map((path) => path.replace(/-\w+\./, '-HASH.'))).toEqual([
      `${studio}/files/main-HASH.css`,
      `${studio}/files/main-HASH.js`,
    ])
    for (const path of files) {
      const [packed, plain] = await Promise.all([
        fetch(url + path),
        fetch(url + path, { headers: { 'accept-encoding': 'gzip;q=0' } }),
      ])
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      expect(plain.headers.get('content-encoding')).toBe(null)
      expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(await packed.text()).toBe(await plain.text())
    }
    for (const name of ['main.js', '..%2F..%2Fpackage.json', '%00', 'studio.json'])
      expect(await replyOf(await fetch(`${url}${studio}/files/${name}`))).toMatchObject(refusal(404, 'route_not_found'))
  })

  test('is where a browser is sent that asks for the root, and nobody else', async () => {
    const { url } = await fakeServer()
    const sent = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' })
    expect([sent.status, sent.headers.get('location')]).toEqual([302, studio])
    expect((await fetch(url)).status).toBe(404)
    expect((await fetch(url, { method: 'POST', headers: { accept: 'text/html' } })).status).toBe(404)
    expect((await fetch(`${url}/other`, { headers: { accept: 'text/html' } })).status).toBe(404)
  })

  test('is not there where it was left out', async () => {
    const { url } = await fakeServer({ hasStudio: false })
    for (const path of [studio, `${studio}/session`, `${studio}/files/main.js`, '/'])
      expect((await fetch(url + path, { headers: { accept: 'text/html' } })).status).toBe(404)
  })
})

describe('where the development clients are on', () => {
  test('opening the page is enough, for both runtimes', async () => {
    const server = await fakeServer()
    expect(await sessionOf(server)).toEqual({
      game: { id: 'fake', title: 'fake', timezone: 'UTC' },
      version: '1.2.3',
      data: null,
      client: null,
      runtimes: ['staging', 'production'],
    })
    for (const runtime of ['staging', 'production']) {
      const { body: token } = await ask(server, 'POST /token', { runtime })
      const { access_token } = token as { access_token: string }
      expect((await server.call(`GET /_gamify/clock?access_token=${access_token}`)).status).toBe(200)
    }
    expect(await ask(server, 'POST /token', { runtime: 'other' })).toMatchObject({ status: 400 })
  })

  test('nor is a client needed where calls need no token', async () => {
    const game = fakeGame()
    const server = await fakeServer({
      noAuth: true,
      game: { ...game, settings: { ...game.settings, clients: [tool, reader] } },
    })
    expect(await sessionOf(server)).toMatchObject({ client: null, runtimes: ['staging'] })
    expect((await ask(server, 'POST /token', { runtime: 'staging' })).body).toEqual({ access_token: '' })
    expect((await fetch(`${server.url}/_gamify/clock`)).status).toBe(200)
    expect((await ask(server, 'POST /token', { runtime: 'production' })).status).toBe(401)
  })

  test('it is not enough under another name of this machine', async () => {
    const server = await fakeServer({ allowedHosts: ['box.example'] })
    const { status, body } = await under(server, 'box.example', 'POST', `${studio}/token`, '{"runtime":"staging"}')
    expect([status, body]).toEqual([401, expect.stringContaining('invalid_access_token')])
  })
})

describe('where they are off', () => {
  test('nothing is given without signing in', async () => {
    const server = await closedServer()
    expect(await sessionOf(server)).toMatchObject({ client: null, runtimes: [] })
    expect(await ask(server, 'POST /token', { runtime: 'production' })).toMatchObject(
      refusal(401, 'invalid_access_token'),
    )
  })

  test('a client with the scope debug signs in, for its runtime, until it signs out', async () => {
    const server = await closedServer()
    const signedIn = await signIn(server)
    expect(signedIn.body).toMatchObject({ client: 'tool', runtimes: ['production'] })
    expect(signedIn.headers.get('set-cookie')).toMatch(
      /^gamify-studio-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const headers = { cookie: cookieIn(signedIn) }
    expect(await sessionOf(server, headers)).toMatchObject({ client: 'tool' })
    const { body } = await ask(server, 'POST /token', { runtime: 'production' }, headers)
    const { access_token } = body as { access_token: string }
    expect((await server.call(`GET /_gamify/clock?access_token=${access_token}`)).status).toBe(200)
    expect((await ask(server, 'POST /token', { runtime: 'staging' }, headers)).status).toBe(401)
    const out = await ask(server, 'DELETE /session', undefined, headers)
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await ask(server, 'POST /token', { runtime: 'production' }, headers)).status).toBe(401)
  })

  test('wrong credentials and clients without the scope are refused, and sign nobody in', async () => {
    const server = await closedServer()
    const wrong = await signIn(server, { ...tool, client_secret: 'guess' })
    expect(wrong).toMatchObject(refusal(401, 'client_auth_fail'))
    const scopeless = await signIn(server, reader)
    expect(scopeless).toMatchObject(refusal(401, 'access_denied'))
    for (const { headers } of [wrong, scopeless]) expect(headers.get('set-cookie')).toBe(null)
    expect((await ask(server, 'POST /session', { client_id: 'tool' })).status).toBe(400)
    expect((await ask(server, 'POST /session', { client_id: 7, client_secret: [] })).status).toBe(400)
  })

  test('a session is the first to end when there are too many', async () => {
    const server = await closedServer()
    const first = { cookie: cookieIn(await signIn(server)) }
    const last = { cookie: '' }
    for (let i = 0; i < 100; i += 1) last.cookie = cookieIn(await signIn(server))
    const clientOf = async (headers: { readonly cookie: string }) => (await sessionOf(server, headers)).client
    expect([await clientOf(first), await clientOf(last)]).toEqual([null, 'tool'])
  })

  test('a page of another port cannot use the session, because its cookie goes by port', async () => {
    const server = await closedServer()
    const cookie = cookieIn(await signIn(server)).replace(/^gamify-studio-\d+/, 'gamify-studio-1')
    expect(await sessionOf(server, { cookie })).toMatchObject({ client: null })
  })
})

describe('under a public name', () => {
  const origin = 'http://box.example'
  test('its own pages can sign in and call control routes, those of others cannot', async () => {
    const server = await closedServer({ allowedHosts: ['box.example'] })
    const { client_id, client_secret } = tool
    const credentials = JSON.stringify({ client_id, client_secret })
    const signedIn = await under(server, 'box.example', 'POST', `${studio}/session`, credentials, { origin })
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? ''
    const asked = '{"runtime":"production"}'
    const token = await under(server, 'box.example', 'POST', `${studio}/token`, asked, { origin, cookie })
    const { access_token } = JSON.parse(token.body) as { access_token: string }
    const authorization = `Bearer ${access_token}`
    const patched = await under(server, 'box.example', 'PATCH', '/_gamify/clock', '{}', { origin, authorization })
    expect(patched.status).toBe(200)
    for (const foreign of ['http://evil.example', 'https://box.example', 'http://box.example:81', 'null']) {
      const headers = { origin: foreign, authorization, cookie }
      expect((await under(server, 'box.example', 'PATCH', '/_gamify/clock', '{}', headers)).status).toBe(403)
      expect((await under(server, 'box.example', 'POST', `${studio}/token`, asked, headers)).status).toBe(403)
    }
  })
})

/** Calls under a name that does not lead to this machine. */
function under(
  { port }: FakeServer,
  host: string,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, method, path, headers: { host, ...headers } }, (res) => {
      res.setEncoding('utf8')
      let text = ''
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () => resolve({ status: res.statusCode, body: text, headers: res.headers }))
    })
    req.on('error', reject)
    req.end(body)
  })
}
