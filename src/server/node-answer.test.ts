import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendAnswer } from './node-answer.ts'

/** Sends `body` to one caller, who is given with the promise of that. */
async function sent(body: AsyncIterable<string>) {
  const { promise, resolve } = Promise.withResolvers<Promise<void>>()
  const http = createServer((_req, res) => resolve(sendAnswer(res, { status: 200, type: 'text/plain', body })))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const caller = connect((http.address() as AddressInfo).port, '127.0.0.1', () =>
    caller.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
  )
  onTestFinished(() => {
    caller.destroy()
    http.close()
  })
  await once(caller, 'readable')
  return { caller, sending: promise }
}

test('a stream is ended, and with it what it holds on to, when the caller goes while more is to be taken', async () => {
  let ended = false
  const endless = async function* () {
    try {
      for (;;) yield 'x'.repeat(1_000_000)
    } finally {
      ended = true
    }
  }
  const { caller, sending } = await sent(endless())
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(ended).toBe(false)
  caller.destroy()
  await sending
  expect(ended).toBe(true)
})

test('a slow caller gets all of a stream, also where letters take more bytes than one', async () => {
  const piece = 'ü'.repeat(40_000)
  const pieces = async function* () {
    for (let i = 0; i < 200; i += 1) yield piece
  }
  const { caller, sending } = await sent(pieces())
  // Meanwhile more is made than the connection holds.
  await new Promise((resolve) => setTimeout(resolve, 200))
  let text = ''
  caller.setEncoding('utf8').on('data', (read: string) => (text += read))
  await sending
  await vi.waitFor(() => expect(text.length).toBeGreaterThanOrEqual(200 * 40_000))
})

test('the head comes before the first text', async () => {
  const { promise: never } = Promise.withResolvers<string>()
  const late = async function* () {
    yield await never
  }
  const { caller } = await sent(late())
  expect(String(caller.read())).toMatch(/^HTTP\/1\.1 200 OK/)
})
