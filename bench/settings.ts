import { knownClients } from '../src/auth/clients.ts'
import type { DataDirectory, EmulatorSettings } from '../src/emulator/settings.ts'
import type { Design } from '../src/game/design/design.ts'
import { nodeFileSystem } from '../src/storage/fs.ts'
import type { Durability } from '../src/storage/journal.ts'
import { benchDesign } from './game.ts'

/** What the measured game says of itself. */
export const benchGame = {
  id: 'bench',
  title: 'Bench',
  description: '',
  type: 'custom',
  listed: false,
  access: 'PRIVATE',
  timezone: 'UTC',
  image: 'default-game',
} as const

/** The measured game in a data directory. */
export function benchSettings(
  directory: string,
  durability: Durability,
  limits: DataDirectory['limits'] = {},
  design: Design = benchDesign(),
): EmulatorSettings {
  return {
    game: benchGame,
    clients: knownClients([]),
    program: 'bench',
    data: { files: nodeFileSystem(), directory, limits },
    design,
    durability,
    warn: console.warn,
  }
}
