import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { readBytes } from './incoming-bytes.ts'

const MAX_MS = 20

/** Answers with what it has read of a body; its time is short. */
const server = createServer((req, res) => {
  void readBytes(req, res, { maxBytes: 100, maxMs: MAX_MS }).then((read) => {
    res.shouldKeepAlive = false
    res.end(Buffer.isBuffer(read) ? `read ${read.toString()}` : JSON.stringify(read))
  })
})
afterEach(() => void server.close())

/** What is answered to a body of ten letters of which only some are sent. */
async function answerTo(sent: string): Promise<string> {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n${sent}`)
  return text(socket)
}

test('a body that does not come whole is waited for only so long', async () => {
  expect(await answerTo('half')).toContain(`did not arrive within ${MAX_MS / 1000} seconds`)
})

test('a body that comes with its head is read', async () => {
  expect(await answerTo('ten-letter')).toContain('read ten-letter')
})
