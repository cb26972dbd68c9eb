import { turns } from '../../src/async/turns.ts'
import { recoverState } from '../../src/emulator/checkpoints/recovery.ts'
import { stateParts } from '../../src/emulator/checkpoints/state-parts.ts'
import { CoverageCounts } from '../../src/emulator/coverage-counts.ts'
import { Runtime } from '../../src/emulator/runtime.ts'
import { PlayCount } from '../../src/emulator/session/play-count.ts'
import { keepTimeline, type RuntimeWorld } from '../../src/emulator/time-travel/kept-timeline.ts'
import { zoneOffset } from '../../src/emulator/zone.ts'
import type { Design } from '../../src/game/design/design.ts'
import type { Deployed } from '../../src/game/design/issue.ts'
import { setSeed } from '../../src/game/design/run.ts'
import { newGame, type GameState, type RuntimeName } from '../../src/game/game-state.ts'
import type { Fault } from '../../src/game/kernel/fault.ts'
import { followBoards } from '../../src/game/leaderboards/follow.ts'
import { memoryBoardArchive, type BoardArchive } from '../../src/storage/board-archive.ts'
import type { Checkpoint, CheckpointPart } from '../../src/storage/checkpoint.ts'
import { designHash } from '../../src/storage/designs.ts'
import type { Journal } from '../../src/storage/journal.ts'
import { memoryStore } from '../../src/storage/memory-store.ts'
import type { BoardStorage, RuntimeStore } from '../../src/storage/runtime-store.ts'
import { designOf } from './design-parts.ts'
import { START_MS } from './game-run.ts'
import { testGame } from './test-game.ts'

/** What a runtime runs before it is told what to run. */
const nothing = designOf({})

/** The time zone of games in memory. */
export const ZONE = 'Europe/Berlin'

/** Newcomers ask to join, or have an invitation. */
export const gameInfo = { ...testGame('memory'), access: 'PROTECTED', timezone: ZONE, created: START_MS } as const

/** A runtime over a store in memory, whose machine's clock stands where the test puts it. */
export interface MemoryGame {
  readonly runtime: Runtime
  readonly store: RuntimeStore
  /** That of the timeline in force. */
  readonly journal: Journal
  readonly machine: { ms: number }
  /** The designs that it may run. */
  readonly designs: readonly Design[]
  /** What its boards are kept in, which a start finds again. */
  readonly boards: BoardStorage
  /** What went wrong in the background. */
  readonly warnings: string[]
}

const designsByHash = (designs: readonly Design[]): ReadonlyMap<string, Design> =>
  new Map(designs.map((each) => [hashOf(each), each]))

const hashOf = (design: Design): string => designHash(JSON.stringify(design.source))

/** A new game which runs the first of the designs. */
export async function newMemoryGame(
  designs: readonly Design[],
  seed: string,
  runtime: RuntimeName = 'staging',
): Promise<MemoryGame> {
  const game = await open(newGame(runtime), memoryStore(), { ms: START_MS }, designs)
  await game.runtime.run(setSeed, { seed })
  await deployTo(game, 0)
  return game
}

/** Lets a game run another of its designs. */
export async function deployTo({ runtime, designs }: MemoryGame, which: number): Promise<Fault | Deployed> {
  const design = designs[which]
  if (!design) throw new Error(`a game of ${designs.length} designs has none at ${which}`)
  return runtime.deploy(design, hashOf(design), `v${which + 1}`)
}

/**
 * The game as a start finds it again: from a snapshot, where there is one, and the journal after it. Its finished
 * periods are a copy, for a game removes the files that it does not name, and only one game ever has them.
 */
export async function recovered(game: MemoryGame, snapshot?: Checkpoint): Promise<MemoryGame> {
  const markUnusable = (_: Checkpoint, why: string): never => {
    throw new Error(`the snapshot is no use: ${why}`)
  }
  const origin = { checkpoints: snapshot ? [snapshot] : [], journal: game.journal, markUnusable }
  const kept = designsByHash(game.designs)
  const { state } = await recoverState(game.runtime.name, origin, async (replayed) =>
    followBoards(replayed, kept.get(replayed.design) ?? nothing, zoneOffset(ZONE)),
  )
  const { store, journal } = game
  const boards = { ...game.boards, archive: await copied(game.boards.archive) }
  return open(state, store, { ...game.machine }, game.designs, { ...store.live, journal, boards })
}

/** A new game of the same designs, at another machine, which takes what the game decides when it is told to. */
export async function newFollower(game: MemoryGame): Promise<{ readonly game: MemoryGame; catchUp(): Promise<void> }> {
  const machine = { ms: game.machine.ms }
  const follower = await open(newGame(game.runtime.name), memoryStore(), machine, game.designs)
  return {
    game: follower,
    async catchUp() {
      machine.ms = game.machine.ms
      for await (const line of game.journal.read(follower.journal.lastSeq + 1))
        await (
          await follower.runtime.take(line)
        ).stored
    },
  }
}

async function copied(archive: BoardArchive): Promise<BoardArchive> {
  const copy = memoryBoardArchive()
  const periods = (await archive.list()).map((name) => ({ name, parts: archive.read(name) }))
  for (const { name, parts } of periods) await copy.write(name, parts)
  return copy
}

/**
 * Takes hold of the state as it is now. What this gives makes the snapshot of it, through its JSON and its bytes, and
 * may be called much later: parts are made while the game goes on.
 */
export function beginSnapshot({ runtime: { state } }: MemoryGame): () => Checkpoint {
  const { seq } = state
  const parts = stateParts(state)
  return () => {
    const written = [...parts].map(throughStorage)
    return { path: 'memory', generation: 1, seq, parts: () => each(written) }
  }
}

function throughStorage(part: CheckpointPart): CheckpointPart {
  if ('bytes' in part) return { name: part.name, bytes: part.bytes.slice() }
  return JSON.parse(JSON.stringify(part)) as CheckpointPart
}

async function* each<T>(parts: readonly T[]): AsyncGenerator<T> {
  yield* parts
}

async function open(
  state: GameState,
  store: RuntimeStore,
  machine: { ms: number },
  designs: readonly Design[],
  storage = store.live,
): Promise<MemoryGame> {
  const warnings: string[] = []
  const kept = designsByHash(designs)
  const inTurn = turns(1)
  const world: RuntimeWorld = {
    name: state.runtime,
    store,
    game: gameInfo,
    zoneOffset: zoneOffset(ZONE),
    machineNow: () => machine.ms,
    designOf: async (hash) => kept.get(hash) ?? nothing,
    coverage: new CoverageCounts(),
    plays: new PlayCount(),
    warn: (message) => void warnings.push(message),
    makeLive: async () => {},
    withoutDeployments: (task) =>
      inTurn(() => task((hash) => `v${designs.findIndex((each) => hashOf(each) === hash) + 1}`)),
  }
  const runtime = new Runtime(world, await keepTimeline(world, { state, from: undefined, storage }))
  runtime.started()
  return {
    runtime,
    store,
    machine,
    designs,
    warnings,
    get journal() {
      return store.live.journal
    },
    get boards() {
      return store.live.boards
    },
  }
}
