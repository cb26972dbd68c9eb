import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { GameInfo } from '../../game/kernel/game-info.ts'
import { counted } from '../../terminal/render/quantities.ts'
import { labZone } from '../lab-zone.ts'
import { readHistory, type Bytes } from './recorded-history.ts'
import { whatIf } from './what-if.ts'

/** The maximum number of entries that a deployment is compared with by itself. A longer history takes too long. */
export const MAX_MENTIONED = 20_000

/**
 * Counts the players who would have lost something if the last deployment of an exported game had been made before its first
 * entry. 0 if it is the first deployment. Throws BadState. Spec 7.2.
 */
export async function deploymentLosses(bytes: Bytes, game: GameInfo): Promise<number> {
  const history = await readHistory(bytes, game.id)
  const { header, previous, deployed } = history
  if (!previous) return 0
  const { losers } = await whatIf({
    ...history,
    entries: history.entries(),
    runtime: header.runtime,
    deployed: previous,
    design: deployed,
    game,
    zoneOffset: labZone(game.timezone),
    since: { seq: history.first },
  })
  return losers
}

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
 * Does the same in a thread, so that this one only passes the export on. Undefined if the losses cannot be counted, or
 * `signal` aborts, which ends the thread.
 */
export async function lossesInThread(
  texts: AsyncIterable<string>,
  game: GameInfo,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (signal.aborted) return undefined
  const worker = new Worker(workerFile())
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  worker.once('message', resolve)
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => resolve(undefined))
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
