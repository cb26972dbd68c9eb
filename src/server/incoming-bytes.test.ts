import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { readBytes } from './incoming-bytes.ts'

const MAX_MS = 20

/** Answers with what it has read of a body; its time is short. */
const server = createServer((req, res) => {
  void readBytes(req, res, { maxBytes: 100, maxMs: MAX_MS }).then((read) => {
    res.shouldKeepAlive = false
    res.end(Buffer.isBuffer(read) ? `read ${read.toString()}` : JSON.stringify(read))
  })
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  const closed = once(server, 'close')
  server.close()
  // One that waits for ever would keep it open.
  server.closeAllConnections()
  await closed
})

/** What is answered to a body of ten letters of which only some are sent. */
async function answerTo(sent: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n${sent}`)
  return text(socket)
}

test('a body that does not come whole is waited for only so long', { timeout: 5000 }, async () => {
  expect(await answerTo('half')).toContain(`did not arrive within ${MAX_MS / 1000} seconds`)
})

test('a body that comes with its head is read, and no timer set for it', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  expect(await answerTo('ten-letter')).toContain('read ten-letter')
  expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(MAX_MS)
})
