import type { Runtime } from '../src/emulator/runtime.ts'
import { liveChecks } from './live-checks.ts'
import { playOnce } from './play.ts'
import { populated } from './populated.ts'

/** How many players the game has, how many plays a burst makes, and whether ten checks watch the game. */
export interface EngineBurst {
  readonly players: number
  readonly plays: number
  readonly isWatched?: boolean
}

/** Takes players far from one another in memory, so that none is at hand because the last one was. */
const STRIDE = 7919

let game: Promise<Runtime> | undefined

/** Plays in this process, the journal's line made and summed but kept nowhere; gives the time of a play in µs. */
export async function run({ players, plays, isWatched }: EngineBurst): Promise<number> {
  const runtime = await (game ??= populated(players, isWatched ? liveChecks() : undefined))
  const start = performance.now()
  for (let i = 0; i < plays; i += 1) await playOnce(runtime, (i * STRIDE) % players)
  return ((performance.now() - start) * 1000) / plays
}
