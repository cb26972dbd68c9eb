import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEmulator, type Emulator } from '../src/emulator/emulator.ts'
import { isFault } from '../src/game/kernel/fault.ts'
import { paired, type Pair } from './paired.ts'
import { createPlayers, playMany } from './play.ts'
import { benchSettings } from './settings.ts'

/** A game of so many players, whose point is kept in memory or in files, and how often to come back to it. */
export interface RestoreInput {
  readonly directory: string
  readonly players: number
  readonly times: number
  readonly kept: 'memory' | 'files'
}

/** How long it took to come back to a point, each time with how long it takes to read and parse its bytes, in ms. */
export interface Restored {
  readonly runs: readonly Pair<number>[]
  readonly saveMs: number
  readonly bytes: number
}

const POINT = 'point'

/** Comes back to a point again and again, each time from a game that has gone on. */
export async function run({ directory, players, times, kept }: RestoreInput): Promise<Restored> {
  const inFiles = benchSettings(join(directory, kept), 'batch')
  const written = await openPopulated(inFiles, players)
  const path = pointFile(join(directory, kept))
  const game = kept === 'files' ? written : await openPopulated({ ...inFiles, data: undefined }, players)
  const runtime = game.emulator.runtime('staging')
  const restore = async (): Promise<number> => {
    await playMany(runtime, 10, (i) => i)
    return timed(async () => {
      const restored = await runtime.snapshots.restore(POINT)
      if (isFault(restored)) throw new Error(`the point is refused: ${restored.fault}`)
    })
  }
  const runs = await paired(times, restore, () => timed(async () => parse(readFileSync(path, 'utf8'))))
  const bytes = readFileSync(path).length
  await written.emulator.stop()
  if (game !== written) await game.emulator.stop()
  return { runs, saveMs: game.saveMs, bytes }
}

interface Populated {
  readonly emulator: Emulator
  readonly saveMs: number
}

async function openPopulated(settings: Parameters<typeof openEmulator>[0], players: number): Promise<Populated> {
  const emulator = await openEmulator({ ...settings, freeze: true })
  await emulator.ready
  const runtime = emulator.runtime('staging')
  await createPlayers(runtime, players)
  await playMany(runtime, players, (i) => i)
  const saveMs = await timed(() => runtime.snapshots.save(POINT))
  return { emulator, saveMs }
}

function pointFile(directory: string): string {
  const points = join(directory, 'staging', 'points')
  const [name] = readdirSync(points)
  if (name === undefined) throw new Error('no point has been written')
  return join(points, name)
}

function parse(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
