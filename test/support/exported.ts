import { expect } from 'vitest'
import { wholeParts } from '../../src/emulator/checkpoints/whole-state.ts'
import type { HeldGame } from '../../src/emulator/time-travel/held-game.ts'
import { exportState } from '../../src/emulator/transfer/state-export.ts'
import { importState, type ImportedState } from '../../src/emulator/transfer/state-import.ts'
import { wholeRuntime, type WholeRuntime } from '../../src/emulator/transfer/whole-runtime.ts'
import { zoneOffset } from '../../src/emulator/zone.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { ReadView } from '../../src/game/ranking/read-view.ts'
import { designHash, type Designs } from '../../src/storage/designs.ts'
import { memoryStore } from '../../src/storage/memory-store.ts'
import { ZONE, type MemoryGame } from './memory-game.ts'

/** The id that states of a game in memory are exported under. */
const GAME = 'memory'

/** All that a game in memory exports. */
export async function exported(game: MemoryGame, history = true): Promise<string> {
  return textOf(await game.runtime.hold(), game.runtime.name, game, history)
}

async function textOf(
  held: HeldGame,
  runtime: RuntimeName,
  { designs }: Pick<MemoryGame, 'designs'>,
  history: boolean,
): Promise<string> {
  const texts = new Map(designs.map(({ source }) => [designHash(JSON.stringify(source)), JSON.stringify(source)]))
  const about = { game: GAME, version: '1', runtime, designs: { read: async (hash: string) => texts.get(hash) ?? '' } }
  try {
    return (await Array.fromAsync(exportState(about, held, { history }))).join('')
  } finally {
    held.release()
  }
}

interface ImportWays {
  readonly runtime?: RuntimeName
  readonly chunk?: number
  /** Takes the texts of the designs that are kept. */
  readonly kept?: string[]
}

/** What comes of importing a text, in chunks of so many bytes, into a runtime of that game. */
export function imported(
  text: string | Buffer,
  { runtime = 'staging', chunk = 1 << 16, kept = [] }: ImportWays = {},
): Promise<Fault | ImportedState> {
  const store = memoryStore()
  const write = async (source: string): Promise<string> => {
    kept.push(source)
    return designHash(source)
  }
  return importState(inChunks(Buffer.from(text), chunk), {
    game: GAME,
    runtime,
    zoneOffset: zoneOffset(ZONE),
    designs: { write },
    begin: (origin) => store.begin(origin),
  })
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

/** What a state that was imported exports, with the entries that came with it. */
export function exportedAgain(
  { state, clock, storage: { journal, boards } }: ImportedState,
  game: Pick<MemoryGame, 'designs'>,
  history = true,
): Promise<string> {
  const { runtime, seq, at, chain: sum, seed, design, deployment } = state
  const moment = new ReadView()
  const held = {
    ...clock,
    seq,
    at,
    sum,
    seed,
    design,
    journal,
    waiting: deployment.pending?.hash,
    parts: wholeParts(state, moment, boards.archive),
    checkpoints: boards.checkpoints,
    release: () => moment.end(),
  }
  return textOf(held, runtime, game, history)
}

/** The whole of a game in memory, out and in, as a server has it. */
export function wholeOf({ runtime, designs }: MemoryGame): WholeRuntime {
  const texts = new Map(designs.map(({ source }) => [designHash(JSON.stringify(source)), JSON.stringify(source)]))
  const kept = { read: async (hash: string) => texts.get(hash) ?? '', write: async (text: string) => designHash(text) }
  return wholeRuntime({ runtime, game: GAME, version: '1', zoneOffset: zoneOffset(ZONE), designs: kept as Designs })
}

/** All that a game exports once its boards are built. */
export async function exportedWhole(game: MemoryGame): Promise<string> {
  return (await Array.fromAsync(wholeOf(game).export({ history: true }))).join('')
}

/** Puts what was exported in the place of a game; throws where it is refused. */
export async function importWhole(game: MemoryGame, text: string): Promise<void> {
  const done = await wholeOf(game).import(inChunks(Buffer.from(text), 1 << 16))
  if (isFault(done)) throw new Error(JSON.stringify(done.facts))
}

/** Two exports are the same; where not, the first lines that differ say more than all of them. */
export function expectSameExport(found: string, wanted: string): void {
  if (found === wanted) return
  const [ours, theirs] = [found.split('\n'), wanted.split('\n')]
  const at = theirs.findIndex((line, i) => line !== ours[i])
  expect(ours[at]?.slice(0, 5000)).toBe(theirs[at]?.slice(0, 5000))
  expect(ours).toHaveLength(theirs.length)
}
