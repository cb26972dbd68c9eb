import { expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { openListFile, type ListFile } from './list-file.ts'
import { StorageError } from './storage-error.ts'

const PATH = 'data/list.jsonl'

const open = (fs: SimulatedFileSystem): Promise<ListFile<number>> =>
  openListFile({ fs, path: PATH, format: 1, parse: (items) => items as number[], advice: 'Mend it' })

async function put(fs: SimulatedFileSystem, content: Buffer | string): Promise<void> {
  await fs.mkdir('data')
  await (await fs.open(PATH, 'replace')).write(Buffer.from(content), 0)
}

/** The bytes of a list to which these were added one by one. */
async function bytesOf(items: readonly number[]): Promise<Buffer> {
  const fs = new SimulatedFileSystem()
  const list = await open(fs)
  for (const item of items) await list.add(item)
  return (await fs.readFile(PATH)) ?? Buffer.alloc(0)
}

test('what was added is found again, also after the power fails', async () => {
  const fs = new SimulatedFileSystem()
  const list = await open(fs)
  expect([list.found, await fs.readFile(PATH)]).toEqual([[], undefined])
  for (const item of [1, 2, 3]) await list.add(item)
  const again = await open(fs.crash('none'))
  expect(again.found).toEqual([1, 2, 3])
})

test('what comes at once goes into at most two writes', async () => {
  const fs = new SimulatedFileSystem()
  const list = await open(fs)
  await list.add(0)
  const before = fs.operations
  await list.add(1)
  const ofOne = fs.operations - before
  await Promise.all([...Array(100).keys()].map((i) => list.add(i)))
  expect(fs.operations - before).toBeLessThanOrEqual(3 * ofOne)
  expect((await open(fs.crash('none'))).found).toHaveLength(102)
})

test('an addition writes no more than itself', async () => {
  const fs = new SimulatedFileSystem()
  const list = await open(fs)
  await list.replace(() => Array(10_000).keys())
  const before = (await fs.readFile(PATH)) ?? Buffer.alloc(0)
  await list.add(5)
  const after = (await fs.readFile(PATH)) ?? Buffer.alloc(0)
  expect(after.subarray(0, before.length).equals(before)).toBe(true)
  expect(after.length - before.length).toBeLessThan(20)
})

test('a list that is written anew holds that alone, and what is added later', async () => {
  const fs = new SimulatedFileSystem()
  const list = await open(fs)
  await Promise.all([list.add(1), list.replace(() => Array(1234).keys()), list.add(-1)])
  await list.add(-2)
  const { found } = await open(fs.crash('none'))
  expect(found.filter((item) => item >= 0)).toEqual([...Array(1234).keys()])
  expect(found.at(-1)).toBe(-2)
})

test.each(['stop', 'tear'] as const)(
  'whatever operation is the last (%s), what was kept is found, and can be added to',
  async (kind) => {
    for (let at = 1; ; at++) {
      const fs = new SimulatedFileSystem(at, { at, kind })
      const kept: number[] = []
      const run = async (): Promise<void> => {
        const list = await open(fs)
        for (const item of [1, 2, 3]) await list.add(item).then(() => kept.push(item))
        await list.replace(() => [...kept, 4])
        kept.push(4)
        await Promise.all([5, 6, 7].map((item) => list.add(item).then(() => kept.push(item))))
      }
      await run().catch(() => {})
      const isOver = fs.faulted === undefined
      const after = fs.crash('some')
      const list = await open(after)
      expect(list.found.slice(0, kept.length)).toEqual(kept)
      await list.add(8)
      expect((await open(after.crash('none'))).found).toEqual([...list.found, 8])
      if (isOver) break
    }
  },
)

test.each(['EIO', 'ENOSPC'] as const)(
  'writes that fail (%s) are told, and the next one leaves nothing of them',
  async (kind) => {
    // Open, write, sync; and cut, once one has failed.
    for (const [first, second] of [1, 2, 3].flatMap((at) => [1, 2, 3, 4].map((then) => [at, then] as const))) {
      const fs = new SimulatedFileSystem()
      const list = await open(fs)
      await list.add(1)
      for (const [steps, item] of [
        [first, 1_234_567_890],
        [second, 12_345],
      ] as const) {
        fs.fault = { at: fs.operations + steps, kind }
        await list.add(item).catch((error: unknown) => expect(error).toBeInstanceOf(StorageError))
      }
      expect(fs.faulted).toMatch(/^(open|write|sync|truncate) /)
      fs.fault = undefined
      await list.add(2)
      const { found } = await open(fs.crash('all'))
      expect(found.filter((item) => item < 10)).toEqual([1, 2])
    }
  },
)

test('a torn last line is cut off', async () => {
  const bytes = await bytesOf([1, 2, 333])
  for (const torn of [
    bytes.subarray(0, -1),
    bytes.subarray(0, -8),
    Buffer.concat([bytes.subarray(0, -4), Buffer.alloc(4)]),
  ]) {
    const fs = new SimulatedFileSystem()
    await put(fs, torn)
    const list = await open(fs)
    expect(list.found).toEqual([1, 2])
    await list.add(4)
    expect((await open(fs)).found).toEqual([1, 2, 4])
  }
})

test('any other damage is told in words, and stays as it is', async () => {
  const whole = await bytesOf([1, 2, 3])
  const changed = Buffer.from(whole)
  changed.write('7', changed.indexOf('[2]') + 1)
  const newer = await (async () => {
    const fs = new SimulatedFileSystem()
    const list = await openListFile<number>({ fs, path: PATH, format: 2, parse: () => [], advice: '' })
    await list.add(1)
    return (await fs.readFile(PATH)) ?? Buffer.alloc(0)
  })()
  for (const [content, words] of [
    [changed, 'it is damaged'],
    [whole.subarray(5), 'it is damaged'],
    [Buffer.alloc(0), 'it is damaged'],
    [newer, 'it has format 2, this version of gamify reads format 1'],
  ] as const) {
    const fs = new SimulatedFileSystem()
    await put(fs, content)
    await expect(open(fs)).rejects.toThrow(new StorageError(`${PATH} cannot be used: ${words}. Mend it`))
    expect((await fs.readFile(PATH))?.equals(content)).toBe(true)
  }
})
