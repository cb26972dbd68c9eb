import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import type { CheckpointPart } from './checkpoint.ts'
import { checksum } from './checksum.ts'
import { openFileStore, type FileStoreOptions } from './file-store.ts'
import type { Durability, Journal } from './journal.ts'
import { memoryStore } from './memory-store.ts'
import type { GenerationOrigin, GenerationStorage, SnapshotFacts, RuntimeStore } from './runtime-store.ts'

const OPTIONS: Omit<FileStoreOptions, 'fs' | 'durability'> = {
  directory: 'data/staging',
  program: '1.0.0',
  runtime: 'staging',
  generation: undefined,
  design: () => null,
  segmentBytes: 700,
  warn: (message) => {
    throw new Error(message)
  },
}

const inFiles = (durability: Durability) => (): Promise<RuntimeStore> =>
  openFileStore({ ...OPTIONS, fs: new SimulatedFileSystem(), durability })

/** Every implementation of the interface passes these. */
const IMPLEMENTATIONS: readonly (readonly [string, () => Promise<RuntimeStore>])[] = [
  ['in memory', async () => memoryStore()],
  ['in files', inFiles('batch')],
  ['in files, each entry alone', inFiles('always')],
  ['in files, without syncs', inFiles('off')],
]

/** Entries tell by a letter in which history they came about. */
const textOf = (seq: number, letter: string): string => JSON.stringify({ seq, in: letter })

async function append(journal: Journal, letter: string, count = 1): Promise<void> {
  for (let entry = 0; entry < count; entry += 1) {
    const seq = journal.lastSeq + 1
    await journal.append(seq, textOf(seq, letter), checksum(textOf(seq, letter)))
  }
}

/** The letters of the entries that are kept, oldest first. */
async function historyOf({ journal }: GenerationStorage): Promise<string> {
  const letters: string[] = []
  let expected = journal.firstSeq
  for await (const { seq, text } of journal.read(1)) {
    const entry = JSON.parse(text) as { seq: number; in: string }
    expect([seq, entry.seq]).toEqual([expected, expected])
    letters.push(entry.in)
    expected += 1
  }
  expect(expected).toBe(journal.lastSeq + 1)
  return letters.join('')
}

/** The origin of a history that goes on from the live one after an entry. */
async function after({ live }: RuntimeStore, seq: number): Promise<GenerationOrigin> {
  const [text] = seq === 0 ? [] : await live.journal.texts([seq])
  return {
    parent: { generation: live.generation, seq },
    first: seq + 1,
    chain: text === undefined ? 0 : checksum(text),
  }
}

/** Begins a generation, plays on it, and makes it live. */
async function switchTo(store: RuntimeStore, origin: GenerationOrigin, letter: string, count = 1) {
  const storage = await store.begin(origin)
  await append(storage.journal, letter, count)
  await storage.sync()
  await store.madeLive(storage)
  return storage
}

/** A point at the end of the live history. */
const pointOf = ({ live }: Pick<RuntimeStore, 'live'>, name: string, created = 5): SnapshotFacts => ({
  name,
  generation: live.generation,
  seq: live.journal.lastSeq,
  sum: live.journal.lastSum,
  at: 1000 + live.journal.lastSeq,
  now: 2000,
  frozen: true,
  created,
})

const PARTS: readonly CheckpointPart[] = [
  { name: 'players', data: [{ id: 'neo', alias: 'ünïcödé 🎮\n\t"' }, { id: '__proto__' }] },
  { name: 'board', bytes: new Uint8Array([0, 1, 2, 253, 254, 255]) },
  { name: 'nothing', data: null },
]

/** Comes back to a point. */
async function restore(store: RuntimeStore, name: string, letter: string): Promise<GenerationStorage> {
  const snapshot = await store.snapshots.find(name)
  if (!snapshot) throw new Error(`there is no point '${name}'`)
  const { generation, seq, sum } = snapshot
  return switchTo(store, { parent: { generation, seq }, first: seq + 1, chain: sum }, letter)
}

describe.each(IMPLEMENTATIONS)('a store %s', (_name, open) => {
  test('begins with an empty history', async () => {
    const { live, checkpoints: snapshots } = await open()
    expect(live.generation).toBe(1)
    expect(live.journal).toMatchObject({ firstSeq: 1, lastSeq: 0 })
    expect(snapshots).toEqual([])
    expect(await live.boards.checkpoints()).toEqual([])
  })

  describe('generations', () => {
    test('one goes on from any entry of the live one, which goes on too', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 20)
      const old = store.live
      for (const seq of [0, 1, 10, 19, 20]) {
        const begun = await store.begin(await after(store, seq))
        expect(begun.journal).toMatchObject({ firstSeq: 1, lastSeq: seq })
        expect(begun.journal.lastSum).toBe(seq === 0 ? 0 : checksum(textOf(seq, 'a')))
        await append(begun.journal, 'b', 12)
        await append(old.journal, 'c')
        expect(await historyOf(begun)).toBe('a'.repeat(seq) + 'b'.repeat(12))
        const texts = [seq === 0 ? undefined : textOf(seq, 'a'), textOf(seq + 1, 'b'), undefined]
        expect(await begun.journal.texts([seq, seq + 1, seq + 13])).toEqual(texts)
        await store.discard(begun)
      }
      expect(store.live).toBe(old)
      expect(await historyOf(store.live)).toBe(`${'a'.repeat(20)}ccccc`)
    })

    test('one counts from when it is made live, and has a number that no other had', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 5)
      await store.discard(await store.begin(await after(store, 2)))
      const begun = await store.begin(await after(store, 3))
      expect(begun.generation).toBeGreaterThan(2)
      await append(begun.journal, 'b', 2)
      expect(await historyOf(store.live)).toBe('aaaaa')
      await store.madeLive(begun)
      expect(store.live).toBe(begun)
      await append(store.live.journal, 'b')
      expect(await historyOf(store.live)).toBe('aaabbb')
    })

    test('one goes on from one that went on from one', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 30)
      await switchTo(store, await after(store, 20), 'b', 20)
      await switchTo(store, await after(store, 30), 'c', 20)
      await switchTo(store, await after(store, 45), 'd', 2)
      expect(await historyOf(store.live)).toBe('a'.repeat(20) + 'b'.repeat(10) + 'c'.repeat(15) + 'dd')
      await switchTo(store, await after(store, 25), 'e')
      expect(await historyOf(store.live)).toBe(`${'a'.repeat(20)}bbbbbe`)
      await switchTo(store, await after(store, 20), 'f')
      await switchTo(store, await after(store, 7), 'g')
      expect(await historyOf(store.live)).toBe('aaaaaaag')
    })

    test('one may begin with nothing before it, or with what is not there', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 5)
      await switchTo(store, { parent: null, first: 1, chain: 0 }, 'b', 3)
      expect(await historyOf(store.live)).toBe('bbb')
      const imported = await store.begin({ parent: null, first: 101, chain: 77 })
      expect(imported.journal).toMatchObject({ firstSeq: 101, lastSeq: 100, lastSum: 77 })
      await append(imported.journal, 'c', 2)
      await store.madeLive(imported)
      expect(store.live.journal.firstSeq).toBe(101)
      expect(await historyOf(store.live)).toBe('cc')
      expect(await store.live.journal.texts([5, 100, 101])).toEqual([undefined, undefined, textOf(101, 'c')])
    })

    test('two may be begun at once, and one of them discarded', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 5)
      const origin = await after(store, 4)
      const [one, other] = await Promise.all([store.begin(origin), store.begin(origin)])
      await append(one.journal, 'b', 2)
      await append(other.journal, 'c', 3)
      await store.discard(one)
      await store.madeLive(other)
      expect(await historyOf(store.live)).toBe('aaaaccc')
    })

    test('the history of one begins where that of the other did', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 60)
      await store.live.journal.dropBefore(30)
      const { firstSeq } = store.live.journal
      expect(firstSeq).toBeGreaterThan(1)
      await switchTo(store, await after(store, 50), 'b')
      expect(store.live.journal.firstSeq).toBe(firstSeq)
      await store.live.journal.dropBefore(51)
      expect(store.live.journal).toMatchObject({ firstSeq: 51, lastSeq: 51 })
      expect(await historyOf(store.live)).toBe('b')
    })

    test('nothing is dropped of one while another is begun, or both can do without', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 60)
      const begun = await store.begin(await after(store, 40))
      await store.live.journal.dropBefore(60)
      await append(begun.journal, 'b')
      expect(await historyOf(begun)).toBe(`${'a'.repeat(40)}b`)
      await store.discard(begun)
      await store.live.journal.dropBefore(60)
      expect(store.live.journal.firstSeq).toBeGreaterThan(40)
    })
  })

  describe('points', () => {
    test('none at first', async () => {
      const { snapshots } = await open()
      expect(await snapshots.list()).toEqual([])
      expect(await snapshots.find('a')).toBeUndefined()
      expect(await snapshots.delete('a')).toBe(false)
    })

    test('one gives back what it was made of, as often as it is asked for', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 3)
      const about = pointOf(store, 'before-raid.1')
      const saved = await store.snapshots.save(about, PARTS)
      expect(saved).toEqual({ ...about, size: expect.any(Number) as number })
      expect(saved.size).toBeGreaterThan(50)
      const found = await store.snapshots.find('before-raid.1')
      expect(found).toMatchObject(saved)
      for (let time = 0; time < 2; time += 1) {
        const parts = await Array.fromAsync(found?.parts() ?? [])
        expect(parts.map((part) => ('bytes' in part ? { ...part, bytes: new Uint8Array(part.bytes) } : part))).toEqual(
          PARTS,
        )
      }
      expect(await store.snapshots.list()).toEqual([saved])
    })

    test('later changes of what it was made of do not show', async () => {
      const store = await open()
      const data = { scores: [1] }
      await store.snapshots.save(pointOf(store, 'a'), [{ name: 'a', data }])
      data.scores.push(2)
      const parts = await Array.fromAsync((await store.snapshots.find('a'))?.parts() ?? [])
      expect(parts).toEqual([{ name: 'a', data: { scores: [1] } }])
    })

    test('they are listed by when they were made, then by name, and case counts', async () => {
      const store = await open()
      for (const [name, created] of [
        ['b', 3],
        ['a', 3],
        ['A', 3],
        ['z', 1],
        ['a-', 2],
      ] as const)
        await store.snapshots.save(pointOf(store, name, created), [{ name, data: name }])
      expect((await store.snapshots.list()).map(({ name }) => name)).toEqual(['z', 'a-', 'A', 'a', 'b'])
      expect(await store.snapshots.delete('A')).toBe(true)
      expect(await store.snapshots.delete('A')).toBe(false)
      expect(await Array.fromAsync((await store.snapshots.find('a'))?.parts() ?? [])).toEqual([
        { name: 'a', data: 'a' },
      ])
      expect(await store.snapshots.find('A')).toBeUndefined()
    })

    test('one that cannot be written is none', async () => {
      const store = await open()
      async function* broken(): AsyncGenerator<CheckpointPart> {
        yield { name: 'a', data: 1 }
        throw new Error('the state cannot be read')
      }
      await expect(store.snapshots.save(pointOf(store, 'a'), broken())).rejects.toThrow('the state cannot be read')
      expect(await store.snapshots.list()).toEqual([])
    })

    test('one brings back the history that it stands on, whatever came after it', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 30)
      await store.snapshots.save(pointOf(store, 'thirty'), PARTS)
      await append(store.live.journal, 'a', 10)
      await switchTo(store, await after(store, 20), 'b', 10)
      await store.snapshots.save(pointOf(store, 'other'), PARTS)
      await switchTo(store, { parent: null, first: 1, chain: 0 }, 'c', 3)
      await restore(store, 'thirty', 'd')
      expect(await historyOf(store.live)).toBe(`${'a'.repeat(30)}d`)
      await restore(store, 'other', 'e')
      expect(await historyOf(store.live)).toBe(`${'a'.repeat(20)}${'b'.repeat(10)}e`)
      await restore(store, 'thirty', 'f')
      await append(store.live.journal, 'f', 25)
      await store.snapshots.save(pointOf(store, 'longer'), PARTS)
      await restore(store, 'other', 'g')
      await restore(store, 'longer', 'h')
      expect(await historyOf(store.live)).toBe(`${'a'.repeat(30)}${'f'.repeat(26)}h`)
    })

    test('one may stand on a generation that is not live yet', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 5)
      const begun = await store.begin(await after(store, 3))
      await append(begun.journal, 'b', 2)
      await store.snapshots.save(pointOf({ live: begun }, 'five'), PARTS)
      await store.madeLive(begun)
      await switchTo(store, { parent: null, first: 1, chain: 0 }, 'c')
      await restore(store, 'five', 'd')
      expect(await historyOf(store.live)).toBe('aaabbd')
    })

    test('one of an empty game, and one of a generation without entries of its own', async () => {
      const store = await open()
      await store.snapshots.save(pointOf(store, 'empty'), [])
      await append(store.live.journal, 'a', 5)
      const begun = await store.begin(await after(store, 3))
      await store.madeLive(begun)
      await store.snapshots.save(pointOf(store, 'three'), [])
      await switchTo(store, { parent: null, first: 1, chain: 0 }, 'b', 5)
      await restore(store, 'three', 'c')
      expect(await historyOf(store.live)).toBe('aaac')
      await restore(store, 'empty', 'd')
      expect(await historyOf(store.live)).toBe('d')
    })

    test('the history of one may be dropped meanwhile, and begins after it then', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 30)
      await store.snapshots.save(pointOf(store, 'thirty'), PARTS)
      await append(store.live.journal, 'a', 60)
      await store.live.journal.dropBefore(80)
      await restore(store, 'thirty', 'b')
      expect(store.live.journal).toMatchObject({ firstSeq: 31, lastSeq: 31 })
      expect(await historyOf(store.live)).toBe('b')
    })

    test('the history of one that was deleted is no longer there', async () => {
      const store = await open()
      await append(store.live.journal, 'a', 30)
      await store.snapshots.save(pointOf(store, 'thirty'), PARTS)
      const [snapshot] = await store.snapshots.list()
      await switchTo(store, { parent: null, first: 1, chain: 0 }, 'b')
      await store.snapshots.delete('thirty')
      const { generation = 0, seq = 0, sum = 0 } = snapshot ?? {}
      const begun = await store.begin({ parent: { generation, seq }, first: seq + 1, chain: sum })
      expect(begun.journal).toMatchObject({ firstSeq: 31, lastSeq: 30, lastSum: sum })
    })
  })

  test('what is kept of boards is the same for all generations', async () => {
    const store = await open()
    await store.live.boards.archive.write('week-1', [{ name: 'rows', data: [1] }])
    await append(store.live.journal, 'a', 2)
    const begun = await store.begin(await after(store, 1))
    expect(await Array.fromAsync(begun.boards.archive.read('week-1'))).toEqual([{ name: 'rows', data: [1] }])
  })

  test('can be closed, more than once', async () => {
    const store = await open()
    const kept = append(store.live.journal, 'a')
    await store.close()
    await kept
    await store.close()
    await store.live.journal.close()
  })
})
