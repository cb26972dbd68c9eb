import { openEmulator } from '../src/emulator/emulator.ts'
import type { Runtime } from '../src/emulator/runtime.ts'
import { createPlayers, playMany } from './play.ts'
import { benchSettings } from './settings.ts'

/** A game to be made in a data directory. */
export interface Population {
  readonly directory: string
  readonly players: number
}

/** Small, so that all of the journal that the last snapshots cover is let go of. */
const SEGMENT_BYTES = 4 << 20

/**
 * Makes a game with players of three scores each, in a snapshot and with next to no journal: what is measured later is
 * the way from the snapshot.
 */
export async function run({ directory, players }: Population): Promise<number> {
  await inGame(directory, (runtime) => createPlayers(runtime, players))
  // A second snapshot: history is let go of only as far as two of them cover it.
  await inGame(directory, (runtime) => playMany(runtime, 1, () => 0))
  return players
}

async function inGame(directory: string, use: (runtime: Runtime) => Promise<void>): Promise<void> {
  const settings = benchSettings(directory, 'off', { segmentBytes: SEGMENT_BYTES })
  const emulator = await openEmulator({ ...settings, keepMs: 0 })
  await emulator.ready
  await use(emulator.runtime('staging'))
  await emulator.stop()
}
