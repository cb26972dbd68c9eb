import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { checksum } from './checksum.ts'
import { openFileStore, type FileStoreOptions } from './file-store.ts'
import type { GenerationStorage, KeptSnapshot, SnapshotFacts, RuntimeStore } from './runtime-store.ts'
import { StorageError } from './storage-error.ts'

const DIRECTORY = 'data/staging'

/** A store whose segments hold three entries, with what it warned of. */
async function open(fs: SimulatedFileSystem, generation?: number, rest: Partial<FileStoreOptions> = {}) {
  const warnings: string[] = []
  const warn = (message: string): void => void warnings.push(message)
  const place = { fs, directory: DIRECTORY, program: '1.0.0', runtime: 'staging', generation, segmentBytes: 400 }
  const store = await openFileStore({ ...place, durability: 'batch', design: () => null, warn, ...rest })
  return { store, warnings }
}

const textOf = (seq: number, letter: string): string => `{"${letter}":${seq}}`

async function append({ journal }: GenerationStorage, letter: string, count: number): Promise<void> {
  for (let entry = 0; entry < count; entry += 1) {
    const text = textOf(journal.lastSeq + 1, letter)
    await journal.append(journal.lastSeq + 1, text, checksum(text))
  }
}

async function historyOf({ journal }: GenerationStorage): Promise<string> {
  return (await Array.fromAsync(journal.read(1))).map(({ text }) => text[2]).join('')
}

const pointOf = ({ live }: RuntimeStore, name: string): SnapshotFacts => ({
  name,
  generation: live.generation,
  seq: live.journal.lastSeq,
  sum: live.journal.lastSum,
  at: 1000,
  now: 2000,
  frozen: false,
  created: 3000,
})

const save = (store: RuntimeStore, name: string): Promise<KeptSnapshot> =>
  store.snapshots.save(pointOf(store, name), [{ name: 'a', data: name }])

/** Begins a generation after an entry of the live one. */
async function beginAfter(store: RuntimeStore, seq: number): Promise<GenerationStorage> {
  const { generation, journal } = store.live
  const [text] = await journal.texts([seq])
  return store.begin({ parent: { generation, seq }, first: seq + 1, chain: checksum(text ?? '') })
}

async function goBack(store: RuntimeStore, seq: number, letter: string, count = 1): Promise<number> {
  const begun = await beginAfter(store, seq)
  await append(begun, letter, count)
  await store.madeLive(begun)
  return begun.generation
}

async function beginAt(store: RuntimeStore, { generation, seq, sum }: KeptSnapshot): Promise<GenerationStorage> {
  return store.begin({ parent: { generation, seq }, first: seq + 1, chain: sum })
}

/** The segments that are there, as generation and first seq. */
async function segmentsIn(fs: SimulatedFileSystem): Promise<string[]> {
  return (await fs.list(`${DIRECTORY}/journal`)).map((name) => name.replace(/-0*/, '-').replace('.ndjson', ''))
}

async function edit(fs: SimulatedFileSystem, path: string, change: (content: string) => string): Promise<void> {
  const content = change(String(await fs.readFile(path)))
  const handle = await fs.open(path, 'replace', { writeThrough: true })
  await handle.write(Buffer.from(content), 0)
}

const snapshotAt = (seq: number) => ({ seq, sum: checksum(textOf(seq, 'a')), at: seq, design: null })

describe('what is left of other generations', () => {
  test('goes with the switch, but for what the live one goes on from', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '1-7'])
    await goBack(store, 5, 'b', 4)
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '2-6', '2-9'])
    await goBack(store, 6, 'c')
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '2-6', '3-7'])
    await goBack(store, 2, 'd')
    expect(await segmentsIn(fs)).toEqual(['1-1', '4-3'])
    const again = await open(fs.crash('all'), 4)
    expect(await historyOf(again.store.live)).toBe('aad')
    expect([again.warnings, again.store.live.generation]).toEqual([[], 4])
  })

  test('stays as long as a point needs it', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 5)
    await save(store, 'five')
    await append(store.live, 'a', 4)
    await goBack(store, 1, 'b', 3)
    await save(store, 'other')
    await store.madeLive(await store.begin({ parent: null, first: 1, chain: 0 }))
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '2-2', '3-1'])
    await store.snapshots.delete('five')
    expect(await segmentsIn(fs)).toEqual(['1-1', '2-2', '3-1'])
    await store.snapshots.delete('other')
    expect(await segmentsIn(fs)).toEqual(['3-1'])
  })

  test('of one that was begun and never made live goes with the next switch', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    const begun = await beginAfter(store, 8)
    await append(begun, 'b', 5)
    await begun.write?.({ ...snapshotAt(8), seq: 13 }, [])
    const left = fs.crash('all')
    const again = await open(left, 1)
    expect(await historyOf(again.store.live)).toBe('aaaaaaaaa')
    expect(await segmentsIn(left)).toEqual(['1-1', '1-4', '1-7', '2-9', '2-12'])
    expect(await goBack(again.store, 8, 'c')).toBe(3)
    expect(await segmentsIn(left)).toEqual(['1-1', '1-4', '1-7', '3-9'])
    expect(await left.list(`${DIRECTORY}/snapshots`)).toEqual([])
  })

  test('stays where the start is told of an older one: the newest is there, whole, when it is named again', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 5)
    const five = await save(store, 'five')
    await store.madeLive(await store.begin({ parent: null, first: 1, chain: 0 }))
    await append(store.live, 'b', 4)
    await save(store, 'old')
    const newest = await beginAt(store, five)
    await append(newest, 'c', 4)
    await store.madeLive(newest)
    await newest.write?.({ ...snapshotAt(9), sum: newest.journal.lastSum }, [])
    await store.close()
    const there = async () => [await segmentsIn(fs), await fs.list(`${DIRECTORY}/snapshots`)]
    const before = await there()
    const old = (await open(fs, 2)).store
    expect(await historyOf(old.live)).toBe('bbbb')
    await old.snapshots.delete('five')
    const begun = await beginAfter(old, 2)
    expect(begun.generation).toBe(4)
    await append(begun, 'd', 4)
    await begun.write?.({ ...snapshotAt(6), sum: begun.journal.lastSum }, [])
    await old.discard(begun)
    await old.close()
    expect(await there()).toEqual(before)
    const again = (await open(fs, 3)).store
    expect(await historyOf(again.live)).toBe('aaaaacccc')
    expect(again.checkpoints).toMatchObject([{ generation: 3, seq: 9 }])
  })

  test('that cannot be removed is told, and goes at the next start', async () => {
    const fs = new SimulatedFileSystem()
    const { store, warnings } = await open(fs)
    await append(store.live, 'a', 9)
    const begun = await beginAfter(store, 2)
    const unlink = fs.unlink.bind(fs)
    fs.unlink = () => Promise.reject(Object.assign(new Error('EIO: it is worn out'), { code: 'EIO' }))
    await store.madeLive(begun)
    expect(warnings).toEqual([
      `What is no longer needed in ${DIRECTORY}/journal cannot be removed: EIO: it is worn out`,
    ])
    expect(await segmentsIn(fs)).toHaveLength(4)
    fs.unlink = unlink
    await open(fs, 2)
    expect(await segmentsIn(fs)).toEqual(['1-1', '2-3'])
  })

  test('is discarded with what was written of it', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 4)
    await store.live.write?.(snapshotAt(4), [])
    const before = [await segmentsIn(fs), await fs.list(`${DIRECTORY}/snapshots`)]
    const begun = await beginAfter(store, 2)
    await append(begun, 'b', 9)
    await begun.write?.(snapshotAt(11), [])
    await store.discard(begun)
    expect([await segmentsIn(fs), await fs.list(`${DIRECTORY}/snapshots`)]).toEqual(before)
  })
})

test('with each entry alone, those of a history that is only begun go together', async () => {
  const fs = new SimulatedFileSystem()
  const { store } = await open(fs, undefined, { durability: 'always', segmentBytes: 1 << 20 })
  const begun = await store.begin({ parent: null, first: 1, chain: 0 })
  const operationsFor = async (entries: number): Promise<number> => {
    const before = fs.operations
    for (let entry = 0; entry < entries; entry += 1) {
      const text = textOf(begun.journal.lastSeq + 1, 'b')
      void begun.journal.append(begun.journal.lastSeq + 1, text, checksum(text))
    }
    await begun.sync()
    return fs.operations - before
  }
  expect(await operationsFor(100)).toBe(1)
  await store.madeLive(begun)
  expect(await operationsFor(100)).toBe(100)
})

describe('snapshots', () => {
  test('the newest two of the live history stay, and those of one that is only begun take the place of none', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    for (const seq of [2, 5, 8]) await store.live.write?.(snapshotAt(seq), [])
    const placesOf = (storage: GenerationStorage) =>
      storage.boards.checkpoints().then((all) => all.map(({ generation, seq }) => `${generation}-${seq}`))
    expect(await placesOf(store.live)).toEqual(['1-8', '1-5'])
    const begun = await beginAfter(store, 6)
    expect(await placesOf(begun)).toEqual(['1-5'])
    await append(begun, 'b', 3)
    await begun.write?.(snapshotAt(6), [])
    await begun.write?.(snapshotAt(9), [])
    expect(await placesOf(store.live)).toEqual(['1-8', '1-5'])
    expect(await placesOf(begun)).toEqual(['2-9', '2-6', '1-5'])
    await store.madeLive(begun)
    await append(begun, 'b', 1)
    await begun.write?.(snapshotAt(10), [])
    expect(await placesOf(store.live)).toEqual(['2-10', '2-9'])
    expect(await fs.list(`${DIRECTORY}/snapshots`)).toHaveLength(2)
  })
})

describe('points after a start', () => {
  test('they are there, and bring back histories that are no longer live', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 8)
    const saved = await save(store, 'Eight')
    const generation = await goBack(store, 5, 'b', 9)
    await save(store, 'other')
    const rest = await store.begin({ parent: null, first: 1, chain: 0 })
    await store.madeLive(rest)
    expect(generation).toBe(2)
    const left = fs.crash('none')
    const again = (await open(left, rest.generation)).store
    expect(await again.snapshots.list()).toEqual([
      saved,
      expect.objectContaining({ name: 'other', generation: 2, seq: 14 }),
    ])
    expect(await Array.fromAsync((await again.snapshots.find('Eight'))?.parts() ?? [])).toEqual([
      { name: 'a', data: 'Eight' },
    ])
    expect(await left.list(`${DIRECTORY}/points`)).toEqual(['point-=eight.ndjson', 'point-other.ndjson'])
    const begun = await beginAt(again, saved)
    expect(begun.generation).toBeGreaterThan(rest.generation)
    expect(await historyOf(begun)).toBe('aaaaaaaa')
    await again.discard(begun)
    const [, other] = await again.snapshots.list()
    expect(await historyOf(await beginAt(again, other ?? saved))).toBe('aaaaabbbbbbbbb')
  })

  test('what is known of a history is not read again', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 59)
    const saved = await save(store, 'within')
    await append(store.live, 'a', 60)
    const operationsFor = async (begin: () => Promise<GenerationStorage>): Promise<number> => {
      const before = fs.operations
      await store.discard(await begin())
      return fs.operations - before
    }
    expect(await operationsFor(() => beginAfter(store, 70))).toBeLessThan(20)
    await store.madeLive(await store.begin({ parent: null, first: 1, chain: 0 }))
    expect(await operationsFor(() => beginAt(store, saved))).toBeLessThan(20)
  })

  test('a file that was not finished is removed', async () => {
    const fs = new SimulatedFileSystem()
    await save((await open(fs)).store, 'a')
    await fs.open(`${DIRECTORY}/points/point-b.ndjson.7.tmp`, 'create')
    await open(fs, 1)
    expect(await fs.list(`${DIRECTORY}/points`)).toEqual(['point-a.ndjson'])
  })

  test('a history that another has taken the number of is not taken for its own', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 8)
    const saved = await save(store, 'eight')
    const path = `${DIRECTORY}/points/point-eight.ndjson`
    const content = String(await fs.readFile(path))
    const other = new SimulatedFileSystem()
    const { store: copy } = await open(other)
    await append(copy.live, 'b', 9)
    await save(copy, 'eight')
    await edit(other, path, () => content)
    const { store: again } = await open(other.crash('all'), 1)
    await again.madeLive(await again.begin({ parent: null, first: 1, chain: 0 }))
    const begun = await beginAt(again, saved)
    expect(begun.journal).toMatchObject({ firstSeq: 9, lastSeq: 8, lastSum: saved.sum })
  })
})

describe('a point that cannot be used', () => {
  const forged =
    (field: string, value: unknown) =>
    (content: string): string => {
      const end = content.indexOf('\n')
      const { check: _check, ...told } = { ...(JSON.parse(content.slice(0, end)) as object), [field]: value, check: 0 }
      return `${JSON.stringify({ ...told, check: checksum(JSON.stringify(told)) })}${content.slice(end)}`
    }

  const path = `${DIRECTORY}/points/point-bad.ndjson`

  test.each<[string, (content: string) => string, string]>([
    ['damaged', (content) => content.replace('"seq":4', '"seq":3'), 'it is damaged'],
    ['damaged in its beginning', (content) => content.slice(5), 'it is damaged'],
    ['without a first line', () => '{', 'it is damaged'],
    ['empty', () => '', 'it is damaged'],
    [
      'of a newer format',
      (content) => content.replace('"format":1', '"format":2'),
      'it has format 2, written by gamify 1.0.0',
    ],
    [
      'of another runtime',
      (content) => content.replace('staging', 'production'),
      'it belongs to the production runtime',
    ],
    ['changed in its now and signed', forged('now', -1), 'its first line is not that of a snapshot'],
    ['changed in its frozen and signed', forged('frozen', 5), 'its first line is not that of a snapshot'],
    ['changed in its created and signed', forged('created', 'x'), 'its first line is not that of a snapshot'],
    ['changed in its generation and signed', forged('generation', 1e300), 'its first line is not that of a snapshot'],
    ['changed in its seq and signed', forged('seq', 0.5), 'its first line is not that of a snapshot'],
    ['changed in its lineage and signed', forged('lineage', [7]), 'its first line is not that of a snapshot'],
    ['another one', (content) => content.replace('"name":"bad"', '"name":"good"'), 'its name belongs to another file'],
  ])('%s is passed over, and told of where it is asked for', async (_name, change, what) => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 4)
    await save(store, 'bad')
    await save(store, 'fine')
    const content = String(await fs.readFile(path))
    await edit(fs, path, change)
    await store.close()
    const again = await open(fs, 1)
    const words = `The snapshot 'bad' cannot be used: ${what}. Restore its file ${path} from a backup, use the gamify that wrote it, or delete the snapshot`
    expect((await again.store.snapshots.list()).map(({ name }) => name)).toEqual(['fine'])
    expect(again.warnings).toEqual([words])
    await expect(again.store.snapshots.find('bad')).rejects.toThrow(new StorageError(words))
    expect(await again.store.snapshots.has('bad')).toBe(true)
    await edit(fs, path, () => content)
    expect(await again.store.snapshots.find('bad')).toMatchObject({ name: 'bad', seq: 4 })
    expect(await again.store.snapshots.list()).toHaveLength(2)
  })

  test('has all that it may need kept, until it is deleted', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 4)
    await save(store, 'bad')
    await store.madeLive(await store.begin({ parent: null, first: 1, chain: 0 }))
    await edit(fs, path, () => '')
    await store.close()
    const again = (await open(fs, 2)).store
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '2-1'])
    expect(await again.snapshots.delete('bad')).toBe(true)
    expect(await segmentsIn(fs)).toEqual(['2-1'])
  })

  test('damaged behind its first line tells so when it is read', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await save(store, 'bad')
    await edit(fs, path, (content) => content.replace('"data":"bad"', '"data":"mad"'))
    const found = await store.snapshots.find('bad')
    await expect(Array.fromAsync(found?.parts() ?? [])).rejects.toThrow(/^The snapshot 'bad' cannot be used: it is dam/)
  })

  test('stands on a damaged history: that is told, and nothing is begun', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    const saved = await save(store, 'bad')
    await store.madeLive(await store.begin({ parent: null, first: 1, chain: 0 }))
    await store.close()
    await edit(fs, `${DIRECTORY}/journal/1-000000000004.ndjson`, (content) => content.replace('{"a":5}', '{"a":0}'))
    const again = (await open(fs, 2)).store
    await expect(beginAt(again, saved)).rejects.toThrow(/1-000000000004.ndjson is damaged at byte \d+: its checksum/)
    expect(await segmentsIn(fs)).toEqual(['1-1', '1-4', '1-7', '2-1'])
  })
})

describe('a lineage whose oldest parts were dropped', () => {
  test('is found by a start, though whole generations of it are gone', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    await goBack(store, 5, 'b', 6)
    const generation = await goBack(store, 9, 'c', 5)
    await store.live.journal.dropBefore(12)
    expect(await segmentsIn(fs)).toEqual(['3-10', '3-13'])
    const again = (await open(fs.crash('none'), generation)).store
    expect(again.live.journal).toMatchObject({ firstSeq: 10, lastSeq: 14 })
  })

  test('is what a point goes on from, as far as it is left', async () => {
    const fs = new SimulatedFileSystem()
    const { store } = await open(fs)
    await append(store.live, 'a', 9)
    await goBack(store, 8, 'b', 8)
    const saved = await save(store, 'b')
    const generation = await goBack(store, 10, 'c', 9)
    await store.live.journal.dropBefore(9)
    expect(await segmentsIn(fs)).toEqual(['2-9', '2-12', '2-15', '3-11', '3-14', '3-17'])
    expect(await historyOf(await beginAt(store, saved))).toBe('bbbbbbbb')
    const again = (await open(fs.crash('all'), generation)).store
    const begun = await beginAt(again, saved)
    expect(begun.journal).toMatchObject({ firstSeq: 9, lastSeq: 16 })
    expect(await historyOf(begun)).toBe('bbbbbbbb')
  })
})
