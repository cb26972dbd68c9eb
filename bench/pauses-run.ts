import { openEmulator } from '../src/emulator/emulator.ts'
import type { Runtime } from '../src/emulator/runtime.ts'
import { watchLoop, type LoopPauses } from './loop-watch.ts'
import { newestSnapshot } from './newest-snapshot.ts'
import { playOnce } from './play.ts'
import { benchSettings } from './settings.ts'

/** How long the loop was held up while snapshots were written, in ms. */
export interface Pauses extends LoopPauses {
  readonly plays: number
  readonly snapshotMs: number
}

export interface PausesInput {
  readonly directory: string
  readonly players: number
}

const CALLERS = 32
const STRIDE = 7919

/** A snapshot is written after so many plays. */
const PLAYS_BEFORE = 5000

/** Plays until a snapshot has been written meanwhile. */
export async function run({ directory, players }: PausesInput): Promise<Pauses> {
  const emulator = await openEmulator(benchSettings(directory, 'batch', { checkpointEntries: PLAYS_BEFORE }))
  await emulator.ready
  const watch = watchLoop()
  const start = performance.now()
  const plays = await playUntil(emulator.runtime('staging'), players, snapshotWritten(directory))
  const snapshotMs = performance.now() - start
  const { longestMs, longestWorkMs, longestCollectionMs, longestDelayMs } = await watch.end()
  await emulator.stop()
  return { longestMs, longestWorkMs, longestCollectionMs, longestDelayMs, plays, snapshotMs }
}

/** Tells whether a snapshot came since it was made; looks at the directory now and then. */
function snapshotWritten(directory: string): () => boolean {
  const before = newestSnapshot(directory)
  let asked = 0
  return () => asked++ % 1000 === 0 && newestSnapshot(directory) !== before
}

/** Has callers play at once, each again when it is answered; gives the number of plays. */
async function playUntil(runtime: Runtime, players: number, isOver: () => boolean): Promise<number> {
  let plays = 0
  let over = false
  const call = async (): Promise<void> => {
    while (!over) {
      plays += 1
      await playOnce(runtime, (plays * STRIDE) % players)
      over ||= isOver()
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, call))
  return plays
}
