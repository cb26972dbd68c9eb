import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { exchange, fakeServer, type FakeServer } from '../../test/support/fake-server.ts'
import { PIECE_LENGTH } from './answer.ts'
import type { Defect } from './defect.ts'
import type { ServerOptions } from './server.ts'

const COUNT = 200_000
/** Rows without padding that fill a piece, the first ones being the shortest. */
const ROWS_A_PIECE = Math.ceil(PIECE_LENGTH / '{"id":0,"text":""},'.length)
const path = '/v2/runtime/activity?player_id=neo'
/** The same one, with an escape that only h3 reads. */
const oddPath = path.replace('activity', '%61ctivity')

const get = (target: string, version = '1.1') =>
  `GET ${target} HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n\r\n`

/** A game whose feed is long. Each row tells when it becomes text; row `bad`, where there is one, cannot. */
async function longAnswers(options: { bad?: number; padding?: string } & Partial<ServerOptions> = {}) {
  const { bad, padding = '', ...rest } = options
  const made: { count: number; onRow: () => void } = { count: 0, onRow: () => {} }
  const rows = Array.from({ length: COUNT }, (_, i) => ({
    toJSON: () => {
      made.count += 1
      made.onRow()
      return { id: i, text: i === bad ? 1n : padding }
    },
  }))
  const defects: Defect[] = []
  const server = await fakeServer({
    noAuth: true,
    checkAnswers: false,
    onDefect: (defect) => defects.push(defect),
    ...rest,
  })
  server.game.execute = async () => rows
  return { server, made, defects, rows }
}

const textOf = async ({ url }: FakeServer, target: string) => (await fetch(`${url}${target}`)).text()

/** The most rows that `made` counts between two turns of ours, until `work` is done: those of two turns at the most. */
async function rowsATurn(made: { onRow: () => void }, work: Promise<unknown>): Promise<number> {
  let most = 0
  let inTurn = 0
  made.onRow = () => (most = Math.max(most, ++inTurn))
  let done = false
  void work.finally(() => (done = true))
  while (!done) {
    await new Promise(setImmediate)
    inTurn = 0
  }
  return most
}

describe.each([
  ['the short way', path],
  ['h3', oddPath],
])('a long answer by %s', (_way, target) => {
  test('is the same text, and others have their turn after every piece', async () => {
    const { server, made, rows } = await longAnswers()
    const text = textOf(server, target)
    expect(await rowsATurn(made, text)).toBeLessThanOrEqual(2 * ROWS_A_PIECE)
    expect((await text) === JSON.stringify(rows)).toBe(true)
  })

  test('is made no faster than the caller takes it, and no further when the caller has gone', async () => {
    const { server, made } = await longAnswers({ padding: 'x'.repeat(1_000) })
    const socket = connect(server.port, '127.0.0.1', () => socket.write(get(target)))
    await once(socket, 'readable')
    await expect.poll(() => made.count).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const stuck = made.count
    expect(stuck).toBeLessThan(COUNT / 2)
    socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(made.count).toBeLessThanOrEqual(stuck + ROWS_A_PIECE)
    expect((await fetch(`${server.url}/_gamify/health`)).status).toBe(200)
  })

  test('that fails halfway is told, and broken off', async () => {
    const { server, made, defects } = await longAnswers({ bad: COUNT / 2 })
    const { text, closed } = await exchange(server.port, get(target), 2_000)
    expect(text.slice(0, text.indexOf('\r\n'))).toBe('HTTP/1.1 200 OK')
    expect({ closed, whole: text.endsWith('0\r\n\r\n') }).toEqual({ closed: true, whole: false })
    expect(defects).toMatchObject([{ method: 'GET', path: '/v2/runtime/activity', error: expect.any(TypeError) }])
    expect(made.count).toBeLessThanOrEqual(COUNT / 2 + 1)
    await expect(textOf(server, target)).rejects.toThrow()
  })

  test('has no body for HEAD, and none is made beyond the first piece', async () => {
    const { server, made } = await longAnswers()
    const head = await fetch(`${server.url}${target}`, { method: 'HEAD' })
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' })
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(made.count).toBeLessThanOrEqual(ROWS_A_PIECE)
  })

  test('is followed by others on the same connection', async () => {
    const { server, rows } = await longAnswers()
    const health = '/_gamify/health'
    const first = get(target).replace('Connection: close\r\n', '')
    const { text } = await exchange(server.port, first + get(health), 5_000)
    const [one = '', two] = text.split(/(?=HTTP\/1\.1 )/)
    expect(one.length).toBeGreaterThan(JSON.stringify(rows).length)
    expect(one.endsWith('\r\n0\r\n\r\n')).toBe(true)
    expect(two).toContain('"status":"ready"')
  })
})

describe('to a caller of HTTP 1.0, a long answer', () => {
  test('ends with the connection', async () => {
    const { server, rows } = await longAnswers()
    const { text, closed } = await exchange(server.port, get(path, '1.0'), 5_000)
    expect(closed).toBe(true)
    expect(text).not.toMatch(/transfer-encoding/i)
    expect(text.slice(text.indexOf('\r\n\r\n') + 4) === JSON.stringify(rows)).toBe(true)
  })

  test('that fails halfway ends in a reset, for a mere end would make it whole', async () => {
    const { server } = await longAnswers({ bad: COUNT / 2 })
    const socket = connect(server.port, '127.0.0.1', () => socket.write(get(path, '1.0')))
    socket.resume()
    await expect(once(socket, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })
})

test('an answer of few rows comes in pieces too, where they are huge', async () => {
  const server = await fakeServer({ noAuth: true, checkAnswers: false })
  const rows = Array.from({ length: 20 }, () => 'x'.repeat(1_000_000))
  server.game.execute = async () => rows
  const response = await fetch(`${server.url}${path}`)
  expect(response.headers.get('content-length')).toBeNull()
  expect((await response.text()) === JSON.stringify(rows)).toBe(true)
})

test('an answer of many rows that is no longer than a piece comes whole', async () => {
  const server = await fakeServer({ noAuth: true, checkAnswers: false })
  server.game.execute = async () => Array(1_000).fill('é')
  const response = await fetch(`${server.url}${path}`)
  expect(response.headers.get('content-length')).toBe('5001')
  expect(await response.json()).toHaveLength(1_000)
})

test('a long answer that its row does not describe is found in tests as a short one is', async () => {
  const { server, defects } = await longAnswers({ checkAnswers: true })
  const { status } = await fetch(`${server.url}${path}`)
  expect(status).toBe(500)
  expect(String(defects[0]?.error)).toContain('expected record')
})
