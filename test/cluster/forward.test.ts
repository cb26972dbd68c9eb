import { createServer, request, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { jsonAnswer } from '../../src/server/answer.ts'
import { forwardCalls } from '../../src/server/forward.ts'
import { openFront, type Front } from '../../src/server/server.ts'

const closings: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

/** A server of this test, in the place of the writer. */
async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A node that forwards to `writer`, which can change. */
async function nodeWith(writer: { url: string | undefined }): Promise<Front> {
  const front = await openFront('127.0.0.1', 0)
  const forwarding = forwardCalls({
    hosts: ['127.0.0.1'],
    writerUrl: () => writer.url,
    isReplaced: (url) => writer.url !== undefined && writer.url !== url,
    passOn: (...call) => front.passOn(...call),
    own: (path) => (path === '/_gamify/live' ? jsonAnswer(200, { status: 'live' }) : undefined),
  })
  front.serve(forwarding)
  closings.push(async () => {
    await front.close()
    forwarding.close()
  })
  return front
}

const echo: RequestListener = (req, res) => {
  let body = ''
  req.on('data', (piece: Buffer) => (body += piece.toString()))
  req.on('end', () => {
    res.setHeader('x-seen', String(req.headers['x-gamify-forwarded']))
    res.setHeader('set-cookie', ['a=1', 'b=2'])
    res.writeHead(201).end(`${req.method} ${req.url} ${body}`)
  })
}

test('a call goes to the writer as it is, and its answer comes back', async () => {
  const { url } = await nodeWith({ url: await serverWith(echo) })
  const answer = await fetch(`${url}/v2/things?a=1&b=%2F`, { method: 'PATCH', body: 'x'.repeat(200_000) })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-seen')).toBe('1')
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await answer.text()).toBe(`PATCH /v2/things?a=1&b=%2F ${'x'.repeat(200_000)}`)
})

test('a call about this node is answered by itself', async () => {
  const { url } = await nodeWith({ url: undefined })
  expect(await (await fetch(`${url}/_gamify/live`)).json()).toEqual({ status: 'live' })
})

test('a call waits for a writer, and for one that can be reached', async () => {
  const writer: { url: string | undefined } = { url: undefined }
  const { url } = await nodeWith(writer)
  const waiting = fetch(`${url}/a`, { method: 'POST', body: 'kept' })
  await new Promise((resolve) => setTimeout(resolve, 60))
  writer.url = 'http://127.0.0.1:1'
  await new Promise((resolve) => setTimeout(resolve, 60))
  writer.url = await serverWith(echo)
  expect(await (await waiting).text()).toBe('POST /a kept')
})

test('a call that waits is served here when this node becomes the writer', async () => {
  const front = await nodeWith({ url: undefined })
  const waiting = fetch(`${front.url}/a`, { method: 'POST', body: 'kept' })
  await new Promise((resolve) => setTimeout(resolve, 60))
  front.serve({ request: echo, upgrade: (_, socket) => socket.destroy() })
  expect(await (await waiting).text()).toBe('POST /a kept')
})

test('a change that breaks off is not sent again, and its caller learns it; a read is asked again', async () => {
  let calls = 0
  const writer = {
    url: await serverWith((req, res) => {
      calls += 1
      if (calls > 1 && req.method === 'GET') {
        echo(req, res)
        return
      }
      req.resume()
      req.on('end', () => req.socket.destroy())
    }),
  }
  const { url } = await nodeWith(writer)
  await expect(fetch(`${url}/a`, { method: 'POST', body: 'once' })).rejects.toThrow('fetch failed')
  expect(calls).toBe(1)
  expect((await fetch(`${url}/a`)).status).toBe(201)
})

test('a call that went round in circles ends', async () => {
  const writer: { url: string | undefined } = { url: undefined }
  const { url } = await nodeWith(writer)
  writer.url = url
  const answer = await fetch(`${url}/a`)
  expect(answer.status).toBe(408)
  expect(answer.headers.get('retry-after')).toBe('1')
})

test('a call to another host is refused', async () => {
  const front = await nodeWith({ url: await serverWith(echo) })
  const status = await new Promise((resolve, reject) => {
    const call = request({ port: front.port, path: '/a', headers: { host: 'evil.test' } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject)
    call.end()
  })
  expect(status).toBe(403)
})

test('a stream ends for the writer when its caller has left', async () => {
  const left = Promise.withResolvers<void>()
  const stream: RequestListener = (_, res) => {
    const sending = setInterval(() => res.write('more'), 10)
    res.once('close', () => {
      clearInterval(sending)
      left.resolve()
    })
  }
  const { url } = await nodeWith({ url: await serverWith(stream) })
  const leaving = new AbortController()
  const answer = await fetch(`${url}/a`, { signal: leaving.signal })
  await answer.body?.getReader().read()
  leaving.abort()
  await left.promise
})

test.each(['-Infinity', '-5', 'nonsense'])('%s is no number of nodes that have forwarded a call', async (hops) => {
  const { url } = await nodeWith({ url: await serverWith(echo) })
  expect((await fetch(`${url}/a`, { headers: { 'x-gamify-forwarded': hops } })).headers.get('x-seen')).toBe('1')
})

test('a call to a node that is frozen ends when another one serves', async () => {
  const writer = { url: await serverWith(() => {}) }
  const { url } = await nodeWith(writer)
  const [read, change] = [fetch(`${url}/a`), fetch(`${url}/a`, { method: 'POST' })]
  change.catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 60))
  writer.url = await serverWith(echo)
  expect((await read).status).toBe(201)
  await expect(change).rejects.toThrow('fetch failed')
})

test('those who are not sure serve no calls but their own', async () => {
  const front = await nodeWith({ url: undefined })
  let isSure = false
  const otherwise = { request: ((_, res) => res.writeHead(418).end()) as RequestListener, upgrade: () => {} }
  front.serve({ request: echo, upgrade: () => {} })
  front.guardedBy({ allows: ({ url }) => isSure || url === '/own', otherwise })
  expect((await fetch(`${front.url}/a`)).status).toBe(418)
  expect((await fetch(`${front.url}/own`)).status).toBe(201)
  isSure = true
  expect((await fetch(`${front.url}/a`)).status).toBe(201)
})
