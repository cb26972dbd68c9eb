import { createClient } from 'gamify/client'
import { startGame, type Game as TestedGame } from 'gamify/testing'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../src/app.ts'
import type { Game } from '../src/game.ts'

let game: TestedGame
let app: Server
let url: string
beforeEach(async () => {
  game = await startGame({ design: 'design', port: 0 })
  const client = { url: game.url, clientId: 'gamify-staging', clientSecret: 'gamify-dev-secret' }
  app = createApp(createClient<Game>({ ...client, timeoutMs: 2_000, retries: 1 })).listen(0, '127.0.0.1')
  await new Promise((resolve) => app.once('listening', resolve))
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
})
afterEach(async () => {
  app.closeAllConnections()
  await new Promise((resolve) => app.close(resolve))
  await game.stop()
})

const post = async (path: string, body: string): Promise<unknown> =>
  (await fetch(url + path, { method: 'POST', body })).json()

test('a reader begins with the first pages, and rises', async () => {
  expect(await post('/readers/ann/pages', '60')).toEqual({ pages: '60', rank: 'Reader' })
  expect(await post('/readers/ann/pages', '60')).toEqual({ pages: '120', rank: 'Bookworm' })
  expect(await post('/readers/ann/pages', '1')).toEqual({ pages: '121' })
  expect(await (await fetch(`${url}/club`)).json()).toEqual([{ id: 'ann', alias: 'ann' }])
})

test('what is no number of pages is no play', async () => {
  for (const body of ['', '-1', '1.5', 'many']) expect(await post('/readers/ann/pages', body)).toHaveProperty('error')
  expect(await (await fetch(`${url}/club`)).json()).toEqual([])
})

test('the club works while its game does not', async () => {
  await post('/readers/ann/pages', '60')
  await game.stop()
  expect(await post('/readers/ann/pages', '60')).toEqual({})
})
