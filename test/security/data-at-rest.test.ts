import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiClient } from '../../src/auth/clients.ts'
import { contractDesign } from '../contract/game-design.ts'
import { newPlayer, played, send } from '../scenarios/scenario.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { makePlace, type Place } from '../support/storages.ts'

const clients: readonly ApiClient[] = [
  { client_id: 'shop', client_secret: 'what-nobody-else-knows', runtime: 'staging', type: 'client' },
]

let place: Place
let directory: string
let game: TestGame
beforeEach(async () => {
  place = await makePlace('on disk')
  directory = place.data?.directory ?? ''
  // As one that somebody made by hand, whom everybody may look over the shoulder.
  await chmod(directory, 0o755)
  game = await serveGame({ design: contractDesign, clients, ...(place.data && { data: place.data }) })
  for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
  await send(game, played('like', 'neo'))
  await game.request('POST', '/_gamify/snapshots', { body: { name: 'kept' } })
  await game.request('POST', '/v2/logout', { client: 'shop' })
})
afterEach(() => place.remove())

/** All that the game has made. */
async function made(): Promise<readonly string[]> {
  return (await readdir(directory, { recursive: true })).map((name) => join(directory, name))
}

test.skipIf(process.platform === 'win32')(
  'nobody else may read a file of the data directory, or look into a folder',
  async () => {
    const modes = async () =>
      Promise.all((await made()).map(async (path) => [path, (await stat(path)).mode & 0o077] as const))
    const running = await modes()
    await game.stop()
    const paths = [...running, ...(await modes())]
    expect(paths.length).toBeGreaterThan(20)
    // Who else would start a game there is told by the lock who holds it.
    const open = paths.filter(([path, mode]) => mode !== 0 && path !== join(directory, 'lock'))
    expect(open).toEqual([])
  },
)

test('no secret of a client and no token is written down, and nothing that goes out has the secret that signs', async () => {
  const token = await game.token('shop')
  const { text: state } = await game.request('GET', '/_gamify/state', { client: 'shop' })
  const { text: history } = await game.request('GET', '/_gamify/journal', { client: 'shop' })
  const { text: requests } = await game.request('GET', '/_gamify/requests', { client: 'shop' })
  const { secret } = game.emulator
  await game.stop()
  const files: string[] = []
  for (const path of await made()) if ((await stat(path)).isFile()) files.push(await readFile(path, 'latin1'))
  const written = [state, history, requests, ...files]
  for (const hidden of ['what-nobody-else-knows', token])
    expect(written.some((text) => text.includes(hidden))).toBe(false)
  for (const told of [state, history, requests]) expect(told.includes(secret)).toBe(false)
  expect(files.filter((text) => text.includes(secret))).toHaveLength(1)
})
