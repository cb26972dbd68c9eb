import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { action, add, designOf, point, start } from '../../../test/support/design-parts.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { HeldFiles } from '../../../test/support/held-files.ts'
import { SimulatedFileSystem } from '../../../test/support/simulated-fs.ts'
import { dataOn } from '../../../test/support/storages.ts'
import { testGame } from '../../../test/support/test-game.ts'
import { playAction } from '../../game/actions/operations.ts'
import { componentOperations } from '../../game/design/components.ts'
import { compileDesign, type Design } from '../../game/design/design.ts'
import { updateBootstrap, completeUpgrade, deployVersion } from '../../game/design/operations.ts'
import type { DesignSource } from '../../game/design/source.ts'
import type { DesignEdit, DesignOperation } from '../../game/game-operation.ts'
import type { RuntimeName } from '../../game/game-state.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { designHash } from '../../storage/designs.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { openEmulator, type Emulator } from '../emulator.ts'
import type { EmulatorSettings } from '../settings.ts'

/** Designs are told apart by what XP is called in them. */
const named = (name: string) =>
  designOf({ metrics: [{ ...point('xp'), name }], actions: [action('like', [add('xp', '1')])] })

function rightDesign(source: DesignSource): Design {
  const design = compileDesign(source)
  if (!('source' in design)) throw new Error(design.problems[0]?.message)
  return design
}

let starts = 0
const opened: Emulator[] = []
afterEach(async () => {
  for (const emulator of opened.splice(0)) await emulator.stop().catch(() => {})
})

async function open(
  files: SimulatedFileSystem,
  design?: string,
  more: Partial<EmulatorSettings> = {},
): Promise<Emulator> {
  starts += 1
  const emulator = await openEmulator({
    game: testGame('zion'),
    clients: [],
    program: 'test',
    data: dataOn(files, starts),
    design: design === undefined ? undefined : named(design),
    machineNow: () => START_MS,
    ...more,
  })
  opened.push(emulator)
  await emulator.ready
  return emulator
}

/** Stops a game, so that the next one may take its files. */
async function again(emulator: Emulator, files: SimulatedFileSystem, design?: string): Promise<Emulator> {
  await emulator.stop()
  return open(files, design)
}

const operator = { client: 'test' }
const metrics = componentOperations('metrics')

const run = <I, R>(on: Emulator, op: DesignOperation<I, R>, input: I, name: RuntimeName = 'staging') =>
  on.designs.execute(op, input, operator, name)
const rename = (on: Emulator, name: string) =>
  run(on, metrics.update, { version: 'latest', id: 'xp', changes: { name } })
const deploy = (on: Emulator, name: RuntimeName = 'staging', version = 'latest') =>
  run(on, deployVersion, { version }, name)
const nameIn = async (on: Emulator, version: string, source?: 'stash') => {
  const found = await run(on, metrics.read, { version, source, id: 'xp' })
  return isFault(found) ? found.fault : found['name']
}
const runs = (on: Emulator, name: RuntimeName = 'staging') => on.runtime(name).design.metrics.get('xp')?.name

function right<R>(result: Fault | R): R {
  if (isFault(result)) throw new Error(result.fault)
  return result
}

describe('the design of the files', () => {
  test('becomes the working one and runs on staging, under no label', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    expect([await nameIn(emulator, 'latest'), runs(emulator), runs(emulator, 'production')]).toEqual([
      'A',
      'A',
      undefined,
    ])
    expect(await emulator.designs.takeFromFiles(named('B'))).toMatchObject({ changed: true, lost: [] })
    expect([await nameIn(emulator, 'latest'), runs(emulator)]).toEqual(['B', 'B'])
    expect(await nameIn(emulator, 'v1')).toBe('version_not_found')
    expect(emulator.runtime('staging').state.deployment.label).toBeNull()
  })

  test('is kept under its hash before anything names it', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    const text = JSON.stringify(named('A').source)
    expect(emulator.designs.latest).toEqual({ hash: designHash(text), source: named('A').source })
    expect((await files.readFile(`data/designs/${designHash(text)}.json`))?.toString()).toBe(text)
    expect(emulator.runtime('staging').state.design).toBe(designHash(text))
  })

  test('is written once as a game starts with it', async () => {
    const files = new SimulatedFileSystem()
    const read = vi.spyOn(files, 'readFile')
    const { hash } = (await open(files, 'A')).designs.latest
    // Each write looks first whether the file is there.
    expect(read.mock.calls.filter(([path]) => path === `data/designs/${hash}.json`)).toHaveLength(1)
  })

  test('is taken once: what routes changed since stays, at a later start too', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    right(await rename(emulator, 'R'))
    const { seq } = emulator.runtime('staging').state
    expect(await emulator.designs.takeFromFiles(named('A'))).toMatchObject({ changed: false, lost: [] })
    expect([await nameIn(emulator, 'latest'), emulator.runtime('staging').state.seq]).toEqual(['R', seq])
    const later = await again(emulator, files, 'A')
    expect([await nameIn(later, 'latest'), await nameIn(later, 'latest', 'stash'), runs(later)]).toEqual([
      'R',
      'R',
      'A',
    ])
  })

  test('replaces what routes saved when it changes, and leaves the stash alone', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    right(await rename(emulator, 'R'))
    await emulator.designs.takeFromFiles(named('B'))
    const seen = async (on: Emulator) => [await nameIn(on, 'latest'), await nameIn(on, 'latest', 'stash'), runs(on)]
    expect(await seen(emulator)).toEqual(['B', 'R', 'B'])
    expect(await seen(await again(emulator, files, 'B'))).toEqual(['B', 'R', 'B'])
  })

  test('is the stash too once what routes saved has run', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    right(await rename(emulator, 'R'))
    right(await deploy(emulator))
    await emulator.designs.takeFromFiles(named('B'))
    expect(await nameIn(emulator, 'latest', 'stash')).toBe('B')
    right(await rename(emulator, 'S'))
    await emulator.designs.takeFromFiles(named('S'))
    await emulator.designs.takeFromFiles(named('C'))
    expect(await nameIn(emulator, 'latest', 'stash')).toBe('C')
  })

  test('keeps the label of a version that it is', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    right(await deploy(emulator))
    await emulator.designs.takeFromFiles(named('B'))
    await emulator.designs.takeFromFiles(named('A'))
    expect(emulator.runtime('staging').state.deployment.label).toBe('v1')
    expect(right(await deploy(emulator)).version).toBe('v1')
  })

  test('that we wrote ourselves is no change, until it is another', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    right(await rename(emulator, 'R'))
    await emulator.designs.wroteFiles(emulator.designs.latest.source)
    expect(await emulator.designs.takeFromFiles(named('R'))).toMatchObject({ changed: false, lost: [] })
    expect([await nameIn(emulator, 'latest', 'stash'), runs(emulator)]).toEqual(['R', 'A'])
    expect(await emulator.designs.takeFromFiles(named('A'))).toMatchObject({ changed: true, lost: [] })
    expect(await nameIn(emulator, 'latest')).toBe('A')
  })
})

describe('files that routes are written back to', () => {
  const actions = componentOperations('actions')
  /** What routes have made of A: xp has another name, and `like` is gone. */
  const changedByRoutes = async (files: SimulatedFileSystem): Promise<Emulator> => {
    const emulator = await open(files, 'A')
    right(await rename(emulator, 'R'))
    right(await run(emulator, actions.remove, { version: 'latest', id: 'like' }))
    return emulator
  }

  test('win where both changed a component, and take nothing else from the routes', async () => {
    const emulator = await changedByRoutes(new SimulatedFileSystem())
    expect(await emulator.designs.takeFromFiles(named('B'), true)).toMatchObject({
      changed: true,
      lost: ['metrics/xp'],
    })
    expect(emulator.designs.latest.source).toEqual({ ...named('B').source, actions: [] })
    expect(await emulator.designs.files()).toEqual(named('B').source)
    expect(runs(emulator)).toBe('B')
  })

  test('name all that they take from the routes otherwise', async () => {
    const emulator = await changedByRoutes(new SimulatedFileSystem())
    const lost = ['metrics/xp', 'actions/like']
    expect(await emulator.designs.takeFromFiles(named('B'))).toMatchObject({ changed: true, lost })
    expect(emulator.designs.latest.source).toEqual(named('B').source)
  })

  test('and were half written when all stopped are nothing new at the next start', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await changedByRoutes(files)
    const { source } = emulator.designs.latest
    await emulator.stop()
    const later = await open(files, 'R', { keepsRoutes: true })
    expect(later.designs.latest.source).toEqual(source)
    expect(await later.designs.files()).toEqual(named('R').source)
    expect(runs(later)).toBe('A')
  })

  describe('and were being written when all stopped', () => {
    const starting = (value: string) => ({ scores: [start({ metric: { id: 'xp', type: 'point' }, value })] })
    const startFrom = (on: Emulator, value: string) =>
      run(on, updateBootstrap, { version: 'latest', changes: starting(value) })
    /** Routes made R of A, which was being written, and S before all stopped. */
    const cutOff = async (files: SimulatedFileSystem): Promise<DesignSource> => {
      const emulator = await changedByRoutes(files)
      right(await startFrom(emulator, '1'))
      await emulator.designs.willWrite(named('A').source, emulator.designs.latest.source)
      right(await rename(emulator, 'S'))
      right(await startFrom(emulator, '2'))
      const { source } = emulator.designs.latest
      await emulator.stop()
      return source
    }
    const withPart = (design: Design, part: Partial<DesignSource>) => rightDesign({ ...design.source, ...part })
    const all = withPart(named('R'), { actions: [], bootstrap: starting('1') })
    const warnings: string[] = []
    const startWith = (files: SimulatedFileSystem, design: Design | undefined, keepsRoutes: boolean) =>
      open(files, undefined, { design, keepsRoutes, warn: (message) => warnings.push(message) })
    beforeEach(() => void warnings.splice(0))

    test.each([
      ['nothing', named('A')],
      ['a component', named('R')],
      ['the removal of one', withPart(named('A'), { actions: [] })],
      ['the bootstrap', withPart(named('A'), { bootstrap: starting('1') })],
      ['all', all],
    ])('undo nothing that routes saved since, where %s of it was written', async (_, design) => {
      for (const keepsRoutes of [true, false]) {
        const files = new SimulatedFileSystem()
        const source = await cutOff(files)
        const later = await startWith(files, design, keepsRoutes)
        expect(later.designs.latest.source).toEqual(source)
        expect(await later.designs.files()).toEqual(design.source)
        expect([runs(later), later.designs.isWriting, warnings]).toEqual(['A', false, []])
      }
    })

    test('give what their author changed beside it, and no more', async () => {
      const files = new SimulatedFileSystem()
      const source = await cutOff(files)
      const coins = point('coins')
      const design = withPart(named('R'), { metrics: [coins, ...named('R').source.metrics] })
      const later = await startWith(files, design, true)
      expect(later.designs.latest.source).toEqual({
        ...source,
        metrics: [coins, ...source.metrics],
      })
      expect([await later.designs.files(), later.designs.isWriting, warnings]).toEqual([design.source, false, []])
    })

    test('count as changed by their author where he makes them so later', async () => {
      const files = new SimulatedFileSystem()
      await cutOff(files)
      const later = await startWith(files, named('A'), true)
      expect(await later.designs.takeFromFiles(named('R'), true)).toMatchObject({ changed: true, lost: ['metrics/xp'] })
    })

    test('are known as far as they were written, however often that is cut off', async () => {
      const files = new SimulatedFileSystem()
      await cutOff(files)
      // Files that are broken are not taken at the start.
      const again = await startWith(files, undefined, true)
      const found = await again.designs.files(named('R').source)
      expect([found, await again.designs.files()]).toEqual([named('R').source, named('A').source])
      await again.designs.willWrite(found, again.designs.latest.source)
      right(await rename(again, 'T'))
      const { source } = again.designs.latest
      await again.stop()
      const later = await startWith(files, named('R'), true)
      expect([later.designs.latest.source, warnings]).toEqual([source, []])
    })

    test('leave no design behind once they are taken', async () => {
      const files = new SimulatedFileSystem()
      await cutOff(files)
      const later = await startWith(files, all, true)
      expect(await files.list('data/designs')).toHaveLength(3)
      await later.designs.wroteFiles(later.designs.latest.source)
      expect(await files.list('data/designs')).toHaveLength(2)
    })

    test('are none where game.json is of before there was a note of it', async () => {
      const files = new SimulatedFileSystem()
      const emulator = await changedByRoutes(files)
      const { source } = emulator.designs.latest
      await emulator.stop()
      const path = 'data/game.json'
      const { design, ...rest } = JSON.parse(String(await files.readFile(path)))
      expect(design.writing).toBeNull()
      delete design.writing
      await (await files.open(path, 'replace')).write(Buffer.from(JSON.stringify({ ...rest, design })), 0)
      const later = await startWith(files, named('A'), true)
      expect([later.designs.latest.source, later.designs.isWriting]).toEqual([source, false])
    })
  })

  test('tell at a start what of the routes they undo', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await changedByRoutes(files)
    await emulator.stop()
    const warnings: string[] = []
    await open(files, 'B', { warn: (message) => warnings.push(message) })
    expect(warnings).toEqual([expect.stringMatching(/overwritten.*: metrics\/xp, actions\/like$/)])
  })
})

describe('what is saved and never runs', () => {
  const kept = (files: SimulatedFileSystem) => files.list('data/designs')

  test('is kept as long as something names it', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    for (let i = 0; i < 20; i += 1) right(await rename(emulator, `R${i}`))
    expect(await kept(files)).toHaveLength(2)
    await emulator.designs.takeFromFiles(named('B'))
    for (let i = 0; i < 20; i += 1) {
      const before = emulator.designs.latest.source
      right(await rename(emulator, `S${i}`))
      await emulator.designs.willWrite(before, emulator.designs.latest.source)
      await emulator.designs.wroteFiles(emulator.designs.latest.source)
    }
    right(await rename(emulator, 'T'))
    // A and B, which ran; T is the working one and the stash, and S19 stands in the files.
    expect(await kept(files)).toHaveLength(4)
    await emulator.designs.takeFromFiles(named('T'), true)
    const later = await again(emulator, files, 'T')
    expect([await nameIn(later, 'latest'), await nameIn(later, 'latest', 'stash'), runs(later)]).toEqual([
      'T',
      'T',
      'B',
    ])
    expect(await kept(files)).toHaveLength(3)
  })

  test('can be read as the stash while others save', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    right(await rename(emulator, 'R'))
    await emulator.designs.takeFromFiles(named('B'))
    const reads = [nameIn(emulator, 'latest', 'stash'), rename(emulator, 'S'), nameIn(emulator, 'latest', 'stash')]
    expect(await Promise.all(reads)).toMatchObject(['R', { name: 'S' }, expect.stringMatching(/^[RS]$/)])
  })

  test('and a crash has left behind goes at the next start, unless game.json is lost', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    right(await rename(emulator, 'R'))
    await emulator.stop()
    const left = `${'0'.repeat(64)}.draft.json`
    await files.open(`data/designs/${left}`, 'create')
    const json = String(await files.readFile('data/game.json'))
    await files.unlink('data/game.json')
    await again(await open(files), files).then((on) => on.stop())
    expect(await kept(files)).toContain(left)
    await (await files.open('data/game.json', 'replace')).write(Buffer.from(json), 0)
    expect(await nameIn(await open(files), 'latest')).toBe('R')
    expect(await kept(files)).not.toContain(left)
  })

  test('is kept no longer in memory either', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A', { data: undefined })
    right(await rename(emulator, 'R'))
    await emulator.designs.takeFromFiles(named('B'))
    expect(await nameIn(emulator, 'latest', 'stash')).toBe('R')
    right(await rename(emulator, 'S'))
    expect([await nameIn(emulator, 'latest'), await nameIn(emulator, 'latest', 'stash')]).toEqual(['S', 'S'])
  })
})

test('who listens is told of each change through a route, and of no other', async () => {
  const emulator = await open(new SimulatedFileSystem(), 'A')
  const told: DesignSource[] = []
  const end = emulator.designs.onRouteSave((source) => told.push(source))
  right(await rename(emulator, 'R'))
  right(await rename(emulator, 'R'))
  await emulator.designs.takeFromFiles(named('B'))
  right(await deploy(emulator))
  expect(await run(emulator, metrics.remove, { version: 'latest', id: 'nope' })).toMatchObject({
    fault: 'metric_not_found',
  })
  expect(told).toEqual([named('R').source])
  end()
  right(await rename(emulator, 'S'))
  expect(told).toHaveLength(1)
})

describe('versions', () => {
  test('are there again after a restart, with their labels', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    right(await deploy(emulator, 'production'))
    right(await rename(emulator, 'R'))
    right(await deploy(emulator))
    right(await rename(emulator, 'S'))
    const later = await again(emulator, files)
    const seen = await Promise.all(['latest', 'v1', 'v2', 'v3'].map((version) => nameIn(later, version)))
    expect(seen).toEqual(['S', 'A', 'R', 'version_not_found'])
    expect([runs(later), runs(later, 'production')]).toEqual(['R', 'A'])
    expect(right(await deploy(later)).version).toBe('v3')
  })

  test('that run are known by their labels, and written down again, when game.json was lost', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    for (const name of ['R', 'S']) {
      right(await deploy(emulator))
      right(await rename(emulator, name))
    }
    await emulator.stop()
    await files.unlink('data/game.json')
    const later = await open(files)
    const seen = await Promise.all(['latest', 'v1', 'v2'].map((version) => nameIn(later, version)))
    expect(seen).toEqual(['R', 'version_not_found', 'R'])
    const { design } = JSON.parse(String(await files.readFile('data/game.json')))
    expect(design.versions).toEqual([{ label: 'v2', hash: later.designs.latest.hash }])
    right(await rename(later, 'T'))
    expect(right(await deploy(later)).version).toBe('v3')
  })

  test('have one label each, when an older game.json was put back', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    for (const name of ['R', 'A']) {
      right(await deploy(emulator))
      right(await rename(emulator, name))
    }
    await emulator.stop()
    const older = String(await files.readFile('data/game.json'))
    await files.unlink('data/game.json')
    const without = await open(files)
    right(await rename(without, 'A'))
    expect(right(await deploy(without)).version).toBe('v3')
    await without.stop()
    await (await files.open('data/game.json', 'replace')).write(Buffer.from(older), 0)
    const later = await again(await open(files), files)
    const seen = await Promise.all(['v1', 'v2', 'v3'].map((version) => nameIn(later, version)))
    expect(seen).toEqual(['A', 'R', 'version_not_found'])
  })

  test('of a game that never kept any begin with what staging runs, or with nothing', async () => {
    const files = new SimulatedFileSystem()
    expect((await open(files)).designs.latest.source.metrics).toEqual([])
    await opened.pop()?.stop()
    const emulator = await open(files, 'A')
    await emulator.stop()
    const path = 'data/game.json'
    const { design: _, ...older } = JSON.parse(String(await files.readFile(path))) as Record<string, unknown>
    const file = await files.open(path, 'replace')
    await file.write(Buffer.from(JSON.stringify(older)), 0)
    await file.close()
    expect(await nameIn(await open(files), 'latest')).toBe('A')
  })

  test('upgrades run the design that waits, whatever was saved since', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    expect(await run(emulator, completeUpgrade, {}, 'production')).toMatchObject({ fault: 'invalid_request' })
    right(await deploy(emulator, 'production'))
    const production = emulator.runtime('production')
    right(await production.execute(createPlayer, { id: 'zoe' }, operator))
    const play = { action: 'like', count: 1, variables: {}, scopes: [], query: false }
    right(await production.execute(playAction, play, { ...operator, player: 'zoe' }))
    right(await run(emulator, metrics.remove, { version: 'latest', id: 'xp' }))
    right(await run(emulator, componentOperations('actions').remove, { version: 'latest', id: 'like' }))
    expect(right(await deploy(emulator, 'production'))).toMatchObject({ status: 'issues', version: 'latest' })
    expect(await run(emulator, completeUpgrade, {}, 'production')).toMatchObject({ fault: 'unresolved_issues' })
    // The same design on staging has a label, which is then told of production's too.
    expect(right(await deploy(emulator)).version).toBe('v2')
    expect(right(await deploy(emulator, 'production'))).toMatchObject({ status: 'issues', version: 'v2' })
  })
})

describe('a frozen version', () => {
  const edit = vi.fn<DesignEdit<object, null>['edit']>(() => fault('metric_not_found', { id: 'no edit says so' }))
  const op = (names?: Fault): DesignEdit<object, null> => ({
    kind: 'version-edit',
    name: 'design.metrics.test',
    versionOf: () => ({ version: 'v1' }),
    ...(names ? { findMissing: () => names } : {}),
    edit,
  })

  test('refuses an edit without trying it, but for what the edit names and is not there', async () => {
    const emulator = await open(new SimulatedFileSystem(), 'A')
    right(await deploy(emulator))
    const missing = fault('action_not_found', { id: 'nope' })
    expect(await run(emulator, op(missing), {})).toBe(missing)
    expect(await run(emulator, op(), {})).toEqual(fault('version_frozen', { version: 'v1' }))
    expect(edit).not.toHaveBeenCalled()
    const changed = (id: string) => run(emulator, metrics.update, { version: 'v1', id, changes: { name: 'R' } })
    expect([await changed('xp'), await changed('nope')]).toMatchObject([
      { fault: 'version_frozen' },
      { fault: 'metric_not_found' },
    ])
  })
})

describe('a game that has stopped', () => {
  test('writes nothing into what another one has by then', async () => {
    const files = new SimulatedFileSystem()
    const emulator = await open(files, 'A')
    right(await deploy(emulator))
    const later = await again(emulator, files)
    right(await rename(later, 'S'))
    const kept = String(await files.readFile('data/game.json'))
    const operations = files.operations
    for (const refused of [
      () => rename(emulator, 'R'),
      () => deploy(emulator),
      () => nameIn(emulator, 'latest'),
      () => emulator.designs.takeFromFiles(named('B')),
      () => emulator.designs.willWrite(named('A').source, named('B').source),
      () => emulator.designs.wroteFiles(named('B').source),
      () => emulator.images.delete('f'.repeat(24)),
    ])
      await expect(refused()).rejects.toThrow(new StorageError('The game has stopped'))
    expect(files.operations).toBe(operations)
    expect(String(await files.readFile('data/game.json'))).toBe(kept)
  })

  test('had its lock until what was under way was done', async () => {
    const files = new HeldFiles()
    const emulator = await open(files, 'A')
    const release = files.hold()
    const answers = Promise.all([rename(emulator, 'R'), deploy(emulator)])
    const stopped = emulator.stop()
    await sleep(30)
    expect(await files.readFile('data/lock')).toBeDefined()
    release()
    expect(await answers).toMatchObject([{ name: 'R' }, { version: 'v1' }])
    await stopped
    expect(await files.readFile('data/lock')).toBeUndefined()
    const later = await open(files)
    expect([await nameIn(later, 'latest'), await nameIn(later, 'v1'), runs(later)]).toEqual(['R', 'R', 'R'])
  })
})

describe('what is not on disk yet', () => {
  test('is neither answered nor seen', async () => {
    const files = new HeldFiles()
    const emulator = await open(files, 'A')
    const release = files.hold()
    let done = false
    const renamed = rename(emulator, 'R').then(() => (done = true))
    await sleep(30)
    expect([done, await nameIn(emulator, 'latest'), await nameIn(emulator, 'latest', 'stash')]).toEqual([
      false,
      'A',
      'A',
    ])
    release()
    await renamed
    expect(await nameIn(emulator, 'latest')).toBe('R')
  })

  test.each(['EIO', 'ENOSPC'] as const)(
    'and cannot get there (%s) ends the design routes, and no play',
    async (kind) => {
      const files = new SimulatedFileSystem()
      const emulator = await open(files, 'A')
      const before = files.operations
      right(await rename(emulator, 'R'))
      // The last operations of a save are those of game.json.
      files.fault = { at: files.operations + (files.operations - before), kind }
      await expect(rename(emulator, 'S')).rejects.toThrow(StorageError)
      expect(files.faulted).toContain('data')
      expect(emulator.state).toBe('storage_failed')
      for (const refused of [
        () => nameIn(emulator, 'latest'),
        () => rename(emulator, 'T'),
        () => deploy(emulator),
        () => emulator.designs.takeFromFiles(named('B')),
        () => emulator.designs.willWrite(named('A').source, named('B').source),
        () => emulator.designs.wroteFiles(named('B').source),
      ])
        await expect(refused()).rejects.toThrow(StorageError)
      right(await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator))
      const later = await again(emulator, files)
      expect(['R', 'S']).toContain(await nameIn(later, 'latest'))
      expect(right(await deploy(later)).version).toBe('v1')
    },
  )
})

test('edits and deployments that arrive together take place in the order of their arrival', async () => {
  const emulator = await open(new SimulatedFileSystem(), 'A')
  const answers = await Promise.all([
    rename(emulator, 'B'),
    deploy(emulator),
    rename(emulator, 'C'),
    deploy(emulator),
    emulator.designs.takeFromFiles(named('D')),
    deploy(emulator),
  ])
  expect(answers).toMatchObject([
    { name: 'B' },
    { version: 'v1' },
    { name: 'C' },
    { version: 'v2' },
    { changed: true },
    { version: 'v3' },
  ])
  const seen = await Promise.all(['v1', 'v2', 'v3'].map((version) => nameIn(emulator, version)))
  expect(seen).toEqual(['B', 'C', 'D'])
})
