import { tuneEngine } from '../src/cli/commands/serve/tune-engine.ts'
import { memoryBoards } from '../src/emulator/runtime-storage.ts'
import { Runtime } from '../src/emulator/runtime.ts'
import { newGame } from '../src/game/game-state.ts'
import { droppingJournal } from './dropping-journal.ts'
import { benchDesign } from './game.ts'
import { createPlayers, playMany } from './play.ts'
import { benchGame } from './settings.ts'

/**
 * A game in this process in which everyone has played once: the first play reaches levels and achievements, those after it
 * do not. The journal's lines are made and summed, but kept nowhere.
 */
export async function populated(players: number): Promise<Runtime> {
  tuneEngine()
  const runtime = new Runtime({
    state: newGame('staging'),
    design: benchDesign(),
    journal: droppingJournal(),
    game: { ...benchGame, created: 0 },
    zoneOffset: () => 0,
    machineNow: Date.now,
    designOf: async () => benchDesign(),
    boards: memoryBoards(),
    onEntry: () => {},
    warn: () => {},
  })
  await createPlayers(runtime, players)
  await playMany(runtime, players, (i) => i)
  return runtime
}
