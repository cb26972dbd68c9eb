import { describe, expect, test } from 'vitest'
import { SimulatedFileSystem } from '../../test/support/simulated-fs.ts'
import { checksum } from './checksum.ts'
import { openDirectory } from './durable-file.ts'
import { openFileJournal, type FileJournalOptions } from './file-journal.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { StorageError } from './storage-error.ts'

const DIRECTORY = 'data/staging/journal'

const optionsOn = (fs: FileSystem, rest: Partial<FileJournalOptions> = {}): FileJournalOptions => ({
  fs,
  directory: DIRECTORY,
  program: '1.0.0',
  runtime: 'staging',
  generation: undefined,
  checkpoints: [],
  durability: 'batch',
  design: () => 'abc',
  ...rest,
})

/** A file system that tells which writes and syncs there were, and lets a write wait. */
function watched(fs: FileSystem): { fs: FileSystem; steps: string[]; gate: { wait: Promise<void> } } {
  const steps: string[] = []
  const gate = { wait: Promise.resolve() }
  const watch = (handle: FileHandle): FileHandle => ({
    ...handle,
    async write(bytes, position) {
      const lines = Buffer.from(bytes).toString().trimEnd().split('\n')
      steps.push(lines[0]?.startsWith('{"format"') ? 'header' : `write ${lines.length - 1}`)
      await gate.wait
      await handle.write(bytes, position)
      steps.push('written')
    },
    async sync() {
      steps.push('sync')
      await handle.sync()
    },
  })
  const seen: FileSystem = {
    facts: (path) => fs.facts(path),
    list: (path) => fs.list(path),
    mkdir: (path) => fs.mkdir(path),
    readFile: (path) => fs.readFile(path),
    realPath: (path) => fs.realPath(path),
    rename: (from, to) => fs.rename(from, to),
    replaceKnown: (path, known, by) => fs.replaceKnown(path, known, by),
    syncDirectory: (path) => fs.syncDirectory(path),
    unlink: (path) => fs.unlink(path),
    open: async (path, mode, options) => {
      if (options?.writeThrough) steps.push('write-through')
      return watch(await fs.open(path, mode, options))
    },
  }
  return { fs: seen, steps, gate }
}

const text = (seq: number): string => `{"seq":${seq}}`

describe('writing in batches', () => {
  test('what is appended during a write is the next one, and nothing is written before that is over', async () => {
    const { fs, steps, gate } = watched(new SimulatedFileSystem())
    const journal = await openFileJournal(optionsOn(fs))
    steps.length = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.wait = promise
    const first = journal.append(1, text(1), checksum(text(1)))
    await new Promise((done) => setTimeout(done, 5))
    const rest = [2, 3, 4].map((seq) => journal.append(seq, text(seq), checksum(text(seq))))
    await new Promise((done) => setTimeout(done, 5))
    expect(steps).toEqual(['write 1'])
    resolve()
    await Promise.all([first, ...rest])
    expect(steps).toEqual(['write 1', 'written', 'write 3', 'written'])
  })

  test('entries of one turn of the event loop share a write and a promise', async () => {
    const { fs, steps } = watched(new SimulatedFileSystem())
    const journal = await openFileJournal(optionsOn(fs))
    steps.length = 0
    const kept = [1, 2, 3].map((seq) => journal.append(seq, text(seq), checksum(text(seq))))
    expect(new Set(kept).size).toBe(1)
    await Promise.all(kept)
    expect(steps).toEqual(['write 3', 'written'])
  })

  test('a write holds no more than a mebibyte, unless one entry does', async () => {
    const { fs, steps } = watched(new SimulatedFileSystem())
    const journal = await openFileJournal(optionsOn(fs))
    steps.length = 0
    const long = (megabytes: number): string => JSON.stringify('x'.repeat(megabytes * 1_000_000))
    for (const [index, size] of [0.4, 0.4, 0.4, 3, 0.1].entries()) {
      void journal.append(index + 1, long(size), checksum(long(size)))
    }
    await journal.settled()
    expect(steps.filter((step) => step !== 'written')).toEqual(['write 2', 'write 1', 'write 1', 'write 1'])
    expect(await journal.texts([4])).toEqual([long(3)])
  })

  test.each([
    ['batch', ['write-through', 'header', 'written', 'sync', 'write 2', 'written']],
    ['always', ['write-through', 'header', 'written', 'sync', 'write 1', 'written', 'write 1', 'written']],
    ['off', ['header', 'written', 'sync', 'write 2', 'written']],
  ] as const)('durability %s', async (durability, expected) => {
    const { fs, steps } = watched(new SimulatedFileSystem())
    const journal = await openFileJournal(optionsOn(fs, { durability }))
    await Promise.all([1, 2].map((seq) => journal.append(seq, text(seq), checksum(text(seq)))))
    expect(steps).toEqual(expected)
  })

  test.each(['{"a":\n1}', '#{"first":1}'])('%j cannot be an entry', async (wrong) => {
    const journal = await openFileJournal(optionsOn(new SimulatedFileSystem()))
    expect(() => journal.append(1, wrong, checksum(wrong))).toThrow('an entry is one line of JSON')
  })
})

describe('segments', () => {
  test('a new one is begun when the next batch would not fit, and names what it follows', async () => {
    const fs = new SimulatedFileSystem()
    const designs = ['abc', 'def', 'ghi'].values()
    const options = optionsOn(fs, { segmentBytes: 400, design: () => designs.next().value ?? null })
    const journal = await openFileJournal(options)
    for (let seq = 1; seq <= 5; seq += 1) await journal.append(seq, text(seq), checksum(text(seq)))
    await journal.close()
    const names = await fs.list(DIRECTORY)
    expect(names).toEqual(['1-000000000001.ndjson', '1-000000000004.ndjson'])
    const headers = await Promise.all(
      names.map(async (name) => String(await fs.readFile(`${DIRECTORY}/${name}`)).split('\t')[0]),
    )
    const common = { format: 1, program: '1.0.0', runtime: 'staging', generation: 1 }
    expect(headers.map((header) => JSON.parse(header ?? ''))).toEqual([
      { ...common, first: 1, chain: 0, parent: null, design: 'abc' },
      { ...common, first: 4, chain: checksum(text(3)), parent: null, design: 'def' },
    ])
  })

  test('a journal that is opened again has all of them, and goes on', async () => {
    const fs = new SimulatedFileSystem()
    const options = optionsOn(fs, { segmentBytes: 1000 })
    for (let seq = 1; seq <= 30;) {
      const journal = await openFileJournal(options)
      expect(journal).toMatchObject({ firstSeq: 1, lastSeq: seq - 1, cutBytes: 0 })
      expect(journal.lastSum).toBe(seq === 1 ? 0 : checksum(text(seq - 1)))
      for (const end = seq + 7; seq < end; seq += 1) await journal.append(seq, text(seq), checksum(text(seq)))
      await journal.close()
    }
    const journal = await openFileJournal(options)
    expect((await Array.fromAsync(journal.read(1))).map((line) => line.text)).toEqual(
      Array.from({ length: 35 }, (_, index) => text(index + 1)),
    )
  })

  test('only whole ones are dropped, the newest never, and they stay dropped', async () => {
    const fs = new SimulatedFileSystem()
    const options = optionsOn(fs, { segmentBytes: 400 })
    const journal = await openFileJournal(options)
    for (let seq = 1; seq <= 9; seq += 1) await journal.append(seq, text(seq), checksum(text(seq)))
    await journal.dropBefore(5)
    expect(journal.firstSeq).toBe(4)
    await journal.dropBefore(1000)
    expect(journal.firstSeq).toBe(7)
    expect(await fs.list(DIRECTORY)).toEqual(['1-000000000007.ndjson'])
    await journal.close()
    const again = await openFileJournal({ ...options, fs: fs.crash('none') })
    expect(again).toMatchObject({ firstSeq: 7, lastSeq: 9 })
    expect([5, 6, 9, 10].map((seq) => again.holds(1, seq))).toEqual([false, true, true, false])
    expect(again.holds(2, 7)).toBe(false)
  })
})

test('a journal that cannot be begun leaves nothing half made', async () => {
  const fs = new SimulatedFileSystem()
  await openDirectory(fs, DIRECTORY, () => true)
  fs.fault = { at: fs.operations + 7, kind: 'ENOSPC' }
  await expect(openFileJournal(optionsOn(fs))).rejects.toThrow(
    /^The journal in data\/staging\/journal cannot be opened: ENOSPC.*\. Free some space on that disk$/,
  )
  expect(fs.faulted).toMatch('write')
  expect(await fs.list(DIRECTORY)).toEqual([])
})

test('a journal that is closed keeps what it was given before, and takes nothing more', async () => {
  const fs = new SimulatedFileSystem()
  const journal = await openFileJournal(optionsOn(fs))
  const before = journal.append(1, text(1), checksum(text(1)))
  const closed = journal.close()
  await expect(journal.append(2, text(2), checksum(text(2)))).rejects.toThrow('is closed')
  await before
  await closed
  await expect(journal.settled()).rejects.toBe(journal.failure)
  expect((await openFileJournal(optionsOn(fs.crash('none')))).lastSeq).toBe(1)
})

describe('after a failed write', () => {
  test.each(['EIO', 'ENOSPC'] as const)(
    '%s: nobody who waits is answered, and nothing is taken any more',
    async (kind) => {
      const fs = new SimulatedFileSystem()
      const journal = await openFileJournal(optionsOn(fs))
      await journal.append(1, text(1), checksum(text(1)))
      fs.fault = { at: fs.operations + 1, kind }
      const waiting = [2, 3].map((seq) => journal.append(seq, text(seq), checksum(text(seq))))
      const failures = await Promise.allSettled(waiting)
      expect(fs.faulted).toBe(`write ${DIRECTORY}/1-000000000001.ndjson`)
      for (const outcome of failures)
        expect(outcome).toMatchObject({ reason: { name: 'StorageError', cause: { code: kind } } })
      expect(journal.failure?.message).toContain(
        `The journal ${DIRECTORY}/1-000000000001.ndjson cannot be written: ${kind}: write ${DIRECTORY}/1-000000000001.ndjson`,
      )
      await expect(journal.append(4, text(4), checksum(text(4)))).rejects.toBe(journal.failure)
      await expect(journal.settled()).rejects.toBe(journal.failure)
      await expect(journal.close()).rejects.toBe(journal.failure)
    },
  )

  test('one that nobody waits for does not end the program', async () => {
    const fs = new SimulatedFileSystem()
    const journal = await openFileJournal(optionsOn(fs))
    await journal.append(1, text(1), checksum(text(1)))
    fs.fault = { at: fs.operations + 1, kind: 'EIO' }
    void journal.append(2, text(2), checksum(text(2)))
    await new Promise((done) => setTimeout(done, 5))
    void journal.append(3, text(3), checksum(text(3)))
    void journal.settled()
    await new Promise((done) => setTimeout(done, 5))
    expect(journal.failure).toBeInstanceOf(StorageError)
  })
})
