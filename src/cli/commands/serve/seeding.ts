import { randomBytes } from 'node:crypto'
import { createClient } from '../../../client/client.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import { routes } from '../../../game/routes.ts'
import type { SeedPlayer } from '../../../scripts/seed-file.ts'
import { seedPlayers } from '../../../scripts/seed.ts'
import { startServer } from '../../../server/server.ts'
import { programVersion } from '../../package-root.ts'
import { errorInWords } from '../../service.ts'

/**
 * Brings players in before anybody else can call: through the routes as all others, but at a free address of this
 * machine and with a client of its own, both gone when it is done.
 */
export async function bringIn(players: readonly SeedPlayer[], emulator: Emulator): Promise<void> {
  if (players.length === 0) return
  const secret = randomBytes(32).toString('base64url')
  const account = { client_id: 'gamify-seed', client_secret: secret, runtime: 'staging', type: 'client' } as const
  const game = {
    settings: { clients: [account] },
    secret,
    state: 'ready',
    ready: emulator.ready,
    runtime: () => emulator.runtime('staging'),
  } as const
  const server = await startServer({ emulator: game, routes, host: '127.0.0.1', port: 0, version: programVersion() })
  const client = createClient({ url: server.url, clientId: account.client_id, clientSecret: secret })
  try {
    await seedPlayers(client, players)
  } catch (error) {
    throw await errorInWords(error, client)
  } finally {
    await client.close()
    await server.stop()
  }
}
