import type { Runtime } from '../src/emulator/runtime.ts'
import { playOnce } from './play.ts'
import { populated } from './populated.ts'

/** How many players the game has, and how many plays a burst makes. */
export interface EngineBurst {
  readonly players: number
  readonly plays: number
}

/** Takes players far from one another in memory, so that none is at hand because the last one was. */
const STRIDE = 7919

let game: Promise<Runtime> | undefined

/** Plays in this process, the journal's line made and summed but kept nowhere; gives the time of a play in µs. */
export async function run({ players, plays }: EngineBurst): Promise<number> {
  const runtime = await (game ??= populated(players))
  const start = performance.now()
  for (let i = 0; i < plays; i += 1) await playOnce(runtime, (i * STRIDE) % players)
  return ((performance.now() - start) * 1000) / plays
}
