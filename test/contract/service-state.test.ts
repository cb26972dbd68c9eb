import { afterEach, describe, expect, test } from 'vitest'
import { routes } from '../../src/game/routes.ts'
import { openGame, serve, serveGame, type Reply, type TestGame } from '../support/http.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { bodyFor, documentedRoutes, fill, nameOf, thingsFor, wantedQuery } from './documented-routes.ts'
import { expectError } from './error-case.ts'
import { contractDesign } from './game-design.ts'

const games: TestGame[] = []
afterEach(async () => {
  for (const game of games.splice(0)) await game.stop()
})

async function served(files: SimulatedFileSystem, pid?: number): Promise<TestGame> {
  const game = await serveGame({ design: contractDesign, data: dataOn(files, pid) })
  games.push(game)
  return game
}

const like = (game: TestGame): Promise<Reply> =>
  game.request('POST', '/v2/runtime/actions/like/play', { as: 'neo', body: {} })

const health = async (game: TestGame): Promise<unknown[]> => {
  const { status, body } = await game.request('GET', '/_gamify/health', { client: null })
  return [status, body.status]
}

/** How the probes of an orchestrator are answered. */
const probes = async (game: TestGame): Promise<unknown[]> => {
  const live = await game.request('GET', '/_gamify/live', { client: null })
  const ready = await game.request('GET', '/_gamify/ready', { client: null })
  return [live.status, ready.status, ready.body.status, ready.body.message]
}

const storageFailed = { status: 503, error: 'storage_failed' }

describe.each(['EIO', 'ENOSPC'] as const)('when the journal cannot be written: %s (5.2)', (kind) => {
  test('every call of that runtime is refused until a restart, and nothing acknowledged is lost', async () => {
    const files = new SimulatedFileSystem()
    const game = await served(files)
    await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
    await game.request('POST', '/v2/admin/players', { client: 'gamify-production', body: { id: 'zoe' } })
    expect((await like(game)).status).toBe(200)

    files.fault = { at: files.operations + 1, kind }
    const replies = await Promise.all([like(game), like(game), like(game)])
    for (const reply of replies) expectError(reply, storageFailed)
    expect(files.faulted).toBeDefined()
    expect(await health(game)).toEqual([503, 'storage_failed'])
    const why = 'The staging runtime stopped after a failed write. See the log for the reason, and start gamify again.'
    expect(await probes(game)).toEqual([200, 503, 'storage_failed', why])
    for (const route of documentedRoutes) {
      const path = fill(route.path, thingsFor(route.path))
      const ask = { as: 'neo', body: bodyFor(nameOf(route)), query: wantedQuery }
      const reply = await game.request(route.method, path, ask)
      expectError(reply, storageFailed, nameOf(route))
    }
    for (const path of ['/_gamify/clock', '/_gamify/journal']) {
      expectError(await game.request('GET', path), storageFailed, path)
    }
    expectError(await game.request('PATCH', '/_gamify/clock', { body: { advance: '1d' } }), storageFailed)
    const elsewhere = await game.request('GET', '/v2/runtime/player', { client: 'gamify-production', as: 'zoe' })
    expect(elsewhere.status).toBe(200)

    await game.stop()
    games.length = 0
    const again = await served(files, 2)
    expect(await health(again)).toEqual([200, 'ready'])
    const { body } = await again.request('GET', '/v2/runtime/actions', { as: 'neo' })
    expect(body.find(({ id }: { id: string }) => id === 'like').count).toBe(1)
    expect((await like(again)).status).toBe(200)
  })
})

/** Files on which a design cannot be looked for until they are let go on. */
class SlowFiles extends SimulatedFileSystem {
  readonly gate = Promise.withResolvers<void>()

  override async mkdir(path: string): Promise<void> {
    if (path.endsWith('designs')) await this.gate.promise
    return super.mkdir(path)
  }
}

test('while the state is loaded health says so, and every other call waits for it (6.6, 4.15)', async () => {
  const files = new SlowFiles()
  const emulator = await openGame({ design: contractDesign, data: dataOn(files) })
  const game = await serve(emulator)
  games.push(game)
  expect(await health(game)).toEqual([503, 'starting'])
  expect(await probes(game)).toMatchObject([200, 503, 'starting', expect.stringContaining('loading')])
  let answered = 0
  const calls = [
    game.request('POST', '/v2/admin/players', { body: { id: 'neo' } }),
    game.request('GET', '/v1/game/players'),
    game.request('GET', '/_gamify/clock'),
    game.request('GET', '/_gamify/journal'),
  ].map(async (call) => {
    const { status } = await call
    answered += 1
    return status
  })
  expect(await health(game)).toEqual([503, 'starting'])
  expect(answered).toBe(0)
  files.gate.resolve()
  expect(await Promise.all(calls)).toEqual([200, 200, 200, 200])
  expect(await health(game)).toEqual([200, 'ready'])
  expect(await probes(game)).toEqual([200, 200, 'ready', 'The game answers calls.'])
})

test('a defect is a 500 whose id is in the log, and tells nothing of itself (5.2)', async () => {
  const broken = {
    ...routes[0],
    path: '/runtime/broken',
    present: () => {
      throw new Error('a bug of ours')
    },
  }
  const game = await serveGame({ design: contractDesign }, { routes: [...routes, broken] })
  games.push(game)
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const token = await game.token('gamify-staging')
  const answer = await fetch(`${game.url}/v2/runtime/broken?player_id=neo&access_token=${token}`)
  const body = (await answer.json()) as { error: string; error_description: string }
  expect([answer.status, body.error]).toEqual([500, 'internal_error'])
  expect(game.defects).toMatchObject([
    { method: 'GET', path: '/v2/runtime/broken', error: { message: 'a bug of ours' } },
  ])
  expect(body.error_description).toContain(game.defects[0]?.id)
  expect(JSON.stringify(body)).not.toContain('bug of ours')
  // What comes after it is answered as ever.
  expect((await game.request('GET', '/v2/runtime/player', { as: 'neo' })).status).toBe(200)
})
