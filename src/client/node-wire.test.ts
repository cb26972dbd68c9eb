import { createServer } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { httpWire } from './create-client.ts'
import { nodeWire } from './node-wire.ts'

test('a wire brings a request to a service over HTTP, and its answer back', async () => {
  const server = createServer((req, res) => {
    if (req.url === '/image') return void res.writeHead(200, { 'content-type': 'image/png' }).end(Uint8Array.of(0, 255))
    void text(req).then((body) => res.writeHead(418).end(`${req.method} ${req.url} ${req.headers.accept} ${body}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = httpWire()
  expect(await wire.send({ method: 'POST', url: `${url}/a?b=c`, headers: { accept: 'y' }, body: 'ü' })).toEqual({
    status: 418,
    text: 'POST /a?b=c y ü',
  })
  expect(await wire.send({ method: 'GET', url, headers: {} })).toEqual({ status: 418, text: 'GET / undefined ' })
  expect(await wire.send({ method: 'GET', url: `${url}/image`, headers: {} })).toEqual({
    status: 200,
    text: '',
    image: Uint8Array.of(0, 255),
  })
  await wire.close()
  await new Promise((resolve) => server.close(resolve))
  await expect(httpWire().send({ method: 'GET', url, headers: {} })).rejects.toThrow('ECONNREFUSED')
})

test('a service that is silent is not waited for, be it before its answer or amid it', async () => {
  const server = createServer((req, res) => {
    if (req.url === '/amid') res.writeHead(200).write('[')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = nodeWire({ maxSilenceMs: 100 })
  const calls = ['/before', '/amid'].map((path) => wire.send({ method: 'GET', url: url + path, headers: {} }))
  for (const call of calls) await expect(call).rejects.toThrow('no data for 0.1 s')
  const open = (path: string) => wire.open({ method: 'GET', url: url + path, headers: {} }, AbortSignal.any([]))
  await expect(open('/before')).rejects.toThrow('no data for 0.1 s')
  await expect(open('/amid').then(({ pieces }) => Array.fromAsync(pieces))).rejects.toThrow('no data for 0.1 s')
  await wire.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('an answer is no longer waited for once that is asked, be it before its answer or amid it', async () => {
  const server = createServer((req, res) => {
    if (req.url === '/amid') res.writeHead(200).write('[')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = httpWire()
  const why = new Error('enough')
  for (const path of ['/before', '/amid']) {
    const ending = new AbortController()
    const call = wire.send({ method: 'GET', url: url + path, headers: {} }, ending.signal)
    setTimeout(() => ending.abort(why), 100)
    await expect(call).rejects.toBe(why)
  }
  await wire.close()
  await new Promise((resolve) => server.close(resolve))
})

test('an answer that goes on is given as it comes, may be silent for long, and ends when it is no longer wanted', async () => {
  const server = createServer((_, res) => {
    res.writeHead(200).write('ü\n')
    // Timers of connections are no finer than a second.
    setTimeout(() => res.write('more'), 1_500)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = nodeWire({ maxSilenceMs: 100 })
  const ending = new AbortController()
  const { status, pieces } = await wire.open({ method: 'GET', url, headers: {}, isFollowed: true }, ending.signal)
  const read: string[] = []
  const reading = (async () => {
    for await (const piece of pieces) {
      read.push(piece)
      if (read.length === 2) ending.abort()
    }
  })()
  await expect(reading).rejects.toThrow('abort')
  expect({ status, read }).toEqual({ status: 200, read: ['ü\n', 'more'] })
  await wire.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a body in pieces goes out as it is made, no faster than the service takes it', async () => {
  const server = createServer((req, res) => {
    // Nobody reads before the sender has had the time to send all, if it would.
    setTimeout(() => void text(req).then((body) => res.end(`${body.length} ${made}`)), 300)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let made = 0
  let madeAhead = 0
  setTimeout(() => (madeAhead = made), 200)
  const pieces = async function* () {
    for (; made < 1000; made += 1) yield 'x'.repeat(64 * 1024)
  }
  const wire = nodeWire({ maxSilenceMs: 100 })
  const answer = await wire.send({ method: 'PUT', url, headers: {}, body: pieces() })
  expect(answer).toEqual({ status: 200, text: `${1000 * 64 * 1024} 1000` })
  expect(madeAhead).toBeGreaterThan(0)
  expect(madeAhead).toBeLessThan(500)
  await wire.close()
  await new Promise((resolve) => server.close(resolve))
})

test('a body that cannot be made is told by its own error, and breaks off', async () => {
  const broken = Promise.withResolvers<void>()
  const server = createServer((req) => req.on('error', () => broken.resolve()).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wire = nodeWire()
  const error = new Error('the file ends here')
  const pieces = async function* () {
    yield 'begun'
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw error
  }
  await expect(wire.send({ method: 'PUT', url, headers: {}, body: pieces() })).rejects.toBe(error)
  await broken.promise
  await wire.close()
  await new Promise((resolve) => server.close(resolve))
})

/** Runs a server that answers each request on a connection by itself, and gives its address until the test ends. */
async function rawServer(answer: (socket: Socket, requests: number) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    let requests = 0
    socket.on('error', () => {})
    socket.on('data', () => answer(socket, (requests += 1)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

test('an answer in another protocol is refused, rather than waited for without end', async () => {
  const url = await rawServer((socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n')
  })
  const wire = nodeWire()
  await expect(wire.send({ method: 'GET', url, headers: {} })).rejects.toThrow('it answered with another protocol')
  await wire.close()
})

test('a connection that does not come about in time is given up before anything is sent', async () => {
  // A server that accepts connections and never answers the greeting of TLS.
  const url = (await rawServer(() => {})).replace('http', 'https')
  const wire = nodeWire()
  const sent = wire.send({ method: 'POST', url, headers: {}, body: '{}', maxConnectMs: 100 })
  await expect(sent).rejects.toMatchObject({ name: 'Unsent', message: 'no connection within 0.1 s' })
  await wire.close()
})

test('a connection that the service closes with its answer is not used again', async () => {
  const url = await rawServer((socket) => socket.end(OK))
  const wire = nodeWire()
  for (let i = 0; i < 20; i += 1)
    expect(await wire.send({ method: 'POST', url, headers: {}, body: '{}' })).toEqual({ status: 200, text: 'ok' })
  await wire.close()
})

test('a read over a connection that the service closes meanwhile is sent again, a write is not', async () => {
  const url = await rawServer((socket, requests) => (requests === 1 ? socket.write(OK) : socket.destroy()))
  const wire = nodeWire()
  for (let i = 0; i < 3; i += 1)
    expect(await wire.send({ method: 'GET', url, headers: {} })).toEqual({ status: 200, text: 'ok' })
  await expect(wire.send({ method: 'POST', url, headers: {}, body: '{}' })).rejects.toThrow('socket hang up')
  await wire.close()
})
