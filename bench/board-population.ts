import { openEmulator } from '../src/emulator/emulator.ts'
import { BoardLoad } from './board-load.ts'
import { boardlessDesign } from './game.ts'
import { createPlayers, earn, inTurn } from './play.ts'
import type { Population } from './population.ts'
import { benchSettings } from './settings.ts'

/** Makes a game with players who have earned points that nearly all differ, all of its history, and no board. */
export async function run({ directory, players }: Population): Promise<number> {
  const emulator = await openEmulator(benchSettings(directory, 'off', {}, boardlessDesign()))
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await createPlayers(runtime, players)
  const { scores } = new BoardLoad(players)
  await inTurn(players, (i) => earn(runtime, i, scores[i] ?? 0))
  await emulator.stop()
  return players
}
