import type { Emulator } from '../../../emulator/emulator.ts'
import { firstState } from '../../../project/design-state.ts'
import { isEmpty } from '../../../scripts/seed-file.ts'
import type { Server } from '../../../server/server.ts'
import { showProgress } from '../../render/progress.ts'
import type { Shell } from '../../shell.ts'
import type { Served } from './environment.ts'
import { openGame, untilReady } from './game.ts'
import { openHttps } from './https.ts'
import { takeImages } from './images.ts'
import { keepTogether, type LiveFiles } from './live.ts'
import { requireAddress, serveGame } from './listening.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { seedsOfReset } from './reset-seeds.ts'
import { bringIn } from './seeding.ts'
import { tuneEngine } from './tune-engine.ts'

/** A game that is served, its state loaded. */
export interface Serving extends Served {
  readonly emulator: Emulator
  /** Keeps the game and the files of its design together from now on. */
  followFiles(): Promise<void>
}

/** Serves what is planned for as long as `use` takes; then answers what is under way, and lets go of everything. Spec 6.3. */
export async function whileServed<T>(
  plan: ServePlan,
  shell: Shell,
  log: Log,
  use: (serving: Serving) => Promise<T>,
): Promise<T> {
  tuneEngine()
  await requireAddress(plan, shell)
  const emulator = await openGame(plan, shell, log)
  try {
    return await serveOpened(plan, emulator, log, shell, use)
  } finally {
    await emulator.stop()
  }
}

/** Seeds come before anybody can call; else calls are heard while the state is loaded, and told to wait. */
async function serveOpened<T>(
  plan: ServePlan,
  emulator: Emulator,
  log: Log,
  shell: Shell,
  use: (serving: Serving) => Promise<T>,
): Promise<T> {
  if (!isEmpty(plan.seeds)) await untilReady(emulator)
  await bringIn(plan.seeds, emulator, log, shell.io.cwd)
  const { directory } = plan.design.reader
  let live: LiveFiles | undefined
  const known = firstState(plan.design.look)
  const https = await openHttps(plan, log, shell)
  let server: Server | undefined
  try {
    server = await serveGame(plan, emulator, log, {
      identity: https?.identity,
      designFiles: () => ({ directory, ...(live?.state ?? known) }),
      seeds: seedsOfReset(plan, emulator, log, shell),
    })
    https?.renewFor(server)
    await showProgress(shell, 'loading the game', untilReady(emulator))
    const images = await takeImages(plan, emulator, log, shell)
    await emulator.announce(server.url)
    const followFiles = async (): Promise<void> => {
      live = await keepTogether(plan, emulator, images, log, shell)
    }
    return await use({ emulator, url: server.url, authority: https?.authority, followFiles })
  } finally {
    // What the last answers have changed is written back still.
    await server?.stop()
    await live?.close()
    await https?.close()
  }
}
