import { CoverageCounts } from '../../src/emulator/coverage-counts.ts'
import { Timeline } from '../../src/emulator/session/timeline.ts'
import type { Design } from '../../src/game/design/design.ts'
import type { GameCommand } from '../../src/game/game-operation.ts'
import { newGame, type RuntimeName } from '../../src/game/game-state.ts'
import type { Journal } from '../../src/storage/journal.ts'
import { memoryBoards } from '../../src/storage/memory-store.ts'
import { START_MS } from './game-run.ts'
import { likes } from './played-game.ts'
import { testGame } from './test-game.ts'

/** The timeline of a new game over this journal, with nothing around it. */
export function timelineOn(
  journal: Journal,
  machine = { ms: START_MS },
  name: RuntimeName = 'staging',
  keptDesign = async (_hash: string): Promise<Design> => likes,
): Timeline {
  return new Timeline({
    state: newGame(name),
    design: likes,
    journal,
    game: { ...testGame('g'), created: 0 },
    zoneOffset: () => 0,
    machineNow: () => machine.ms,
    designOf: keptDesign,
    boards: memoryBoards(),
    coverage: new CoverageCounts(),
    warn: () => {},
  })
}

/** A command whose event nothing knows. */
export const broken: GameCommand<Record<never, never>, undefined> = {
  kind: 'command',
  name: 'test.broken',
  decide: () => ({ events: [{ event: 'party' }], answer: () => undefined }),
}

/** What a promise has come to by now: `waiting`, `answered` or `rejected`. */
export async function standing(promise: Promise<unknown>): Promise<string> {
  let state = 'waiting'
  promise.then(
    () => (state = 'answered'),
    () => (state = 'rejected'),
  )
  await new Promise(setImmediate)
  return state
}
