import { tuneV8 } from '../src/cli/commands/serve/v8-flags.ts'
import { CoverageCounts } from '../src/emulator/coverage-counts.ts'
import { Runtime } from '../src/emulator/runtime.ts'
import type { EntryWatcher } from '../src/emulator/session/entry-watcher.ts'
import { PlayCount } from '../src/emulator/session/play-count.ts'
import { keepTimeline, type RuntimeWorld } from '../src/emulator/time-travel/kept-timeline.ts'
import { newGame } from '../src/game/game-state.ts'
import { memoryStore } from '../src/storage/memory-store.ts'
import { droppingJournal } from './dropping-journal.ts'
import { benchDesign } from './game.ts'
import { createPlayers, playMany } from './play.ts'
import { benchGame } from './settings.ts'

/**
 * A game in this process in which everyone has played once: the first play reaches levels and achievements, those after it
 * do not. The journal's lines are made and summed, but kept nowhere.
 */
export async function populated(players: number, watcher?: EntryWatcher): Promise<Runtime> {
  tuneV8()
  const store = memoryStore()
  const world: RuntimeWorld = {
    name: 'staging',
    store,
    game: { ...benchGame, created: 0 },
    zoneOffset: () => 0,
    machineNow: Date.now,
    coverage: new CoverageCounts(),
    plays: new PlayCount(),
    watcher,
    designOf: async () => benchDesign(),
    warn: () => {},
    makeLive: async () => {},
    withoutDeployments: (task) => task(() => 'v1'),
  }
  const storage = { ...store.live, journal: droppingJournal() }
  const runtime = new Runtime(world, await keepTimeline(world, { state: newGame('staging'), from: undefined, storage }))
  runtime.started()
  await createPlayers(runtime, players)
  await playMany(runtime, players, (i) => i)
  return runtime
}
