import { openEmulator } from '../src/emulator/emulator.ts'
import { benchDesign, boardlessDesign } from './game.ts'
import { memoryInUse } from './memory-in-use.ts'
import { benchSettings } from './settings.ts'

/** How long it took until a game could be played, and what it then holds in memory. */
export interface Recovery {
  readonly ms: number
  readonly bytes: number
}

/** A game in a data directory, which has boards unless it is told that it has not. */
export interface RecoveryInput {
  readonly directory: string
  readonly boards?: boolean
}

/** Opens the game in a data directory; needs `--expose-gc`. */
export async function run({ directory, boards = true }: RecoveryInput): Promise<Recovery> {
  const settings = benchSettings(directory, 'batch', {}, boards ? benchDesign() : boardlessDesign())
  const before = memoryInUse()
  const start = performance.now()
  const emulator = await openEmulator(settings)
  await emulator.ready
  const ms = performance.now() - start
  const bytes = memoryInUse() - before
  await emulator.stop()
  return { ms, bytes }
}
