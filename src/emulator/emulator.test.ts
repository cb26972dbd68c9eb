import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, start } from '../../test/support/design-parts.ts'
import { START_MS } from '../../test/support/game-run.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { testGame } from '../../test/support/test-game.ts'
import { listActions, playAction } from '../game/actions/operations.ts'
import { readPlayerFeed } from '../game/feeds/operations.ts'
import { isFault } from '../game/kernel/fault.ts'
import { createPlayer } from '../game/players/administration.ts'
import { readProfile } from '../game/players/profile.ts'
import type { FileHandle } from '../storage/fs.ts'
import { openEmulator, type Emulator } from './emulator.ts'
import { openGameStore } from './game-store.ts'
import { StartRefused, type EmulatorSettings } from './settings.ts'

const likes = (points: string) =>
  designOf({
    metrics: [point('xp')],
    actions: [action('like', [add('xp', points)])],
    bootstrap: { scores: [start(add('xp', '0'))] },
  })

let starts = 0

async function open(settings: Partial<EmulatorSettings> = {}): Promise<Emulator> {
  const emulator = await openEmulator({
    game: testGame('zion'),
    clients: [],
    program: 'test',
    data: undefined,
    design: likes('10'),
    machineNow: () => START_MS,
    ...settings,
  })
  await emulator.ready
  return emulator
}

/** Files that each start holds as another process. */
function disk() {
  const files = new SimulatedFileSystem()
  return () => {
    starts += 1
    const pid = starts
    return {
      files,
      directory: 'data',
      processes: { pid, host: 'here', startOf: async (asked: number) => (asked === pid ? `${pid}` : undefined) },
    }
  }
}

const operator = { client: 'test' }
const neo = { client: 'test', player: 'neo' }
const play = (emulator: Emulator) =>
  emulator
    .runtime('staging')
    .execute(playAction, { action: 'like', count: 1, variables: {}, scopes: [], query: false }, neo)
const xpOf = async (emulator: Emulator) => {
  const profile = await emulator.runtime('staging').execute(readProfile, { id: 'neo' }, operator)
  return isFault(profile) ? profile : profile.scores[0]?.value
}

test('a game whose journal is full decides nothing more, and reads go on', async () => {
  let isFull = false
  const settings = { game: testGame('zion'), clients: [], program: 'test', data: undefined, design: likes('10') }
  const emulator = await openEmulator({ ...settings, machineNow: () => START_MS }, async (given) => {
    const store = await openGameStore(given)
    const openRuntime: typeof store.openRuntime = async (...parameters) => {
      const runtime = await store.openRuntime(...parameters)
      Object.defineProperty(runtime.live.journal, 'isHeldUp', { get: () => isFull })
      return runtime
    }
    return { ...store, openRuntime }
  })
  await emulator.ready
  await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
  await play(emulator)
  const { seq } = emulator.runtime('staging').state
  isFull = true
  expect(await play(emulator)).toMatchObject({ fault: 'temporary_failure' })
  expect(emulator.runtime('staging').state.seq).toBe(seq)
  expect(await xpOf(emulator)).toBe('10')
  isFull = false
  await play(emulator)
  expect(await xpOf(emulator)).toBe('20')
  await emulator.stop()
})

test('a start writes no design that the game has, so that it waits for nothing that stores one', async () => {
  const openAs = disk()
  const started = async (isStuck: boolean): Promise<Emulator> => {
    const settings = { game: testGame('zion'), clients: [], program: 'test', data: openAs(), design: likes('10') }
    const emulator = await openEmulator({ ...settings, machineNow: () => START_MS }, async (given) => {
      const store = await openGameStore(given)
      const stuck = () => Promise.reject(new Error('a design was written'))
      const openDesigns: typeof store.openDesigns = async () => {
        const designs = await store.openDesigns()
        return isStuck ? { ...designs, write: stuck, writeDraft: stuck } : designs
      }
      return { ...store, openDesigns }
    })
    await emulator.ready
    return emulator
  }
  await (await started(false)).stop()
  await (await started(true)).stop()
})

describe('an emulator', () => {
  test('runs the design in staging, and nothing yet in production', async () => {
    const emulator = await open()
    expect(emulator.state).toBe('ready')
    for (const name of ['staging', 'production'] as const)
      await emulator.runtime(name).execute(createPlayer, { id: 'neo' }, operator)
    expect(await emulator.runtime('staging').execute(listActions, {}, neo)).toMatchObject([{ id: 'like' }])
    expect(await emulator.runtime('production').execute(listActions, {}, neo)).toEqual([])
  })

  test('has different players in each', async () => {
    const emulator = await open()
    await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    expect(await emulator.runtime('production').whyCannotAct('neo')).toMatchObject({ fault: 'player_not_found' })
  })

  test('is not ready before its state is loaded', async () => {
    const emulator = await openEmulator({ ...(await open()).settings })
    expect(emulator.state).toBe('starting')
    expect(() => emulator.runtime('staging')).toThrow('before it is loaded')
    await emulator.ready
    expect(emulator.state).toBe('ready')
  })

  test('draws luck from the id of the game, unless it is told a seed', async () => {
    const seedOf = async (settings: Partial<EmulatorSettings>) => (await open(settings)).runtime('staging').state.seed
    expect(await seedOf({})).toBe('zion')
    expect(await seedOf({ randomSeed: 'other' })).toBe('other')
  })
})

describe('a start on the data of an earlier one', () => {
  test('goes on where it ended: scores, feeds, secret, design', async () => {
    const data = disk()
    const first = await open({ data: data() })
    await first.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    const played = await play(first)
    await first.stop()
    const second = await open({ data: data(), design: undefined })
    expect(await xpOf(second)).toBe('10')
    expect(second.secret).toBe(first.secret)
    const feed = await second
      .runtime('staging')
      .execute(readPlayerFeed, { id: 'neo', start: 0, end: undefined }, operator)
    expect(feed).toMatchObject([{ id: isFault(played) ? '' : played.events.local[0]?.id }])
    await play(second)
    expect(await xpOf(second)).toBe('20')
    await second.stop()
  })

  test('writes nothing when nothing is new', async () => {
    const data = disk()
    await (await open({ data: data(), randomSeed: 'x' })).stop()
    const again = await open({ data: data(), randomSeed: 'x' })
    const { seq } = again.runtime('staging').state
    await again.stop()
    const third = await open({ data: data() })
    expect(third.runtime('staging').state.seq).toBe(seq)
    expect(third.runtime('staging').state.seed).toBe('x')
    await third.stop()
  })

  test('runs a design that has changed since, from the next play on', async () => {
    const data = disk()
    const first = await open({ data: data() })
    await first.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    await play(first)
    await first.stop()
    const second = await open({ data: data(), design: likes('7') })
    expect(await xpOf(second)).toBe('10')
    await play(second)
    expect(await xpOf(second)).toBe('17')
    await second.stop()
  })

  test('takes a new seed from then on', async () => {
    const data = disk()
    await (await open({ data: data() })).stop()
    const again = await open({ data: data(), randomSeed: 'new' })
    expect(again.runtime('production').state.seed).toBe('new')
    await again.stop()
  })

  test('keeps its clock, and refuses to go back behind what has happened', async () => {
    const data = disk()
    const later = START_MS + 86_400_000
    const first = await open({ data: data(), now: later, freeze: true })
    expect(await first.runtime('staging').clock.read()).toEqual({ now: later, frozen: true })
    await first.stop()
    const second = await open({ data: data() })
    expect(await second.runtime('staging').clock.read()).toEqual({ now: later, frozen: true })
    await second.stop()
    const third = await openEmulator({ ...second.settings, data: data(), now: later - 1 })
    await expect(third.ready).rejects.toThrow(StartRefused)
    await expect(third.ready).rejects.toThrow('is already at 2030-05-16T12:00:00.000Z, and its clock cannot go back')
    await third.stop()
    const fourth = await open({ data: data(), now: later + 5, freeze: false })
    expect(await fourth.runtime('production').clock.read()).toEqual({ now: later + 5, frozen: false })
    await fourth.stop()
  })
})

/** Counts the files that are open, and lets `open` go wrong where the test wants it. */
function watched(files: SimulatedFileSystem, before: (path: string) => Promise<void> = async () => {}) {
  const open = files.open.bind(files)
  const handles = new Map<FileHandle, string>()
  files.open = async (path, ...rest) => {
    await before(path)
    const handle = await open(path, ...rest)
    const counted: FileHandle = {
      ...handle,
      close: async () => {
        handles.delete(counted)
        await handle.close()
      },
    }
    handles.set(counted, path)
    return counted
  }
  return () => [...handles.values()]
}

describe('a stop lets go of everything', () => {
  test('after a start that was refused', async () => {
    const data = disk()
    const later = START_MS + 86_400_000
    const first = await open({ data: data(), now: later, freeze: true })
    await first.stop()
    const again = data()
    const openFiles = watched(again.files)
    const refused = await openEmulator({ ...first.settings, data: again, now: later - 1 })
    await expect(refused.ready).rejects.toThrow(StartRefused)
    expect(openFiles()).toHaveLength(2)
    await refused.stop()
    expect(openFiles()).toEqual([])
    expect(await again.files.readFile('data/lock')).toBeUndefined()
  })

  test('after a start of which one runtime failed, and only when the other is done too', async () => {
    const data = disk()()
    const openFiles = watched(data.files, async (path) => {
      if (path.startsWith('data/staging')) throw new Error('EIO')
      if (path.startsWith('data/production')) await new Promise((done) => setTimeout(done, 20))
    })
    const emulator = await openEmulator({ ...(await open()).settings, data })
    await expect(emulator.ready).rejects.toThrow('EIO')
    await emulator.stop()
    expect(openFiles()).toEqual([])
    await new Promise((done) => setTimeout(done, 40))
    expect(openFiles()).toEqual([])
    expect(await data.files.readFile('data/production/journal/1-000000000001.ndjson')).toBeDefined()
  })

  test('after a journal failed', async () => {
    const data = disk()()
    const openFiles = watched(data.files)
    const emulator = await open({ data })
    data.files.fault = { at: data.files.operations + 1, kind: 'ENOSPC' }
    await expect(emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)).rejects.toThrow('ENOSPC')
    await emulator.stop()
    expect(openFiles()).toEqual([])
    expect(await data.files.readFile('data/lock')).toBeUndefined()
  })

  test('when one journal cannot be closed: the other is, and the lock goes', async () => {
    const data = disk()()
    let stopping = false
    const openFile = data.files.open.bind(data.files)
    data.files.open = async (path, ...rest) => {
      const handle = await openFile(path, ...rest)
      const sync = async (): Promise<void> => {
        if (stopping && path.startsWith('data/staging/journal')) throw new Error('EIO')
        await handle.sync()
      }
      return { ...handle, sync }
    }
    const openFiles = watched(data.files)
    const emulator = await open({ data })
    stopping = true
    await expect(emulator.stop()).rejects.toThrow('cannot be closed: EIO')
    expect(openFiles()).toEqual([])
    expect(await data.files.readFile('data/lock')).toBeUndefined()
  })
})

test('a game whose lock cannot tell where it is served is served all the same, with a warning', async () => {
  const data = disk()()
  const warnings: string[] = []
  const emulator = await open({ data, warn: (message) => void warnings.push(message) })
  data.files.fault = { at: data.files.operations + 2, kind: 'ENOSPC' }
  await emulator.announce('http://localhost:1')
  expect(warnings).toEqual([
    expect.stringMatching(/^The lock data\/lock cannot be written: ENOSPC.*\. Free some space on that/),
  ])
  expect(await data.files.list('data')).toEqual(['designs', 'game.json', 'images', 'lock', 'production', 'staging'])
  await emulator.stop()
})

describe('a snapshot that fails', () => {
  test('is tried again only when as much has happened once more', async () => {
    const data = { ...disk()(), limits: { checkpointEntries: 10 } }
    const warnings: string[] = []
    const emulator = await open({ data, warn: (message) => void warnings.push(message) })
    watched(data.files, async (path) => {
      if (path.includes('/snapshots/')) throw new Error('ENOSPC')
    })
    await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
    for (let i = 0; i < 40; i += 1) await play(emulator)
    expect(warnings.length).toBeGreaterThan(1)
    expect(warnings.length).toBeLessThanOrEqual(5)
    expect(warnings[0]).toContain('ENOSPC')
    await emulator.stop()
  })
})

test('a game in memory forgets what is no longer kept, without a snapshot', async () => {
  const machine = { ms: START_MS }
  const emulator = await open({ keepMs: 1000, machineNow: () => machine.ms })
  await emulator.runtime('staging').execute(createPlayer, { id: 'neo' }, operator)
  for (let i = 0; i < 20_000; i += 1) {
    machine.ms += 1
    await play(emulator)
  }
  const oldest = await emulator.runtime('staging').history({})[Symbol.asyncIterator]().next()
  expect(oldest.value?.seq).toBe(10_000)
  expect(await xpOf(emulator)).toBe('200000')
})
