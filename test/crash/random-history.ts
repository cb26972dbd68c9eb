import fc from 'fast-check'
import { createHash } from 'node:crypto'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { Runtime } from '../../src/emulator/runtime.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { componentOperations } from '../../src/game/design/components.ts'
import { deployVersion } from '../../src/game/design/operations.ts'
import { setPlayerImage } from '../../src/game/images/operations.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { designOf } from '../support/design-parts.ts'
import { redAndBlue } from '../support/images.ts'
import { like, likeDesign, neo, operator } from '../support/played-game.ts'
import type { Life } from './fault-walk.ts'
import { openOn, START_MS } from './open-on.ts'

/** Something that is done to a game, or that its operator does with the program. */
export type Step =
  | { readonly kind: 'play' | 'day' | 'upload' | 'start again' | 'reset' | 'export' | 'import' }
  | { readonly kind: 'rename' | 'create' | 'save' | 'restore' | 'delete'; readonly name: string }
  | { readonly kind: 'rewind'; readonly back: number }
  | { readonly kind: 'deploy'; readonly on: 'staging' | 'production' }

const only = <K extends string>(kind: K) => fc.constant({ kind })
const named = <K extends string>(kind: K, ...names: readonly string[]) =>
  fc.record({ kind: fc.constant(kind), name: fc.constantFrom(...names) })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: only('play') },
  { weight: 2, arbitrary: only('day') },
  { weight: 1, arbitrary: only('upload') },
  { weight: 2, arbitrary: only('start again') },
  { weight: 1, arbitrary: only('reset') },
  { weight: 1, arbitrary: only('export') },
  { weight: 1, arbitrary: only('import') },
  { weight: 2, arbitrary: named('create', 'trinity', 'morpheus') },
  { weight: 2, arbitrary: named('rename', 'XP', 'Points', 'Score') },
  { weight: 3, arbitrary: named('save', 'A', 'b') },
  { weight: 2, arbitrary: named('restore', 'A', 'b') },
  { weight: 1, arbitrary: named('delete', 'A', 'b') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rewind' as const), back: fc.nat(12) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('deploy' as const), on: fc.constantFrom('staging', 'production') }),
  },
)

/** Histories of so many steps. */
export const histories = (length: number): fc.Arbitrary<readonly Step[]> =>
  fc.noBias(fc.array(step, { minLength: length, maxLength: length, size: 'max' }))

const metrics = componentOperations('metrics')

const design = designOf(likeDesign)

/** Small enough that a short history has several segments and snapshots. */
const limits = { segmentBytes: 2500, snapshotEntries: 5 }

const image = await redAndBlue(4, 4).png().toBuffer()

const open = (files: FileSystem): Promise<Emulator> =>
  openOn(files, { design, limits, now: undefined, freeze: true, machineNow: () => START_MS })

/** A game that lives, and what its operator has exported. */
interface Living {
  emulator: Emulator
  exported: string | undefined
}

/** Does a step; what the game refuses is done too. */
async function does(living: Living, files: FileSystem, step: Step): Promise<unknown> {
  const { emulator } = living
  const runtime = emulator.runtime('staging')
  switch (step.kind) {
    case 'play':
      return runtime.execute(playAction, like, neo)
    case 'day':
      return runtime.clock.change({ advanceMs: 86_400_000 })
    case 'upload': {
      const added = await emulator.images.add('players', image)
      return isFault(added) ? added : runtime.execute(setPlayerImage, { image: added.id }, neo)
    }
    case 'start again':
      await emulator.stop()
      living.emulator = await open(files)
      return undefined
    case 'reset':
      return runtime.reset()
    case 'export':
      living.exported = (await Array.fromAsync(emulator.whole('staging').export({ history: true }))).join('')
      return undefined
    case 'import':
      return living.exported === undefined ? undefined : emulator.whole('staging').import(inBytes(living.exported))
    case 'create':
      return runtime.execute(createPlayer, { id: step.name }, operator)
    case 'rename': {
      const input = { version: 'latest', id: 'xp', changes: { name: step.name } }
      return emulator.designs.execute(metrics.update, input, operator, 'staging')
    }
    case 'save':
      return runtime.snapshots.save(step.name)
    case 'restore':
      return runtime.snapshots.restore(step.name)
    case 'delete':
      return runtime.snapshots.delete(step.name)
    case 'rewind':
      return runtime.rewind({ seq: Math.max(await beginningOf(runtime), runtime.state.seq - step.back) })
    case 'deploy':
      return emulator.designs.execute(deployVersion, { version: 'latest' }, operator, step.on)
  }
}

/** The entry after which a start has nothing to add: luck is seeded, and the design of the files runs. */
async function beginningOf(runtime: Runtime): Promise<number> {
  const missing = new Set(['seed:set', 'design:deployed'])
  for await (const { seq, events } of runtime.history({})) {
    for (const { event } of events) missing.delete(event)
    if (missing.size === 0) return seq
  }
  return runtime.state.seq
}

async function* inBytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

/** A state of a game, and the names of its points. */
interface Seen {
  readonly print: string
  readonly points: readonly string[]
}

/** All that a game is, with its history. */
async function look(emulator: Emulator): Promise<Seen> {
  const hash = createHash('sha256')
  for (const name of ['staging', 'production'] as const) {
    const runtime = emulator.runtime(name)
    const held = await runtime.hold()
    for await (const part of held.parts) hash.update('bytes' in part ? part.bytes : JSON.stringify(part))
    held.release()
    for await (const entry of runtime.history({})) hash.update(JSON.stringify(entry))
  }
  hash.update(emulator.designs.latest.hash)
  const { image: pictured } = emulator.runtime('staging').state.players.records[0] ?? {}
  const points = (await emulator.runtime('staging').snapshots.list()).map(({ name }) => name)
  if (pictured !== undefined) await assertPicture(emulator, pictured)
  return { print: hash.digest('hex'), points }
}

/** An image that the history names is there. */
async function assertPicture({ images }: Emulator, id: string): Promise<void> {
  const missing = { fault: 'image_not_found', facts: {} } as const
  const found = await images.picture({ sources: [{ album: 'players', id }], size: 'original', missing }, () => false)
  if (!('png' in found) || found.png === undefined) throw new Error(`the image ${id} is named and is not there`)
}

/** How far a game has come. */
interface Ledger {
  /** The steps that were done; undefined before the game had begun. */
  done: number | undefined
  /** What the last start came to; undefined before one. */
  shown: Seen | undefined
}

/** Lives through a history with whatever goes wrong; what is to be seen before each step, and after the last, is known. */
export async function lifeOf(steps: readonly Step[], files: FileSystem): Promise<Life<Ledger>> {
  const trace: Seen[] = []
  await liveThrough(steps, files, { done: undefined, shown: undefined }, async (emulator) => {
    trace.push(await look(emulator))
  })
  return {
    newLedger: () => ({ done: undefined, shown: undefined }),
    history: (fs, ledger) => liveThrough(steps, fs, ledger),
    check: (fs, ledger) => check(fs, ledger, trace),
  }
}

async function liveThrough(
  steps: readonly Step[],
  files: FileSystem,
  ledger: Ledger,
  beforeEach: (emulator: Emulator) => Promise<void> = async () => {},
): Promise<void> {
  const living: Living = { emulator: await open(files), exported: undefined }
  try {
    await living.emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    ledger.done = 0
    for (const one of steps) {
      await beforeEach(living.emulator)
      await does(living, files, one)
      ledger.done += 1
    }
    await beforeEach(living.emulator)
  } finally {
    await living.emulator.stop().catch(() => {})
  }
}

/** Starts on what is left: the game as before the step that was hit or as after it, or as a start has shown it already. */
async function check(files: FileSystem, ledger: Ledger, trace: readonly Seen[]): Promise<string[]> {
  const emulator = await open(files)
  try {
    const seen = await look(emulator)
    const problem = problemWith(seen, ledger, trace)
    const runtime = emulator.runtime('staging')
    const came = await runtime.execute(createPlayer, { id: `later${runtime.state.seq}` }, operator)
    ledger.shown = await look(emulator)
    const isStuck = isFault(came) ? [`nobody can come any more: ${came.fault}`] : []
    return [...(problem === undefined ? [] : [problem]), ...isStuck]
  } finally {
    await emulator.stop()
  }
}

function problemWith(seen: Seen, { done, shown }: Ledger, trace: readonly Seen[]): string | undefined {
  if (done === undefined && !shown) return undefined
  const [before, after] = shown ? [shown] : trace.slice(done)
  const may = [before, after].filter((one) => one !== undefined)
  if (!may.some(({ print }) => print === seen.print))
    return `after ${done} steps it is neither the game before nor after`
  const kept = (before?.points ?? []).filter((name) => !after || after.points.includes(name))
  const lost = kept.filter((name) => !seen.points.includes(name))
  return lost.length === 0 ? undefined : `after ${done} steps the points ${lost.join(', ')} are gone`
}
