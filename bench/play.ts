import type { Runtime } from '../src/emulator/runtime.ts'
import { playAction } from '../src/game/actions/operations.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { createPlayer } from '../src/game/players/administration.ts'
import { playerId } from './game.ts'

/** What a player sends who plays the measured action. */
export const likeOnce = { action: 'like', count: 1, variables: {}, scopes: [], query: false }

/** So many calls wait for their entries at a time. */
const AT_A_TIME = 256

/** Makes players 0 up to `count`. */
export async function createPlayers(runtime: Runtime, count: number): Promise<void> {
  await inTurn(count, (i) => runtime.execute(createPlayer, { id: playerId(i) }, { client: 'bench' }))
}

/** Plays once for each of the numbers that `playerOf` gives for 0 up to `count`. */
export async function playMany(runtime: Runtime, count: number, playerOf: (i: number) => number): Promise<void> {
  await inTurn(count, (i) => playOnce(runtime, playerOf(i)))
}

/** Has a player play the measured action. */
export function playOnce(runtime: Runtime, player: number): Promise<unknown> {
  return runtime.execute(playAction, likeOnce, { client: 'bench', player: playerId(player) })
}

/** Has a player play the action that gives so many points. */
export function earn(runtime: Runtime, player: number, points: number): Promise<unknown> {
  const earning = { ...likeOnce, action: 'earn', variables: { points } }
  return runtime.execute(playAction, earning, { client: 'bench', player: playerId(player) })
}

/** Makes calls 0 up to `count`, some at a time; one that is refused ends it. */
export async function inTurn(count: number, call: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < count; i += AT_A_TIME) {
    const calls = Array.from({ length: Math.min(AT_A_TIME, count - i) }, (_, j) => call(i + j))
    const refused = (await Promise.all(calls)).find(isFault)
    if (refused) throw new Error(`the measured game refuses: ${JSON.stringify(refused)}`)
  }
}
