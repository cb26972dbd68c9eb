import { describe, expect, test } from 'vitest'
import { exchange, fakeServer, refusal, replyOf } from '../../../test/support/fake-server.ts'

describe('GET /_gamify/openapi.json', () => {
  test('is the second version of the interface, without a token, made of the rows that are served', async () => {
    const { url } = await fakeServer()
    const { status, body } = await replyOf(await fetch(`${url}/_gamify/openapi.json`))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'gamify v2', version: '1.2.3' },
      servers: [{ url: '/' }],
    })
    expect(body).toMatchObject({ paths: { '/v2/runtime/player': { get: { summary: 'A route of a test' } } } })
  })

  test('is the version that is asked for, and no other', async () => {
    const { url } = await fakeServer()
    const of = async (version: string) => replyOf(await fetch(`${url}/_gamify/openapi.json?version=${version}`))
    expect((await of('v1')).body).toMatchObject({ info: { title: 'gamify v1' } })
    expect((await of('')).body).toMatchObject({ info: { title: 'gamify v2' } })
    expect(await of('v3')).toMatchObject(refusal(400, 'invalid_request'))
  })
})

describe('GET /_gamify/docs', () => {
  test('is a page of the version that is asked for, which runs what this server has', async () => {
    const { url } = await fakeServer()
    const answer = await fetch(`${url}/_gamify/docs?version=v1`)
    const page = await answer.text()
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const scripts = Array.from(page.matchAll(/<script src="([^"]*)"/g), ([, src = '']) => src)
    for (const src of scripts) {
      const script = await fetch(url + src)
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
      expect((await script.bytes()).length).toBe(Number(script.headers.get('content-length')))
    }
    expect(scripts).toHaveLength(2)
    expect(page).toContain('data-document="/_gamify/openapi.json?version=v1"')
    expect((await fetch(`${url}/_gamify/docs?version=v3`)).status).toBe(400)
  })

  test('allows the page nothing from another host, and a style by a word that is said once', async () => {
    const { url } = await fakeServer()
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${url}/_gamify/docs`)).headers.get('content-security-policy') ?? ''),
    )
    expect(policies[0]).not.toBe(policies[1])
    for (const policy of policies) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
      expect(policy).not.toMatch(/unsafe|http|\*/)
    }
  })
})

test('the library of the page names no host to load from, and no source map', async () => {
  const { url } = await fakeServer()
  const library = await (await fetch(`${url}/_gamify/docs/redoc.js`)).text()
  expect(library).not.toMatch(/https:\/\/cdn|sourceMappingURL=redoc/)
  expect(library).toContain('.nc=document.currentScript.nonce')
})

describe.each(['openapi.json', 'docs', 'docs/page.js', 'docs/redoc.js'])('GET /_gamify/%s', (path) => {
  test('is for no page of another site', async () => {
    const { url } = await fakeServer()
    const foreign = await fetch(`${url}/_gamify/${path}`, { headers: { origin: 'https://example.com' } })
    expect(await replyOf(foreign)).toMatchObject(refusal(403, 'forbidden_origin'))
  })

  test('is for no foreign host', async () => {
    const { port } = await fakeServer()
    const { text } = await exchange(port, `GET /_gamify/${path} HTTP/1.1\r\nHost: example.com\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 403 .*"forbidden_host"/s)
  })
})

test.each(['openapi.json', 'docs/page.js', 'docs/redoc.js'])('who has /_gamify/%s is told so', async (path) => {
  const { url } = await fakeServer()
  const first = await fetch(`${url}/_gamify/${path}`)
  const etag = first.headers.get('etag') ?? ''
  expect([first.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^".{43}"$/)])
  const again = await fetch(`${url}/_gamify/${path}`, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const other = await fetch(`${url}/_gamify/${path}`, { headers: { 'if-none-match': '"other"' } })
  expect(await other.text()).toBe(await first.text())
})
