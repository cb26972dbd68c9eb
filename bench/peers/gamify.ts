import { openEmulator } from '../../src/emulator/emulator.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { routes } from '../../src/game/routes.ts'
import { startServer } from '../../src/server/server.ts'
import type { Durability } from '../../src/storage/journal.ts'
import { playerId } from '../game.ts'
import { benchSettings } from '../settings.ts'
import type { PeerReady, PeerStart } from './peer.ts'

interface GamifyStart extends Omit<PeerStart, 'answer'> {
  readonly durability: Durability
}

/** What is measured: the whole service over its data directory. */
export async function run({ directory, players, durability }: GamifyStart): Promise<PeerReady> {
  const emulator = await openEmulator(benchSettings(directory, durability))
  await emulator.ready
  const runtime = emulator.runtime('staging')
  const ids = Array.from({ length: players }, (_, i) => playerId(i))
  await Promise.all(ids.map((id) => runtime.execute(createPlayer, { id }, { client: 'bench' })))
  const { port } = await startServer({ emulator, routes, host: '127.0.0.1', port: 0, version: 'bench' })
  return { port }
}
