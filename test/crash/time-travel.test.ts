import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import type { Durability } from '../../src/storage/journal.ts'
import { StorageError } from '../../src/storage/storage-error.ts'
import { like, likes, neo, operator } from '../support/played-game.ts'
import type { Survival } from '../support/simulated-disk.ts'
import { SimulatedFileSystem, Stopped, type FaultKind } from '../support/simulated-fs.ts'
import { openOn, START_MS } from './open-on.ts'

/** How a machine may come back after a stop; after a failure of the disk the program goes on until it is stopped too. */
const survivals: Readonly<Record<'stop' | 'EIO', readonly Survival[]>> = {
  stop: ['all', 'none', 'some'],
  EIO: ['some'],
}

const limits = { segmentBytes: 2000, snapshotEntries: 4 }

/** Opens the game with segments and snapshots small enough that a short history has several. */
const openGame = (files: FileSystem, durability: Durability = 'batch'): Promise<Emulator> =>
  openOn(files, { design: likes, durability, limits })

async function play(runtime: Runtime, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const played = await runtime.execute(playAction, like, neo)
    if (isFault(played)) throw new Error(`a play was refused: ${played.fault}`)
  }
}

/** Something happens to the game, whichever it is. */
async function goOn(runtime: Runtime): Promise<void> {
  const came = await runtime.execute(createPlayer, { id: 'trinity' }, operator)
  if (isFault(came)) throw new Error(`nobody can come any more: ${came.fault}`)
}

/** Stands for all that the game is, with its history. */
async function fingerprint(runtime: Runtime): Promise<string> {
  const hash = createHash('sha256')
  const held = await runtime.hold()
  for await (const part of held.parts) hash.update('bytes' in part ? part.bytes : JSON.stringify(part))
  held.release()
  for await (const entry of runtime.history({})) hash.update(JSON.stringify(entry))
  return hash.digest('hex')
}

/** A game whose clock stands still, that has been saved once, rewound since, and has gone on: it has points, two generations, and snapshots. */
async function livedGame(): Promise<SimulatedFileSystem> {
  const files = new SimulatedFileSystem()
  const emulator = await openOn(files, { design: likes, limits, now: START_MS, freeze: true })
  const runtime = emulator.runtime('staging')
  await runtime.execute(createPlayer, { id: 'neo' }, operator)
  await play(runtime, 5)
  await runtime.snapshots.save('five')
  await play(runtime, 4)
  await runtime.rewind({ seq: runtime.state.seq - 2 })
  await play(runtime, 3)
  await emulator.stop()
  return files
}

/** What is done to the game. */
interface Travel {
  readonly what: string
  readonly run: (runtime: Runtime, emulator: Emulator) => Promise<unknown>
  /** How much the game syncs by itself, where not all. */
  readonly durability?: Durability
}

const travels: readonly Travel[] = [
  { what: 'a save', run: (runtime) => runtime.snapshots.save('ten') },
  { what: 'a restore', run: (runtime) => runtime.snapshots.restore('five') },
  { what: 'a rewind', run: (runtime) => runtime.rewind({ seq: runtime.state.seq - 2 }) },
  { what: 'a rewind to before the last generation', run: (runtime) => runtime.rewind({ seq: 4 }) },
  { what: 'a reset', run: (runtime) => runtime.reset() },
  { what: 'a reset of a game that syncs nothing by itself', run: (runtime) => runtime.reset(), durability: 'off' },
  { what: 'a deletion', run: (runtime) => runtime.snapshots.delete('five') },
  { what: 'an import', run: (_, emulator) => emulator.whole('staging').import(inBytes(texts.whole)) },
  { what: 'an import without history', run: (_, emulator) => emulator.whole('staging').import(inBytes(texts.state)) },
]

/** What the game exported when it had gone on, with its history and without. */
const texts = { whole: '', state: '' }

async function* inBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function exportOf(emulator: Emulator, history: boolean): Promise<string> {
  return (await Array.fromAsync(emulator.whole('staging').export({ history }))).join('')
}

/** A state of the game, and the names of its points. */
interface Seen {
  readonly print: string
  readonly points: readonly string[]
}

async function seen(runtime: Runtime): Promise<Seen> {
  const points = (await runtime.snapshots.list()).map(({ name }) => name)
  return { print: await fingerprint(runtime), points }
}

let base: SimulatedFileSystem
beforeAll(async () => {
  base = await livedGame()
  const emulator = await openGame(base.crash('all'))
  await play(emulator.runtime('staging'), 2)
  texts.whole = await exportOf(emulator, true)
  texts.state = await exportOf(emulator, false)
  await emulator.stop()
})

/** The states before and after, and the file operations between them. */
async function undisturbed({
  run,
  durability,
}: Travel): Promise<{ before: Seen; after: Seen; from: number; to: number }> {
  const files = base.crash('all')
  const emulator = await openGame(files, durability)
  const runtime = emulator.runtime('staging')
  const before = await seen(runtime)
  const from = files.operations
  await run(runtime, emulator)
  const to = files.operations
  const after = await seen(runtime)
  await emulator.stop()
  return { before, after, from, to }
}

/** Travels into a fault; what each way of coming back leaves is looked at. */
async function problemsAt(
  travel: Travel,
  { before, after }: { before: Seen; after: Seen },
  at: number,
  kind: FaultKind & keyof typeof survivals,
): Promise<string[]> {
  const files = base.crash('all', { at, kind })
  const emulator = await openGame(files, travel.durability)
  const runtime = emulator.runtime('staging')
  await seen(runtime)
  const isDone = await travel.run(runtime, emulator).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof StorageError || error instanceof Stopped)) throw error
      return false
    },
  )
  const problems: string[] = []
  const where = `${travel.what}, ${kind} at operation ${at} (${files.faulted})`
  if (kind === 'EIO' && !runtime.failed) {
    // How many operations it took hangs on the machine's speed: one that was not reached is not for the looks that follow.
    files.fault = undefined
    const now = await seen(runtime)
    if (now.print !== (isDone ? after : before).print) problems.push(`${where}: what goes on is another game`)
    await goOn(runtime)
    const gone = await fingerprint(runtime)
    await emulator.stop()
    const again = await openGame(files.crash('all'))
    if ((await fingerprint(again.runtime('staging'))) !== gone) problems.push(`${where}: a start finds another game`)
    await again.stop()
    return problems
  }
  for (const survival of survivals[kind]) {
    const problem = await problemOn(files.crash(survival), before, after, isDone)
    if (problem !== undefined) problems.push(`${where}, ${survival} survives: ${problem}`)
  }
  await emulator.stop().catch(() => {})
  return problems
}

/** Starts on what is left: it must be the game before or after, the latter where the caller was answered, and go on. */
async function problemOn(
  files: SimulatedFileSystem,
  before: Seen,
  after: Seen,
  isDone: boolean,
): Promise<string | undefined> {
  const emulator = await openGame(files)
  const runtime = emulator.runtime('staging')
  const found = await seen(runtime)
  const sameAs = ({ print }: Seen): boolean => print === found.print
  await goOn(runtime)
  const gone = await fingerprint(runtime)
  await emulator.stop()
  const again = await openGame(files.crash('all'))
  const kept = await fingerprint(again.runtime('staging'))
  await again.stop()
  if (!sameAs(before) && !sameAs(after)) return 'it is neither the game before nor the one after'
  if (isDone && !sameAs(after)) return 'what was answered is gone'
  if (isDone && found.points.join() !== after.points.join()) return `the points are ${found.points.join()}`
  if (before.points.some((name) => after.points.includes(name) && !found.points.includes(name)))
    return 'a point is gone'
  return gone === kept ? undefined : 'what was played after it is gone'
}

test('a game that was rewound is found without its game.json, and what no generation goes on from is not', async () => {
  const files = base.crash('all')
  const before = await openGame(files)
  const print = await fingerprint(before.runtime('staging'))
  await before.stop()
  await files.unlink('data/game.json')
  const found = await openGame(files)
  expect(await fingerprint(found.runtime('staging'))).toBe(print)
  await found.runtime('staging').reset()
  await goOn(found.runtime('staging'))
  await found.stop()
  await files.unlink('data/game.json')
  await expect(openGame(files)).rejects.toThrow(/gamify cannot tell which of \d histories .* is the live one/)
})

describe.each(travels)('a stop at every file operation of $what', (travel) => {
  test.each(['stop', 'EIO'] as const)('leaves the game before or after it: %s', { timeout: 180_000 }, async (kind) => {
    const known = await undisturbed(travel)
    const problems: string[] = []
    for (let at = known.from + 1; at <= known.to; at += 1) problems.push(...(await problemsAt(travel, known, at, kind)))
    expect(problems).toEqual([])
    expect(known.to - known.from).toBeGreaterThan(3)
  })
})
