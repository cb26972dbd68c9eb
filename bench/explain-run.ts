import type { Runtime } from '../src/emulator/runtime.ts'
import { recording } from '../src/emulator/why/recording.ts'
import { playAction } from '../src/game/actions/operations.ts'
import type { GameContext } from '../src/game/game-operation.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { playerId } from './game.ts'
import { likeOnce } from './play.ts'
import { populated } from './populated.ts'
import { benchGame } from './settings.ts'

/** How many plays a burst decides, and whether each is told to an observer. */
export interface ExplainBurst {
  readonly players: number
  readonly plays: number
  readonly observed: boolean
}

let game: Promise<Runtime> | undefined

/** Decides plays and writes none; gives the time of a decision in µs. */
export async function run({ players, plays, observed }: ExplainBurst): Promise<number> {
  const { state, design } = await (game ??= populated(players))
  const { at, seq, chain } = state
  const moment = { at, zoneOffsetMs: 0 }
  const info = { ...benchGame, created: 0 }
  const start = performance.now()
  for (let i = 0; i < plays; i += 1) {
    const caller = { client: 'bench', player: playerId(i % players) }
    const context: GameContext = {
      ...moment,
      seq: seq + 1,
      chain,
      caller,
      game: info,
      design,
      next: undefined,
      recalled: new Map(),
      observer: observed ? recording(moment, design).observer : undefined,
    }
    if (isFault(playAction.decide(state, likeOnce, context))) throw new Error('the measured play is refused')
  }
  return ((performance.now() - start) * 1000) / plays
}
