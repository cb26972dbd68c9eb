import { randomBytes } from 'node:crypto'
import type { Emulator } from '../../../emulator/emulator.ts'
import { routes } from '../../../game/routes.ts'
import { isEmpty } from '../../../scripts/seed-file.ts'
import type { ServedGame, ServedRuntime } from '../../../server/served-game.ts'
import { startServer } from '../../../server/server.ts'
import { programVersion } from '../../package-root.ts'
import type { ReadSeeds } from '../../read-seeds.ts'
import { seedService } from '../../seed-service.ts'
import type { Log } from './log.ts'

/**
 * Seeds a runtime (default: staging) before any other caller can reach it. The calls go through the normal routes of a
 * temporary server, at a free port of this machine and with a client of its own.
 */
export async function seedRuntime(
  seeds: ReadSeeds,
  emulator: Emulator,
  log: Log,
  cwd: string,
  runtime: () => ServedRuntime = () => emulator.runtime('staging'),
): Promise<void> {
  if (isEmpty(seeds)) return
  const clientId = 'gamify-seed'
  const clientSecret = randomBytes(32).toString('base64url')
  const game = toServedGame(emulator, {
    settings: {
      clients: [{ client_id: clientId, client_secret: clientSecret, runtime: 'staging', type: 'client' }],
      game: emulator.settings.game,
    },
    secret: clientSecret,
    ready: emulator.ready,
    stateNow: () => emulator.state,
    runtime,
  })
  const server = await startServer({
    emulator: game,
    routes,
    host: '127.0.0.1',
    port: 0,
    version: programVersion(),
    onDefect: log.defect,
  })
  try {
    await seedService({ url: server.url, clientId, clientSecret }, seeds, cwd)
  } finally {
    await server.stop()
  }
}

/** Returns the game for callers who must wait until it is seeded. */
export function servedOnceSeeded(emulator: Emulator, seeded: Promise<void>): ServedGame {
  const { settings, secret, revoked } = emulator
  let isSeeded = false
  seeded.then(
    () => (isSeeded = true),
    () => {},
  )
  return toServedGame(emulator, {
    settings,
    secret,
    revoked,
    ready: seeded,
    stateNow: () => (emulator.state === 'ready' && !isSeeded ? 'starting' : emulator.state),
    runtime: (name) => emulator.runtime(name),
  })
}

/** Builds what a server needs from these parts and the rest of the emulator. */
function toServedGame(
  emulator: Emulator,
  {
    stateNow,
    ...parts
  }: Omit<ServedGame, 'loading' | 'state' | 'whole' | 'designs' | 'images'> & {
    readonly stateNow: () => ServedGame['state']
  },
): ServedGame {
  return {
    ...parts,
    get state() {
      return stateNow()
    },
    get loading() {
      const state = stateNow()
      return state === 'starting' || state === 'waiting' ? state : undefined
    },
    whole: (name) => emulator.whole(name),
    get designs() {
      return emulator.designs
    },
    get images() {
      return emulator.images
    },
  }
}
