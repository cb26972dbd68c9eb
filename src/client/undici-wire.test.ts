import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { httpWire } from './http-wire.ts'
import { undiciWire } from './undici-wire.ts'

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
  const wire = undiciWire(100)
  const calls = ['/before', '/amid'].map((path) => wire.send({ method: 'GET', url: url + path, headers: {} }))
  for (const call of calls) await expect(call).rejects.toThrow('nothing came for 0.1 s')
  await wire.close()
  server.closeAllConnections()
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
  const wire = undiciWire(100)
  const ending = new AbortController()
  const { status, pieces } = await wire.open({ method: 'GET', url, headers: {} }, ending.signal)
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
