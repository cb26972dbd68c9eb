import { openEmulator } from '../src/emulator/emulator.ts'
import { memoryInUse } from './memory-in-use.ts'
import { benchSettings } from './settings.ts'

/** How long it took until a game could be played, and what it then holds in memory. */
export interface Recovery {
  readonly ms: number
  readonly bytes: number
}

/** Opens the game in a data directory; needs `--expose-gc`. */
export async function run({ directory }: { readonly directory: string }): Promise<Recovery> {
  const settings = benchSettings(directory, 'batch')
  const before = memoryInUse()
  const start = performance.now()
  const emulator = await openEmulator(settings)
  await emulator.ready
  const ms = performance.now() - start
  const bytes = memoryInUse() - before
  await emulator.stop()
  return { ms, bytes }
}
