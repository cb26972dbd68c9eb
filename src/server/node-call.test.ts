import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange, fakeServer } from '../../test/support/fake-server.ts'

const path = '/v2/runtime/actions/like/play?player_id=neo'
const LONG_BYTES = 100_000
const long = JSON.stringify({ variables: { x: 'x'.repeat(LONG_BYTES) } })
const head = (length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\ncontent-length: ${length}\r\nexpect: 100-continue\r\n\r\n`

/** Announces a body, and sends none of it. */
async function announcing(port: number): Promise<{ readonly socket: Socket; readonly text: () => string }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  await once(socket, 'connect')
  socket.write(head(long.length))
  return { socket, text: () => text }
}

test('so many long bodies are read at a time; one that goes away gives its turn on, and short ones need none', async () => {
  const { port, url, game } = await fakeServer({ noAuth: true })
  const reading = await Promise.all(Array.from({ length: 64 }, () => announcing(port)))
  // Who is read is told to go on.
  await expect.poll(() => reading.filter(({ text }) => text().includes(' 100 ')).length).toBe(64)
  const next = await announcing(port)
  const short = await fetch(`${url}${path}`, { method: 'POST', body: '{}' })
  expect([short.status, game.runs.length]).toEqual([200, 1])
  const { text: tooLarge } = await exchange(port, head(2_000_000), 5_000)
  expect(tooLarge).toMatch(/^HTTP\/1\.1 413 /)
  expect(next.text()).toBe('')
  reading[0]?.socket.destroy()
  await expect.poll(next.text).toContain(' 100 ')
  next.socket.write(long)
  await expect.poll(next.text).toContain('HTTP/1.1 200 ')
  expect(game.runs[1]?.input).toMatchObject({ body: { variables: { x: 'x'.repeat(LONG_BYTES) } } })
})
