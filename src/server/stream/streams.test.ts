import { once } from 'node:events'
import { createServer, ServerResponse, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { fakeGame } from '../../../test/support/fake-game.ts'
import { exchange } from '../../../test/support/fake-server.ts'
import { createAuth } from '../../auth/auth.ts'
import { nodeCall, splitAddress } from '../node-call.ts'
import { OpenStreams, StreamSlots } from './open-streams.ts'
import { Streams } from './streams.ts'

test.each([
  ['GET /?EIO=4&transport=polling', ''],
  ['GET /?EIO=4&transport=websocket', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
])('a server that stops closes the connection of who asks for a stream (%s)', async (head, headers) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const slots = new StreamSlots()
  const game = fakeGame()
  const streams = new Streams({
    game,
    auth: createAuth({ clients: [], secret: game.secret }),
    open: new OpenStreams(signal),
    slots,
    stopping: signal,
    faultFor: (error) => expect.fail(String(error)),
  })
  const callOf = (req: IncomingMessage, res: ServerResponse) =>
    nodeCall(req, res, { ...splitAddress(req.url ?? ''), params: {} }, signal)
  const [polled] = streams.endpoints()
  const http = createServer((req, res) => void polled?.endpoint(callOf(req, res)))
  http.on('upgrade', (req, socket, rest) => {
    void streams.upgrade(callOf(req, new ServerResponse(req)), req, socket as Socket, rest)
  })
  await once(http.listen(0, '127.0.0.1'), 'listening')
  stopping.abort()
  const bytes = `${head} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
  const { text, closed } = await exchange((http.address() as AddressInfo).port, bytes, 5_000)
  expect({ text, closed, full: slots.full() }).toEqual({ text: '', closed: true, full: undefined })
  http.close()
})
