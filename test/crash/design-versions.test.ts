import assert from 'node:assert/strict'
import { beforeAll, expect, test } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { playAction } from '../../src/game/actions/operations.ts'
import { componentOperations } from '../../src/game/design/components.ts'
import { fixIssue } from '../../src/game/design/deployment.ts'
import { completeUpgrade, deployVersion } from '../../src/game/design/operations.ts'
import type { DesignOperation } from '../../src/game/game-operation.ts'
import type { RuntimeName } from '../../src/game/game-state.ts'
import { isFault, type Fault } from '../../src/game/kernel/fault.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import type { FileSystem } from '../../src/storage/fs.ts'
import { action, add, designOf, point } from '../support/design-parts.ts'
import { like, operator } from '../support/played-game.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { tell, walk, type Life } from './fault-walk.ts'
import { openOn } from './open-on.ts'
import { withoutBug } from './planted-bugs.ts'

const metrics = componentOperations('metrics')

/** The design of the files; its `coins` can be taken out again. Designs are told apart by what XP is called in them. */
const filesDesign = (name: string) =>
  designOf({
    metrics: [{ ...point('xp'), name }, point('coins')],
    actions: [action('like', [add('xp', '1')])],
  })

const open = (files: FileSystem, design?: string): Promise<Emulator> =>
  openOn(files, { design: design === undefined ? undefined : filesDesign(design) })

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
    right(await production.execute(playAction, like, { ...operator, player: 'zoe' }))
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

/** How far a game has come. */
interface Ledger {
  /** The steps that were done; undefined before the game was opened. */
  done: number | undefined
  /** What the last start came to; undefined before one. */
  shown: string | undefined
}

/** What is to be seen before each step, and after the last. */
const trace: string[] = []

const sight = async (emulator: Emulator): Promise<string> => JSON.stringify(await observe(emulator))

/** Does the steps until one fails. */
async function live(files: FileSystem, ledger: Ledger, beforeEach?: (emulator: Emulator) => Promise<void>) {
  const emulator = await open(files)
  ledger.done = 0
  try {
    for (const step of steps) {
      await beforeEach?.(emulator)
      await step(emulator)
      ledger.done += 1
    }
    await beforeEach?.(emulator)
  } finally {
    await emulator.stop().catch(() => {})
  }
}

/** Starts on what is left: a game as before the step that was hit, or as after it, or as a start has shown it already. */
async function check(left: FileSystem, ledger: Ledger): Promise<string[]> {
  const emulator = await open(left, ledger.shown === undefined ? inFiles.get(ledger.done) : undefined)
  try {
    const seen = await sight(emulator)
    if (!expectedOf(ledger).includes(seen)) return [`after ${ledger.done} steps: ${seen}`]
    const problem = await problemFromThereOn(emulator)
    ledger.shown = await sight(emulator)
    return problem === undefined ? [] : [problem]
  } finally {
    await emulator.stop()
  }
}

function expectedOf({ done, shown }: Ledger): readonly (string | undefined)[] {
  if (shown !== undefined) return [shown]
  const [before, after] = trace.slice(done ?? 0)
  return inFiles.has(done) ? [after] : [before, after]
}

/** What was seen once stays; and the next version gets a label that none has. */
async function problemFromThereOn(emulator: Emulator): Promise<string | undefined> {
  const { versions } = (await observe(emulator)) as { versions: unknown[] }
  await run(emulator, metrics.create, { version: 'latest', component: { ...point(`later${versions.length}`) } })
  const { version } = await run(emulator, deployVersion, { version: 'latest' }, 'staging')
  const { versions: now } = (await observe(emulator)) as { versions: unknown[] }
  if (version !== `v${versions.length}`) return `${version} follows ${versions.length - 1} versions`
  const kept = JSON.stringify(now.slice(0, versions.length - 1)) === JSON.stringify(versions.slice(0, -1))
  return kept ? undefined : 'versions have changed'
}

const life: Life<Ledger> = {
  newLedger: () => ({ done: undefined, shown: undefined }),
  history: live,
  check,
}

beforeAll(async () => {
  const ledger = life.newLedger()
  await live(new SimulatedFileSystem(), ledger, async (emulator) => void trace.push(await sight(emulator)))
  expect(ledger.done).toBe(steps.length)
})

test('a fault at every file operation of saves, deployments and upgrades leaves the game as before or as after', async () => {
  const walked = await walk(life, withoutBug, {
    kinds: ['stop', 'tear', 'EIO', 'ENOSPC'],
    survivals: ['all', 'none', 'some'],
  })
  tell('saves, deployments and upgrades', walked)
  expect(walked.problems).toEqual([])
  expect(walked.points).toBeGreaterThan(400)
}, 120_000)
