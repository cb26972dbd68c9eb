import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/support/fake-server.ts'
import { serveGame } from '../../../test/support/http.ts'
import { emptyDesign } from '../../game/design/source.ts'

interface Told {
  readonly method: string
  readonly path: string
}

test('the answered requests are told, refused ones with their code, and no secret', async () => {
  const { call, token } = await fakeServer()
  const access = await token()
  await call(`GET /nowhere?access_token=${access}`)
  await call(`GET /_gamify/clock?access_token=${await token('gamify-production')}`)
  const { status, body } = await call(`GET /_gamify/requests?access_token=${access}`)
  const common = { at: expect.stringMatching(/^\d{4}-.*Z$/), ms: expect.any(Number) }
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: [
        { ...common, number: 1, method: 'POST', path: '/auth/token', status: 200 },
        {
          ...common,
          number: 2,
          method: 'GET',
          path: '/nowhere?access_token=***',
          status: 404,
          error: 'route_not_found',
        },
        { ...common, number: 3, method: 'POST', path: '/auth/token', status: 200 },
        {
          ...common,
          number: 4,
          method: 'GET',
          path: '/_gamify/clock?access_token=***',
          status: 200,
          runtime: 'production',
          client: 'gamify-production',
        },
      ],
      total: 4,
    },
  })
})

test('followed, they come as Server-Sent Events: those of before, then what comes, until the server stops', async () => {
  const { call, token, url, stop } = await fakeServer()
  const headers = { authorization: `Bearer ${await token()}` }
  const response = await fetch(`${url}/_gamify/requests?follow=true`, { headers })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await call('GET /nowhere')
  let text = ''
  let stopped: Promise<void> | undefined
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('/nowhere')) stopped ??= stop()
  }
  await stopped
  const events = [...text.matchAll(/event: request\ndata: (.*)\n\n/g)].map(([, json = '']) => JSON.parse(json) as Told)
  expect(events.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)).toEqual([
    'POST /auth/token',
    'GET /_gamify/requests',
    'POST /auth/token',
    'GET /nowhere',
  ])
})

test('followed at a rate, those that come faster are left out; a rate that is none is refused', async () => {
  const { call, token, url, stop } = await fakeServer()
  const headers = { authorization: `Bearer ${await token()}` }
  const response = await fetch(`${url}/_gamify/requests?follow=true&rate=8`, { headers })
  const texts = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await texts?.read())?.value).toContain('POST')
  await Promise.all(Array.from({ length: 20 }, () => call('GET /nowhere')))
  expect((await texts?.read())?.value?.match(/event: request/g)).toHaveLength(2)
  for (const rate of ['0', '-1', '1.5', 'many', '100001', '1e2']) {
    const refused = await fetch(`${url}/_gamify/requests?follow=true&rate=${rate}`, { headers })
    expect([rate, refused.status, await refused.json()]).toEqual([
      rate,
      400,
      {
        error: 'invalid_request',
        error_description: "The 'rate' parameter must be an integer from 1 to 100000",
      },
    ])
  }
  await stop()
})

const signIn = (url: string): Promise<Response> =>
  fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: 'gamify-staging',
      client_secret: 'gamify-dev-secret',
      grant_type: 'client_credentials',
    }),
  })

test('a request is told with its bodies, without their secrets, its caller and its entry', async () => {
  const game = await serveGame({ design: emptyDesign })
  try {
    const authorization = `Bearer ${await game.token('gamify-staging')}`
    const leaving = new AbortController()
    const following = await fetch(`${game.url}/_gamify/requests?follow=true`, {
      headers: { authorization },
      signal: leaving.signal,
    })
    await following.body?.getReader().read()
    await signIn(game.url)
    const created = await game.request('POST', '/v2/admin/players', { body: { id: 'neo', alias: 'The One' } })
    expect(created.status).toBe(200)
    const { body } = await game.request('GET', '/_gamify/requests')
    const listed = (body as { readonly data: readonly (Told & { readonly number: number; readonly entry?: number })[] })
      .data
    const [signedIn, made] = ['/auth/token', '/v2/admin/players'].map((path) =>
      listed.findLast((each) => each.path.startsWith(path)),
    )
    const one = await game.request('GET', `/_gamify/requests/${made?.number}`)
    expect(one.body).toMatchObject({
      path: '/v2/admin/players',
      client: 'gamify-staging',
      entry: game.emulator.runtime('staging').state.seq,
      sent: { text: '{"id":"neo","alias":"The One"}', length: 30 },
      answered: { text: expect.stringContaining('"alias":"The One"') },
    })
    const secret = await game.request('GET', `/_gamify/requests/${signedIn?.number}`)
    expect(secret.body).toMatchObject({ answered: { text: expect.stringContaining('"access_token":"***"') } })
    leaving.abort()
    expect(JSON.stringify(secret.body)).toContain('"client_secret\\":\\"***')
  } finally {
    await game.stop()
  }
})
