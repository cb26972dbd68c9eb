import { openEmulator } from '../src/emulator/emulator.ts'
import type { Runtime } from '../src/emulator/runtime.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { readBoard } from '../src/game/leaderboards/operations.ts'
import type { Durability } from '../src/storage/journal.ts'
import { benchDesign, benchSource, boardlessDesign, playerId } from './game.ts'
import { watchLoop, type LoopPauses, type Span } from './loop-watch.ts'
import { median } from './paired.ts'
import { playOnce } from './play.ts'
import type { Population } from './population.ts'
import { benchSettings } from './settings.ts'

/** How it went to add boards to a game that is played, times in ms. */
export interface BoardAddition extends LoopPauses {
  /** From the new design to the first answer of each board. */
  readonly readyMs: number
  /** The longest wait of a play meanwhile: in all, and less the garbage collection within it. */
  readonly longestPlayMs: number
  readonly longestPlayOfOursMs: number
  readonly medianPlayMs: number
  readonly plays: number
}

const CALLERS = 4
const STRIDE = 7919
/** Plays before anything is added, so that none is slow because it is the first. */
const WARM_PLAYS = 2000

/** A population, and whether plays wait for the disk. */
interface AdditionOrder extends Population {
  readonly durability: Durability
}

/**
 * Adds the boards to a game with a history while it is played, and reads each as soon as it can be read. A game that has
 * them loses them first.
 */
export async function run({ directory, players, durability }: AdditionOrder): Promise<BoardAddition> {
  const emulator = await openEmulator(benchSettings(directory, durability, {}, boardlessDesign()))
  await emulator.ready
  const runtime = emulator.runtime('staging')
  const playing = startPlaying(runtime, players)
  await playing.played(WARM_PLAYS)
  const watch = watchLoop()
  const start = performance.now()
  await emulator.designs.takeFromFiles(benchDesign())
  await Promise.all(benchSource.leaderboards.map(({ id, cycles }) => readOnce(runtime, id, cycles[0])))
  const end = performance.now()
  const spans = (await playing.end()).filter((span) => span.end >= start)
  const { withoutCollections, ...pauses } = await watch.end()
  await emulator.stop()
  const longest = (msOf: (span: Span) => number): number => spans.reduce((most, span) => Math.max(most, msOf(span)), 0)
  return {
    ...pauses,
    readyMs: end - start,
    longestPlayMs: longest((span) => span.end - span.start),
    longestPlayOfOursMs: longest(withoutCollections),
    medianPlayMs: median(spans.map((span) => span.end - span.start)),
    plays: spans.length,
  }
}

async function readOnce(runtime: Runtime, board: string, cycle: string | undefined): Promise<void> {
  const entity = playerId(0)
  const input = {
    board,
    cycle,
    entity,
    relative: false,
    player: undefined,
    timestamp: undefined,
    merge: [],
    detailed: false,
    team: undefined,
    scope: undefined,
    sort: 'descending',
    skip: 0,
    limit: 10,
    radius: 5,
  } as const
  const page = await runtime.execute(readBoard, input, { client: 'bench', player: entity })
  if (isFault(page) || page.data.length === 0)
    throw new Error(`the board '${board}' is answered with ${JSON.stringify(page)}`)
}

/** Has callers play, each again when it is answered, until `end` is called, which gives when each play was under way. */
function startPlaying(runtime: Runtime, players: number) {
  const spans: Span[] = []
  let begun = 0
  let over = false
  const call = async (): Promise<void> => {
    while (!over) {
      begun += 1
      const start = performance.now()
      await playOnce(runtime, (begun * STRIDE) % players)
      spans.push({ start, end: performance.now() })
    }
  }
  const callers = Promise.all(Array.from({ length: CALLERS }, call))
  return {
    async played(count: number): Promise<void> {
      while (spans.length < count) await new Promise(setImmediate)
    },
    async end(): Promise<readonly Span[]> {
      over = true
      await callers
      return spans
    },
  }
}
