import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { MemoryLog } from '../../test/support/memory-log.ts'
import { openNode, writeWith } from '../../test/support/node-stores.ts'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { dataOn, makePlace } from '../../test/support/storages.ts'
import { testGame } from '../../test/support/test-game.ts'
import { writeNodeFile } from '../cluster/node-store.ts'
import type { RuntimeName } from '../game/game-state.ts'
import { checksum } from '../storage/checksum.ts'
import { designHash } from '../storage/designs.ts'
import { directoryBlobs } from '../storage/log/blobs.ts'
import type { RuntimeStore } from '../storage/runtime-store.ts'
import { LockHeld, StorageError } from '../storage/storage-error.ts'
import { newRecord } from './designs/design-record.ts'
import { NODE_FILE, openGameStore, type GameStore } from './game-store.ts'
import type { DataDirectory } from './settings.ts'

const CREATED_MS = Date.UTC(2030, 0, 1)

const opened: GameStore[] = []
const removals: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close().catch(() => {})
  for (const remove of removals.splice(0)) await remove()
})

/** A place in which one game can be stored, and opened again if it outlives its program. */
interface Place {
  readonly open: () => Promise<GameStore>
}

async function storeIn(data: DataDirectory | undefined, createdMs: number): Promise<GameStore> {
  const store = await openGameStore({
    game: testGame('stored'),
    clients: [],
    program: 'test',
    data,
    machineNow: () => createdMs,
    warn: (message) => {
      throw new Error(message)
    },
  })
  opened.push(store)
  return store
}

/** Each opening is a day later. */
function placeIn(data: DataDirectory | undefined): Place {
  let openings = 0
  return {
    open: () => {
      openings += 1
      return storeIn(data, CREATED_MS + (openings - 1) * 24 * 60 * 60 * 1000)
    },
  }
}

async function onThisMachine(): Promise<Place> {
  const { data, remove } = await makePlace('on disk')
  removals.push(remove)
  return placeIn(data)
}

/** Every opening is that of the node, after it has taken all of the log; or each of another node, which begins empty. */
function onSeveralMachines(isSameNode: boolean): () => Promise<Place> {
  return async () => {
    const log = new MemoryLog()
    const shared = await directoryBlobs(new SimulatedFileSystem(), 'blobs')
    const own = dataOn(new SimulatedFileSystem())
    let openings = 0
    return {
      open: async () => {
        const data = isSameNode ? own : dataOn(new SimulatedFileSystem())
        const createdMs = CREATED_MS + openings * 24 * 60 * 60 * 1000
        openings += 1
        const node = await openNode({ data, blobs: shared, createdMs, game: 'stored', log })
        const store = await writeWith(node, log)
        opened.push(store)
        return store
      },
    }
  }
}

/** Every implementation of the interface passes these. */
const DURABLE: readonly (readonly [string, () => Promise<Place>])[] = [
  ['in a simulated directory', async () => placeIn(dataOn(new SimulatedFileSystem()))],
  ['in a directory of this machine', onThisMachine],
  ['of a node', onSeveralMachines(true)],
]
const ALL: typeof DURABLE = [['in memory', async () => placeIn(undefined)], ...DURABLE]

const openRuntime = (store: GameStore, name: RuntimeName, generation?: number): Promise<RuntimeStore> =>
  store.openRuntime(name, { generation, design: () => null })

async function append({ live: { journal } }: RuntimeStore, ...letters: readonly string[]): Promise<void> {
  for (const letter of letters) {
    const seq = journal.lastSeq + 1
    const text = JSON.stringify({ seq, letter })
    await journal.append(seq, text, checksum(text))
  }
}

const historyOf = async ({ live: { journal } }: RuntimeStore): Promise<string> =>
  (await Array.fromAsync(journal.read(1), ({ text }) => (JSON.parse(text) as { letter: string }).letter)).join('')

const DESIGN = JSON.stringify({ metrics: [] })
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const IMAGE_ID = 'ab'.repeat(12)

describe.each(ALL)('a store %s', (_, placeOf) => {
  test('begins empty, with a secret of its own', async () => {
    const [one, other] = await Promise.all([placeOf(), placeOf()])
    const [{ file, revoked, ...store }, { file: otherFile }] = await Promise.all([one.open(), other.open()])
    expect(file).toMatchObject({ created: CREATED_MS, design: undefined, runtimes: undefined })
    expect(file.secret.length).toBeGreaterThanOrEqual(32)
    expect(file.secret).not.toBe(otherFile.secret)
    expect(revoked.found).toEqual([])
    expect([...(await store.openImages()).list()]).toEqual([])
  })

  test('keeps designs by the hashes of their texts, and drafts until they are forgotten', async () => {
    const store = await (await placeOf()).open()
    const designs = await store.openDesigns()
    expect(await designs.write(DESIGN)).toBe(designHash(DESIGN))
    const [draft, other] = [await designs.writeDraft('{"a":1}'), await designs.writeDraft('{"b":2}')]
    expect(await designs.read(draft)).toBe('{"a":1}')
    await designs.forgetDrafts(new Set([other]))
    expect([...(await designs.missing([designHash(DESIGN), draft, other])).keys()]).toEqual([draft])
    await expect(designs.read(draft)).rejects.toThrow(StorageError)
  })

  test('keeps images by their ids', async () => {
    const images = await (await (await placeOf()).open()).openImages()
    await images.put('design', IMAGE_ID, PNG)
    await images.put('players', IMAGE_ID, PNG)
    expect(images.list()).toEqual([IMAGE_ID])
    expect(await images.delete(IMAGE_ID)).toBe(true)
    expect([await images.has('design', IMAGE_ID), await images.has('players', IMAGE_ID)]).toEqual([false, true])
  })

  test('keeps a history for each runtime', async () => {
    const store = await (await placeOf()).open()
    const [staging, production] = [await openRuntime(store, 'staging'), await openRuntime(store, 'production')]
    await append(staging, 'a', 'b')
    await append(production, 'c')
    expect([await historyOf(staging), await historyOf(production)]).toEqual(['ab', 'c'])
  })

  test('makes another generation live when its owner says so', async () => {
    const store = await (await placeOf()).open()
    const staging = await openRuntime(store, 'staging')
    await append(staging, 'a', 'b', 'c')
    const { generation } = staging.live
    const [, text = ''] = await staging.live.journal.texts([1, 2])
    const next = await staging.begin({ parent: { generation, seq: 2 }, first: 3, chain: checksum(text) })
    await store.file.keepGeneration('staging', next.generation)
    await staging.madeLive(next)
    await append(staging, 'd')
    expect(await historyOf(staging)).toBe('abd')
  })

  test('takes nothing once it is closed', async () => {
    const store = await (await placeOf()).open()
    const staging = await openRuntime(store, 'staging')
    await append(staging, 'a')
    await store.close()
    await expect(append(staging, 'b')).rejects.toThrow()
  })
})

describe.each([...DURABLE, ['of one node, found by another one', onSeveralMachines(false)] as const])(
  'a store %s outlives its program',
  (_, placeOf) => {
    test('with everything that was stored', async () => {
      const place = await placeOf()
      const first = await place.open()
      const hash = await (await first.openDesigns()).write(DESIGN)
      await (await first.openImages()).put('design', IMAGE_ID, PNG)
      const staging = await openRuntime(first, 'staging')
      await first.file.begin({ staging: { generation: staging.live.generation }, production: { generation: 1 } })
      await append(staging, 'a')
      const next = await staging.begin({ parent: null, first: 1, chain: 0 })
      await first.file.keepGeneration('staging', next.generation)
      await staging.madeLive(next)
      await append(staging, 'x', 'y')
      await first.file.keepDesign(newRecord(hash))
      const ending = { family: 'tokens:web', id: 'one', untilS: 99 } as const
      await first.revoked.add(ending)
      await first.close()

      const second = await place.open()
      const { created, secret, design, runtimes } = second.file
      expect({ created, secret, design }).toEqual({
        created: CREATED_MS,
        secret: first.file.secret,
        design: newRecord(hash),
      })
      expect(runtimes).toEqual({ staging: { generation: next.generation }, production: { generation: 1 } })
      expect(second.revoked.found).toEqual([ending])
      expect(await (await second.openDesigns()).read(hash)).toBe(DESIGN)
      expect((await second.openImages()).list()).toEqual([IMAGE_ID])
      expect(await historyOf(await openRuntime(second, 'staging', runtimes?.staging.generation))).toBe('xy')
    })
  },
)

describe.each(DURABLE)('a store %s', (_, placeOf) => {
  test('is used by one at a time, who can say where', async () => {
    const place = await placeOf()
    const first = await place.open()
    await first.announce('http://127.0.0.1:4040')
    const refused = await place.open().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LockHeld)
    expect(refused).toMatchObject({ url: 'http://127.0.0.1:4040' })
    await first.close()
    await place.open()
  })
})

test('the directory of a node is refused, so that nothing is played that its log does not have', async () => {
  const { data, remove } = await makePlace('on disk')
  removals.push(remove)
  if (!data) throw new Error('there is a data directory')
  await (await storeIn(data, CREATED_MS)).close()
  const path = join(data.directory, NODE_FILE)
  await writeNodeFile(data, { log: 'the log', position: 1, writer: 'n1.1' })
  await expect(storeIn(data, CREATED_MS)).rejects.toThrow(/the data directory of a node/u)
  // Nobody holds it afterwards, and it is a game on one machine again without this file.
  await data.files.unlink(path)
  await storeIn(data, CREATED_MS)
})
