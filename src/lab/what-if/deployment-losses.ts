import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { counted } from '../../sentences/quantities.ts'
import { inThousands } from '../../terminal/render/progress.ts'

/** The maximum number of entries, and of players, of a game that is compared with each deployment. More take too long. */
const MAX_MENTIONED = 20_000

/** Whether a game is too large to be compared with each deployment. */
export const isTooLarge = (entries: number, players: number): boolean => Math.max(entries, players) > MAX_MENTIONED

/** Says that a game is not compared with a deployment because it is too large. `command` compares it. */
export const tooLargeText = (command: string): string =>
  `the recorded plays are not compared with this design, because the game has more than ${inThousands(MAX_MENTIONED)} entries or players; to compare them, run ${command}`

/** Says that a deployment could not be compared with the recorded plays. */
export const failureText = (error: unknown): string =>
  `the recorded plays could not be compared with this design: ${error instanceof Error ? error.message : String(error)}`

/** Says how many players would have lost something; undefined if none would have. `command` shows more of it. */
export function lossesText(players: number, command: string): string | undefined {
  if (players === 0) return undefined
  const who = `${counted(players, 'player', 'players')} would have a lower level, or lack an item or an ended process`
  return `if all recorded plays had been made under this design, ${who}; run ${command}`
}

/** How long passing an export on rests, as a multiple of the time for which it works. */
const REST = 2

/** What the thread is given: the export in pieces, then the game. */
export type LossesMessage = { readonly text: string } | { readonly game: GameInfo }

/** The built thread, beside the bundle of the program. */
const BUILT_WORKER = 'losses-worker.cjs'

function workerFile(): string | URL {
  const built = join(import.meta.dirname, BUILT_WORKER)
  return existsSync(built) ? built : new URL('losses-worker.ts', import.meta.url)
}

/**
 * Counts losses as `deploymentLosses` does, in a thread, so that this one only passes the export on. Undefined if `signal`
 * aborts, which ends the thread. Rejects with what kept the thread from counting.
 */
export async function lossesInThread(
  texts: AsyncIterable<string>,
  game: GameInfo,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (signal.aborted) return undefined
  const worker = new Worker(workerFile())
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)))
  // The failure of a thread that ends before the whole export is passed on is seen below.
  promise.catch(() => {})
  const end = (): void => resolve(undefined)
  signal.addEventListener('abort', end)
  try {
    let begin = performance.now()
    for await (const text of texts) {
      if (signal.aborted) return undefined
      if (text !== '') worker.postMessage({ text } satisfies LossesMessage)
      // Rests longer than it works, because a play takes several turns of the loop and waits for the export in each.
      await setTimeout(REST * (performance.now() - begin))
      begin = performance.now()
    }
    worker.postMessage({ game } satisfies LossesMessage)
    return await promise
  } finally {
    signal.removeEventListener('abort', end)
    await worker.terminate()
  }
}
