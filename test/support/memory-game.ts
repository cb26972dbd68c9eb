import { recoverState } from '../../src/emulator/recovery.ts'
import { designHash } from '../../src/storage/designs.ts'
import { Runtime } from '../../src/emulator/runtime.ts'
import { stateParts } from '../../src/emulator/state-parts.ts'
import { zoneOffset } from '../../src/emulator/zone.ts'
import type { Design } from '../../src/game/design/design.ts'
import { setSeed } from '../../src/game/design/run.ts'
import { newGame, type GameState } from '../../src/game/game-state.ts'
import { MemoryJournal } from '../../src/storage/memory-journal.ts'
import type { Snapshot, SnapshotPart } from '../../src/storage/snapshot.ts'
import { START_MS } from './game-run.ts'

const ZONE = 'Europe/Berlin'

const info = {
  id: 'memory',
  title: 'Memory',
  description: '',
  type: 'game',
  listed: false,
  access: 'PUBLIC',
  timezone: ZONE,
  image: 'default-game',
  created: START_MS,
} as const

/** A runtime over a journal in memory, whose machine's clock stands where the test puts it. */
export interface MemoryGame {
  readonly runtime: Runtime
  readonly journal: MemoryJournal
  readonly machine: { ms: number }
  /** The designs that it may run. */
  readonly designs: readonly Design[]
}

const hashOf = (design: Design): string => designHash(JSON.stringify(design.source))

/** A new game, in staging, which runs the first of the designs. */
export async function newMemoryGame(designs: readonly Design[], seed: string): Promise<MemoryGame> {
  const game = open(newGame('staging'), new MemoryJournal(), { ms: START_MS }, designs)
  await game.runtime.run(setSeed, { seed })
  await deployTo(game, 0)
  return game
}

/** Lets a game run another of its designs. */
export async function deployTo({ runtime, designs }: MemoryGame, which: number): Promise<void> {
  const design = designs[which]
  if (!design) throw new Error(`a game of ${designs.length} designs has none at ${which}`)
  await runtime.deploy(design, hashOf(design))
}

/** The game as a start finds it again: from a snapshot, where there is one, and the journal after it. */
export async function recovered(game: MemoryGame, snapshot?: Snapshot): Promise<MemoryGame> {
  const passOver = (_: Snapshot, why: string): never => {
    throw new Error(`the snapshot is no use: ${why}`)
  }
  const { state } = await recoverState('staging', {
    snapshots: snapshot ? [snapshot] : [],
    journal: game.journal,
    passOver,
  })
  return open(state, game.journal, { ...game.machine }, game.designs)
}

/**
 * Takes hold of the state as it is now. What this gives makes the snapshot of it, through its JSON and its bytes, and
 * may be called much later: parts are made while the game goes on.
 */
export function beginSnapshot({ runtime: { state } }: MemoryGame): () => Snapshot {
  const { seq } = state
  const parts = stateParts(state)
  return () => {
    const written = [...parts].map(throughStorage)
    return { path: 'memory', generation: 1, seq, parts: () => each(written) }
  }
}

function throughStorage(part: SnapshotPart): SnapshotPart {
  if ('bytes' in part) return { name: part.name, bytes: part.bytes.slice() }
  return JSON.parse(JSON.stringify(part)) as SnapshotPart
}

async function* each<T>(parts: readonly T[]): AsyncGenerator<T> {
  yield* parts
}

function open(
  state: GameState,
  journal: MemoryJournal,
  machine: { ms: number },
  designs: readonly Design[],
): MemoryGame {
  const design = designs.find((each) => hashOf(each) === state.design) ?? designs[0]
  if (!design) throw new Error('a game has no design')
  const runtime = new Runtime({
    state,
    design,
    journal,
    game: info,
    zoneOffset: zoneOffset(ZONE),
    machineNow: () => machine.ms,
    onEntry: () => {},
  })
  return { runtime, journal, machine, designs }
}
