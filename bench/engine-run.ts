import { tuneEngine } from '../src/cli/commands/serve/tune-engine.ts'
import { Runtime } from '../src/emulator/runtime.ts'
import { newGame } from '../src/game/game-state.ts'
import { droppingJournal } from './dropping-journal.ts'
import { benchDesign } from './game.ts'
import { createPlayers, playMany, playOnce } from './play.ts'
import { benchGame } from './settings.ts'

/** How many players the game has, and how many plays a burst makes. */
export interface EngineBurst {
  readonly players: number
  readonly plays: number
}

/** Takes players far from one another in memory, so that none is at hand because the last one was. */
const STRIDE = 7919

let populated: Promise<Runtime> | undefined

/** Plays in this process, the journal's line made and summed but kept nowhere; gives the time of a play in µs. */
export async function run({ players, plays }: EngineBurst): Promise<number> {
  const runtime = await (populated ??= populate(players))
  const start = performance.now()
  for (let i = 0; i < plays; i += 1) await playOnce(runtime, (i * STRIDE) % players)
  return ((performance.now() - start) * 1000) / plays
}

/** A game in which everyone has played once: the first play reaches levels and achievements, those after it do not. */
async function populate(players: number): Promise<Runtime> {
  tuneEngine()
  const runtime = new Runtime({
    state: newGame('staging'),
    design: benchDesign(),
    journal: droppingJournal(),
    game: { ...benchGame, created: 0 },
    zoneOffset: () => 0,
    machineNow: Date.now,
    designOf: async () => benchDesign(),
    onEntry: () => {},
  })
  await createPlayers(runtime, players)
  await playMany(runtime, players, (i) => i)
  return runtime
}
