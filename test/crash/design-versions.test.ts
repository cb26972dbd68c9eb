import assert from 'node:assert/strict'
import { describe, expect, test } from 'vitest'
import { openEmulator, type Emulator } from '../../src/emulator/emulator.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { componentOperations } from '../../src/game/design/components.ts'
import { fixIssue } from '../../src/game/design/deployment.ts'
import { completeUpgrade, deployVersion } from '../../src/game/design/version-operations.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import type { DesignOperation } from '../../src/game/game-operation.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { SimulatedFileSystem, Stopped, type FaultKind, type Survival } from '../../src/storage/simulated-fs.ts'
import { StorageError } from '../../src/storage/storage-error.ts'
import { action, add, designOf, point } from '../support/design-parts.ts'
import { dataOn } from '../support/storages.ts'
import { testGame } from '../support/test-game.ts'

const faults: readonly FaultKind[] = ['stop', 'tear', 'EIO', 'ENOSPC']
const survivals: readonly Survival[] = ['all', 'none', 'some']
const operator = { client: 'test' }
const metrics = componentOperations('metrics')

/** The design of the files; its `coins` can be taken out again. Designs are told apart by what XP is called in them. */
const filesDesign = (name: string) =>
  designOf({
    metrics: [{ ...point('xp'), name }, point('coins')],
    actions: [action('like', [add('xp', '1')])],
  })

let starts = 0

async function open(files: FileSystem, design?: string): Promise<Emulator> {
  starts += 1
  const emulator = await openEmulator({
    game: testGame('crash'),
    clients: [],
    program: '0.0.0',
    machineNow: () => Date.UTC(2030, 0, 1),
    design: design === undefined ? undefined : filesDesign(design),
    data: dataOn(files, starts),
  })
  try {
    await emulator.ready
  } catch (error) {
    await emulator.stop().catch(() => {})
    throw error
  }
  return emulator
}

function right<R>(result: Fault | R): R {
  assert(!isFault(result), `refused: ${JSON.stringify(result)}`)
  return result
}

const run = async <I, R>(to: Emulator, op: DesignOperation<I, R>, input: I, on: RuntimeName = 'staging'): Promise<R> =>
  right(await to.designs.execute(op, input, operator, on))

const rename = (name: string) => (to: Emulator) =>
  run(to, metrics.update, { version: 'latest', id: 'xp', changes: { name } })
const take = (name: string) => (to: Emulator) => to.designs.takeFromFiles(filesDesign(name))
/** What routes have saved is about to be written to the files. */
const willWrite = async (to: Emulator) => to.designs.willWrite(await to.designs.files(), to.designs.latest.source)
/** What routes have saved stands in the files now. */
const wrote = (to: Emulator) => to.designs.wroteFiles(to.designs.latest.source)
const remove = (id: string) => (to: Emulator) => run(to, metrics.remove, { version: 'latest', id })
const deploy =
  (on: RuntimeName, version = 'latest') =>
  (to: Emulator) =>
    run(to, deployVersion, { version }, on)

/** What is done to a game, one thing after the other. */
const steps: readonly ((to: Emulator) => Promise<unknown>)[] = [
  take('Zero'),
  rename('One'),
  deploy('staging'),
  deploy('production'),
  async (to) => {
    const production = to.runtime('production')
    right(await production.execute(createPlayer, { id: 'zoe' }, operator))
    const play = { action: 'like', count: 1, variables: {}, scopes: [], query: false }
    right(await production.execute(playAction, play, { ...operator, player: 'zoe' }))
  },
  rename('Two'),
  take('Files'),
  deploy('staging'),
  (to) => run(to, componentOperations('actions').remove, { version: 'latest', id: 'like' }),
  remove('xp'),
  (to) =>
    run(to, metrics.create, {
      version: 'latest',
      component: { id: 'xp', name: 'Three', type: 'compound', constraints: { formula: '1' } },
    }),
  deploy('production'),
  (to) => to.runtime('production').execute(fixIssue, { issue: 'metric_retyped-xp', fix: 'drop' }, operator),
  (to) => run(to, completeUpgrade, {}, 'production'),
  deploy('staging', 'v1'),
  rename('Four'),
  deploy('staging'),
  rename('Five'),
  willWrite,
  wrote,
  rename('Six'),
  willWrite,
  rename('Seven'),
  wrote,
  take('Eight'),
  rename('Nine'),
]

/** Steps whose designs stand in the files, where the next start finds them. */
const inFiles: ReadonlyMap<number | undefined, string> = new Map([
  [0, 'Zero'],
  [6, 'Files'],
  [24, 'Eight'],
])

/** All that can be seen of the versions, and of what runs. */
async function observe(emulator: Emulator): Promise<unknown> {
  const nameIn = async (version: string, source?: 'stash') => {
    const found = await emulator.designs.execute(metrics.read, { version, source, id: 'xp' }, operator, 'staging')
    return isFault(found) ? found.fault : found['name']
  }
  const versions: unknown[] = []
  for (let i = 1; versions.at(-1) !== 'version_not_found'; i += 1) versions.push(await nameIn(`v${i}`))
  const running = (on: RuntimeName) => {
    const { design, state } = emulator.runtime(on)
    const { label, pending } = state.deployment
    return [design.metrics.get('xp')?.name, state.design, label, structuredClone(pending)]
  }
  return {
    latest: await nameIn('latest'),
    files: (await emulator.designs.files()).metrics,
    written: (await emulator.designs.files(emulator.designs.latest.source)).metrics,
    stash: await nameIn('latest', 'stash'),
    versions,
    staging: running('staging'),
    production: running('production'),
  }
}

/** Does the steps until one fails; gives how many were done, and what was to be seen before each and after the last. */
async function live(files: FileSystem, seen: unknown[] = []): Promise<number> {
  const emulator = await open(files)
  let done = 0
  try {
    for (const step of steps) {
      seen.push(await observe(emulator))
      await step(emulator)
      done += 1
    }
    seen.push(await observe(emulator))
  } catch (error) {
    if (!(error instanceof StorageError || error instanceof Stopped)) throw error
  } finally {
    await emulator.stop().catch(() => {})
  }
  return done
}

/** What is wrong after a fault at an operation, however the machine comes back. */
async function problemsAfter(at: number, kind: FaultKind, trace: readonly unknown[]): Promise<string[]> {
  const files = new SimulatedFileSystem(at, { at, kind })
  const done = await live(files).catch((error: unknown) => {
    if (error instanceof StorageError || error instanceof Stopped) return undefined
    throw error
  })
  const problems: string[] = []
  for (const survival of survivals) {
    const where = `${kind} at ${at} (${files.faulted}), step ${done}, ${survival} survives`
    const problem = await problemIn(files.crash(survival), done, trace)
    if (problem !== undefined) problems.push(`${where}: ${problem}`)
  }
  return problems
}

/** What is wrong with files that are left: a game that is neither as before the step that was hit, nor as after it. */
async function problemIn(
  left: FileSystem,
  done: number | undefined,
  trace: readonly unknown[],
): Promise<string | undefined> {
  const emulator = await open(left, inFiles.get(done))
  try {
    const seen = JSON.stringify(await observe(emulator))
    const before = JSON.stringify(trace[done ?? 0])
    const after = JSON.stringify(trace[(done ?? 0) + 1])
    if (seen !== after && (inFiles.has(done) || seen !== before)) return seen
    return await problemFromThereOn(emulator)
  } finally {
    await emulator.stop()
  }
}

/** What was seen once stays; and the next version gets a label that none has. */
async function problemFromThereOn(emulator: Emulator): Promise<string | undefined> {
  const { versions } = (await observe(emulator)) as { versions: unknown[] }
  await run(emulator, metrics.create, { version: 'latest', component: { ...point('later') } })
  const { version } = await run(emulator, deployVersion, { version: 'latest' }, 'staging')
  const { versions: now } = (await observe(emulator)) as { versions: unknown[] }
  if (version !== `v${versions.length}`) return `${version} follows ${versions.length - 1} versions`
  const kept = JSON.stringify(now.slice(0, versions.length - 1)) === JSON.stringify(versions.slice(0, -1))
  return kept ? undefined : 'versions have changed'
}

describe('a crash at every file operation of saves, deployments and upgrades', () => {
  test.for(faults)('%s: leaves the game as before or as after', { timeout: 120_000 }, async (kind) => {
    const trace: unknown[] = []
    const whole = new SimulatedFileSystem()
    expect(await live(whole, trace)).toBe(steps.length)
    const problems: string[] = []
    for (let at = 1; at <= whole.operations; at += 1) {
      problems.push(...(await problemsAfter(at, kind, trace)))
    }
    expect(problems).toEqual([])
    expect(whole.operations).toBeGreaterThan(100)
  })
})
