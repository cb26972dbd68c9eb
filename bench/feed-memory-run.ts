import { openEmulator } from '../src/emulator/emulator.ts'
import { memoryInUse } from './memory-in-use.ts'
import { createPlayers, playMany } from './play.ts'
import { benchSettings } from './settings.ts'

const PLAYERS = 1000

export interface FeedMemory {
  readonly directory: string
  readonly plays: number
}

/** Plays, each an event in the player's feed, and gives how much memory grew for one; needs `--expose-gc`. */
export async function run({ directory, plays }: FeedMemory): Promise<number> {
  const emulator = await openEmulator(benchSettings(directory, 'off'))
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await createPlayers(runtime, PLAYERS)
  const playAll = (count: number): Promise<void> => playMany(runtime, count, (i) => i % PLAYERS)
  await playAll(20 * PLAYERS)
  const [eventsBefore, bytesBefore] = [runtime.state.feeds.size, memoryInUse()]
  await playAll(plays)
  const bytes = memoryInUse() - bytesBefore
  const events = runtime.state.feeds.size - eventsBefore
  await emulator.stop()
  return bytes / events
}
