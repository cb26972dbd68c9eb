import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import type { DataDirectory, EmulatorSettings } from '../../src/emulator/settings.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { dataOn } from '../support/storages.ts'
import { testGame } from '../support/test-game.ts'

/** What a game is opened with, where not the usual. */
type Settings = Pick<EmulatorSettings, 'design'> &
  Partial<Pick<EmulatorSettings, 'durability' | 'freeze' | 'machineNow' | 'now'>> &
  Pick<DataDirectory, 'limits'>

/** When a machine is, whose clock stands still. */
export const START_MS = Date.UTC(2030, 0, 6, 12)

let starts = 0

/**
 * Opens the game on these files, and waits until it is loaded; where that fails, it lets go of them. Each start is another
 * process, and none of the earlier ones runs any more.
 */
export async function openOn(files: FileSystem, { limits, ...settings }: Settings): Promise<Emulator> {
  starts += 1
  const emulator = await openEmulator({
    game: testGame('crash'),
    clients: [],
    program: '0.0.0',
    machineNow: () => START_MS,
    data: { ...dataOn(files, starts), ...(limits && { limits }) },
    ...settings,
  })
  try {
    await emulator.ready
  } catch (error) {
    await emulator.stop().catch(() => {})
    throw error
  }
  return emulator
}
