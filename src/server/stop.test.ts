import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeServer } from '../../test/support/fake-server.ts'
import { timed } from '../../test/support/timed.ts'
import { ListenError, openFront } from './server.ts'

const play = '/v2/runtime/actions/like/play?player_id=neo'

describe('a server that stops', () => {
  test('closes idle connections at once, new and used ones', async () => {
    const { url, port, stop } = await fakeServer()
    const fresh = connect(port, '127.0.0.1')
    await once(fresh, 'connect')
    await (await fetch(`${url}/_gamify/health`)).text()
    expect(await timed(stop())).toBeLessThan(2_000)
  })

  test('answers what is under way, and no connection is open when it has', async () => {
    const { game, call, stop } = await fakeServer({ noAuth: true })
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    game.execute = async () => {
      begin()
      await gate
      return { done: true }
    }
    const reply = call(`POST ${play}`, {})
    await begun
    const stopped = stop()
    setTimeout(release, 50)
    expect(await reply).toMatchObject({ status: 200, body: { done: true } })
    expect(await timed(stopped)).toBeLessThan(2_000)
  })

  test('accepts no new connections', async () => {
    const { url, stop } = await fakeServer()
    await stop()
    await expect(fetch(`${url}/_gamify/health`)).rejects.toThrow()
  })

  test('ends a history that is followed', async () => {
    const { url, stop } = await fakeServer({ noAuth: true })
    const response = await fetch(`${url}/_gamify/journal?follow=true`)
    const text = response.text()
    expect(await timed(stop())).toBeLessThan(2_000)
    expect(await text).toBe('')
  })

  /** Begins a call whose body never comes whole; what it is answered, once its connection has ended. */
  function callWithoutEnd(port: number, path: string): Promise<string> {
    const slow = connect(port, '127.0.0.1')
    slow.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{`)
    let text = ''
    slow.on('data', (chunk) => (text += chunk.toString()))
    slow.on('error', () => {})
    return new Promise((resolve) => slow.on('close', () => resolve(text)))
  }

  test('waits a while for bodies that arrive at a front, because its calls do not fail when others serve it', async () => {
    const front = await openFront('127.0.0.1', 0)
    onTestFinished(() => front.close())
    const { token, stop } = await fakeServer({ front })
    const path = `${play}&access_token=${await token()}`
    const [slow, endless] = [connect(front.port, '127.0.0.1'), callWithoutEnd(front.port, path)]
    slow.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{`)
    // Both have arrived when this is answered.
    await (await fetch(`${front.url}/_gamify/health`)).text()
    const stopped = stop()
    setTimeout(() => slow.write('}'), 100)
    let text = ''
    for await (const piece of slow) text += String(piece)
    expect(text).toMatch(/^HTTP\/1.1 200 /)
    await stopped
    expect(await endless).toContain('does not wait for the request body')
  })

  /** What was written to the server before has arrived when calls that were made after it are answered. */
  async function arrived(url: string): Promise<void> {
    for (let turn = 0; turn < 2; turn += 1) await (await fetch(`${url}/_gamify/health`)).text()
  }

  test.each([
    ['/auth/token', '503 .*"error":"storage_failed".*The emulator is stopping'],
    [play, '503 .*"error":"storage_failed".*The emulator is stopping'],
    [play.replace('like', 'li%6be'), '503 .*"error":"storage_failed".*The emulator is stopping'],
    ['/v2/runtime/nothing', '404 .*"error":"route_not_found"'],
    ['/v2/runtime/nothi%6eg', '404 .*"error":"route_not_found"'],
  ])('ends a call whose body never comes whole, and its connection (%s)', async (path, answer) => {
    const { url, port, stop } = await fakeServer({ noAuth: true })
    const answered = callWithoutEnd(port, path)
    await arrived(url)
    expect(await timed(stop())).toBeLessThan(2_000)
    expect(await answered).toMatch(new RegExp(`^HTTP/1\\.1 ${answer}`, 's'))
  })

  test('answers a call that came whole, however many others never do', async () => {
    const { game, url, port, call, stop } = await fakeServer({ noAuth: true })
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    game.execute = async () => {
      await gate
      return { done: true }
    }
    const reply = call(`POST ${play}`, {})
    const others = Array.from({ length: 20 }, () => callWithoutEnd(port, play))
    await arrived(url)
    const stopped = stop()
    for (const other of others) expect(await other).toMatch(/^HTTP\/1\.1 503 /)
    release()
    expect(await reply).toMatchObject({ status: 200, body: { done: true } })
    expect(await timed(stopped)).toBeLessThan(2_000)
  })

  test('waits for a caller that never finishes the head of its request, but not for ever', async () => {
    const { port, stop } = await fakeServer()
    const slow = connect(port, '127.0.0.1', () =>
      slow.write('POST /auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Le'),
    )
    slow.on('error', () => {})
    await once(slow, 'connect')
    await new Promise((resolve) => setTimeout(resolve, 50))
    const ms = await timed(stop())
    expect(ms).toBeGreaterThan(2_000)
    expect(ms).toBeLessThan(4_500)
  }, 10_000)

  test('can be told so twice', async () => {
    const { stop } = await fakeServer()
    await Promise.all([stop(), stop()])
  })
})

test('a port in use is told with its number', async () => {
  const { port } = await fakeServer()
  const second = fakeServer({ port })
  await expect(second).rejects.toThrow(ListenError)
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE', host: '127.0.0.1', port })
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['localhost', 'http://localhost:'],
  ['0.0.0.0', 'http://127.0.0.1:'],
])('listening on %s can be called at %s', async (host, prefix) => {
  const { url, port } = await fakeServer({ host })
  expect(url).toBe(`${prefix}${port}`)
  expect(await fetch(`${url}/_gamify/health`)).toMatchObject({ status: 200 })
})
