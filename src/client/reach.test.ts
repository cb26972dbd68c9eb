import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpWire } from './create-client.ts'
import { reachService } from './reach.ts'
import { NoneReachable, UnreachableError } from './service-error.ts'

/** A server that counts what arrives, and what the bodies were. */
interface Counted {
  readonly url: string
  readonly arrived: string[]
  stop(): void
}

async function listen(server: TcpServer): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function counted(answer: RequestListener): Promise<Counted> {
  const arrived: string[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      arrived.push(`${req.method} ${req.url} ${body}`)
      answer(req, res)
    })
  })
  const url = await listen(server)
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return { url, arrived, stop }
}

/** Returns an address at which nothing listens. */
async function nowhere(): Promise<string> {
  const server = createTcpServer()
  const url = await listen(server)
  server.close()
  await once(server, 'close')
  return url
}

function reach(...addresses: [string, ...string[]]) {
  const wire = reachService(httpWire(), addresses)
  onTestFinished(() => wire.close())
  return wire
}

const post = { method: 'POST', url: '/play', headers: {}, body: '{}' }
const get = { method: 'GET', url: '/state', headers: {} }

test('a call goes to the first address that answers, and the next one begins there', async () => {
  const node = await counted((_, res) => res.end('yes'))
  const gone = await nowhere()
  const wire = reach(gone, node.url)
  expect(wire.address()).toBe(gone)
  expect(await wire.send(post)).toEqual({ status: 200, text: 'yes' })
  expect(wire.address()).toBe(node.url)
  expect(await wire.send(get)).toEqual({ status: 200, text: 'yes' })
  expect(node.arrived).toEqual(['POST /play {}', 'GET /state '])
})

test('a refusal is an answer, which no other address is asked about', async () => {
  const [first, second] = [await counted((_, res) => res.writeHead(503).end('no')), await counted(() => {})]
  expect(await reach(first.url, second.url).send(post)).toEqual({ status: 503, text: 'no' })
  expect(second.arrived).toEqual([])
})

test('what may have arrived is not sent again, and the next call goes elsewhere', async () => {
  const first = await counted((req) => req.socket.destroy())
  const second = await counted((_, res) => res.end('yes'))
  const wire = reach(first.url, second.url)
  const error: unknown = await wire.send(post).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(UnreachableError)
  expect(error).toMatchObject({ url: first.url, cause: { code: 'ECONNRESET' } })
  expect([first.arrived, second.arrived]).toEqual([['POST /play {}'], []])
  await wire.send(post)
  expect(second.arrived).toEqual(['POST /play {}'])
})

test('a read goes on to the next address even if it has arrived', async () => {
  const first = await counted((req) => req.socket.destroy())
  const second = await counted((_, res) => res.end('yes'))
  expect(await reach(first.url, second.url).send(get)).toEqual({ status: 200, text: 'yes' })
  expect(first.arrived).toHaveLength(1)
})

test('a body in pieces is created again for the next address', async () => {
  const node = await counted((_, res) => res.end('yes'))
  const body = {
    async *[Symbol.asyncIterator]() {
      yield 'one '
      yield 'two'
    },
  }
  await reach(await nowhere(), node.url).send({ ...post, body })
  expect(node.arrived).toEqual(['POST /play one two'])
})

test('if no address answers, the error has what happened at each', async () => {
  const [one, other] = [await nowhere(), await nowhere()]
  const error: unknown = await reach(one, other)
    .send(post)
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(NoneReachable)
  expect(error).toMatchObject({
    attempts: [one, other].map((url) => ({ url, cause: { code: 'ECONNREFUSED' } })),
  })
})

test('a stream that breaks off is opened at the next address when its node is away', async () => {
  const first = await counted((_, res) => void res.write('one\n'))
  const second = await counted((_, res) => res.end('two\n'))
  const wire = reach(first.url, second.url)
  const open = () => wire.open({ ...get, isFollowed: true }, new AbortController().signal)
  const pieces = (await open()).pieces[Symbol.asyncIterator]()
  expect((await pieces.next()).value).toBe('one\n')
  first.stop()
  await expect(pieces.next()).rejects.toMatchObject({ name: 'UnreachableError', url: first.url })
  expect(await Array.fromAsync((await open()).pieces)).toEqual(['two\n'])
  expect(wire.address()).toBe(second.url)
})

test('an aborted call is not sent anywhere else', async () => {
  const first = await counted(() => {})
  const second = await counted((_, res) => res.end('yes'))
  const ending = new AbortController()
  const reason = new Error('enough')
  const sent = reach(first.url, second.url).send(get, ending.signal)
  while (first.arrived.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  ending.abort(reason)
  await expect(sent).rejects.toBe(reason)
  expect(second.arrived).toEqual([])
})
