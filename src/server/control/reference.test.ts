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
      const script = await fetch(url + src, { headers: { 'accept-encoding': 'identity' } })
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

describe.each(['openapi.json', 'docs/page.js', 'docs/redoc.js'])('GET /_gamify/%s', (path) => {
  test.each([
    ['identity', null, /^"[\w-]{43}"$/],
    ['gzip', 'gzip', /^"[\w-]{43}-gzip"$/],
    ['br, gzip;q=0.5', 'gzip', /^"[\w-]{43}-gzip"$/],
    ['gzip;q=0', null, /^"[\w-]{43}"$/],
  ])('who accepts %s and has it learns so', async (accepted, encoding, tag) => {
    const { url } = await fakeServer()
    const ask = (known = '"other"') =>
      fetch(`${url}/_gamify/${path}`, { headers: { 'accept-encoding': accepted, 'if-none-match': known } })
    const first = await ask()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(etag).toMatch(tag)
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['no-cache', 'accept-encoding'])
    expect(await first.text()).toBe(await (await fetch(`${url}/_gamify/${path}`)).text())
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const again = await ask(known)
      expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
    }
  })

  test('is small where the caller accepts gzip, and has the same length for HEAD', async () => {
    const { url } = await fakeServer()
    const lengthOf = async (method: string, accepted: string) => {
      const answer = await fetch(`${url}/_gamify/${path}`, { method, headers: { 'accept-encoding': accepted } })
      await answer.arrayBuffer()
      return Number(answer.headers.get('content-length'))
    }
    const [whole, small] = [await lengthOf('GET', 'identity'), await lengthOf('GET', 'gzip')]
    expect(small).toBeGreaterThan(0)
    expect(small).toBeLessThan(0.7 * whole)
    expect([await lengthOf('HEAD', 'identity'), await lengthOf('HEAD', 'gzip')]).toEqual([whole, small])
  })
})
